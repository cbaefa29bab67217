// What an element does before its first frame is shown, and what waits until then. Nobody can tell the difference: whatever
// uses the element starts its checkout at once, and so does a payment in progress.
import { effect } from '@preact/signals'
import { describe, expect, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { fakeMemory, fakePorts, leaksOf } from '../support/fake-ports.ts'
import { aSession } from '../support/sessions.ts'
import { mount } from './mounted.ts'

/** A page whose next frame comes only by `frames.show()`. */
function beforeFrame(memory = fakeMemory()) {
  const ports = fakePorts({ memory })
  ports.frames.held = true
  return ports
}

/** The memory of a tab in which the order A-1001 is being paid. */
async function paying() {
  const { ports, startPaying } = mount()
  await startPaying()
  document.body.replaceChildren()
  await settle()
  return ports.memory
}

const isStarted = ({ channel }: ReturnType<typeof beforeFrame>) => channel.watchers === 1

describe('before the first frame, an element without a payment', () => {
  test('shows its button, and starts no checkout', async () => {
    const ports = beforeFrame()
    const { button } = mount({ amount: '49.90', currency: 'EUR' }, { ports })
    await settle()

    await expect.element(button('Pay €49.90')).toBeVisible()
    expect(isStarted(ports)).toBe(false)
  })

  test('starts its checkout after it, and its nodes stay as they are', async () => {
    const ports = beforeFrame()
    const { element } = mount({}, { ports })
    await settle()
    const changes = new MutationObserver(() => {})
    if (element.shadowRoot)
      changes.observe(element.shadowRoot, { subtree: true, childList: true, attributes: true })
    await ports.frames.show()

    expect([isStarted(ports), changes.takeRecords()]).toEqual([true, []])
  })

  test('pays when it is pressed', async () => {
    const ports = beforeFrame()
    const { button } = mount({}, { ports })
    button('Pay now')
      .query()
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true }))

    expect(ports.merchant.create.calls).toHaveLength(1)
    expect(ports.windows.opened).toHaveLength(1)
  })

  test.each(['open', 'cancel', 'check', 'reset'] as const)(
    'starts its checkout when the page calls %s()',
    (name) => {
      const ports = beforeFrame()
      mount({}, { ports }).element[name]()

      expect(isStarted(ports)).toBe(true)
    },
  )

  test('starts its checkout when the page reads `state`, which shows what another element has done', async () => {
    const ports = beforeFrame()
    const [{ startPaying }, { element }] = [mount({}, { ports }), mount({}, { ports })]
    await startPaying()

    expect(element.state.phase).toBe('loading')
  })

  test('starts when an effect of the page reads `state`, which subscribes the page to nothing', async () => {
    const { element, radio } = mount({ methods: 'card crypto_transfer' }, { ports: beforeFrame() })
    let runs = 0
    const stop = effect(() => {
      runs++
      element.state
    })
    await radio(/Crypto/).click()
    stop()

    expect(runs).toBe(1)
  })

  test('is paid by what its attributes say when it is pressed', async () => {
    const ports = beforeFrame()
    const { element } = mount({ order: 'A-1' }, { ports })
    await settle()
    element.order = 'A-2'
    await settle()
    element.open()

    expect(ports.merchant.create.last.request.body.order).toBe('A-2')
  })

  test('reads a session as soon as the page names it', async () => {
    const ports = beforeFrame()
    const { element } = mount({}, { ports })
    await settle()
    element.session = 'cs_1'
    await settle()

    expect(ports.merchant.read.calls).toHaveLength(1)
  })

  test('offers methods as soon as the page names them', async () => {
    const ports = beforeFrame()
    const { element, radio } = mount({}, { ports })
    await settle()
    element.methods = 'card crypto_transfer'

    expect(radio().elements()).toHaveLength(2)
  })

  test('starts once when it is moved', async () => {
    const ports = beforeFrame()
    const { element } = mount({}, { ports })
    await settle()
    document.body.append(document.createElement('p'), element)
    await settle()
    await ports.frames.show()

    expect(isStarted(ports)).toBe(true)
  })

  test('never starts once it is removed', async () => {
    const ports = beforeFrame()
    const { element } = mount({ mode: 'wrong' }, { ports })
    await settle()
    element.remove()
    await settle()
    await ports.frames.show()

    expect(leaksOf(ports)).toEqual([])
  })

  test('starts again when it comes back into the page', async () => {
    const ports = beforeFrame()
    const { element } = mount({}, { ports })
    await settle()
    element.remove()
    await settle()
    document.body.append(element)
    await settle()
    await ports.frames.show()

    expect(isStarted(ports)).toBe(true)
  })

  test('leaves the mistakes of its attributes for later', async () => {
    const ports = beforeFrame()
    mount({ mode: 'wrong' }, { ports })
    await settle()
    const before = [...ports.reported]
    await ports.frames.show()

    expect([before.length, ports.reported.length]).toEqual([0, 1])
  })
})

describe('an element does not wait for a frame', () => {
  test('if its payment is in progress in this tab', async () => {
    const ports = beforeFrame(await paying())
    const { element, read } = mount({}, { ports })
    await settle()
    expect(element.shadowRoot?.querySelector('.title')?.textContent).toContain('Checking')
    await read(aSession())

    expect(element.state.phase).toBe('waiting')
  })

  test('if the page names a session', async () => {
    const ports = beforeFrame()
    mount({ session: 'cs_1' }, { ports })
    await settle()

    expect(ports.merchant.read.calls).toHaveLength(1)
  })

  test('if its choice has saved accounts to ask for', async () => {
    const ports = beforeFrame()
    mount({ methods: 'card bank_account' }, { ports })
    await settle()

    expect(isStarted(ports)).toBe(true)
  })

  test('if the page is hidden, and shows none', async () => {
    const ports = beforeFrame()
    Object.assign(ports.wake, { isHidden: () => true })
    mount({}, { ports })
    await settle()

    expect(isStarted(ports)).toBe(true)
  })

  test('if it is back in the page during its payment', async () => {
    const ports = beforeFrame()
    const { element, startPaying } = mount({}, { ports })
    await startPaying()
    element.remove()
    await settle()
    document.body.append(element)
    await settle()

    expect(isStarted(ports)).toBe(true)
  })
})
