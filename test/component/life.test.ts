// What pages and frameworks do to an element: upgrade late, define twice, move, remove, reuse.
import { describe, expect, test, vi } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../support/fake-ports.ts'
import { aFault, aSession } from '../support/sessions.ts'
import { mount, mounted, TestCheckout } from './mounted.ts'

let names = 0

/** An element that is in the page before its script. `upgrade` loads the script. */
function beforeTheScript() {
  const name = `late-checkout-${++names}`
  const ports = fakePorts()
  const element = document.createElement(name) as TestCheckout
  document.body.append(element)
  return {
    element,
    ports,
    upgrade() {
      const Late = class extends TestCheckout {
        protected override get ports() {
          return ports
        }
      }
      customElements.define(name, Late)
      return mounted(element, ports)
    },
  }
}

describe('an element that waited for its script', () => {
  test('keeps the properties that the page set before', async () => {
    const { element, ports, upgrade } = beforeTheScript()
    Object.assign(element, { endpoint: '/pay', order: 'A-7', label: 'Donate', kind: 'bank_transfer' })
    const { button } = upgrade()
    await button('Donate').click()

    expect(ports.merchant.endpoints).toEqual(['/pay'])
    expect(ports.merchant.create.last.request.body).toMatchObject({ order: 'A-7', kind: 'bank_transfer' })
  })

  test('keeps the context that the page set before', async () => {
    const { element, ports, upgrade } = beforeTheScript()
    Object.assign(element, { order: 'A-7', context: { gift: true } })
    upgrade().element.open()

    expect(ports.merchant.create.last.request.body.context).toEqual({ gift: true })
  })

  test('keeps that the page had disabled it', async () => {
    const { element, upgrade } = beforeTheScript()
    Object.assign(element, { order: 'A-7', disabled: true })

    await expect.element(upgrade().button()).toBeDisabled()
  })

  test('still follows its properties afterwards', async () => {
    const { element, upgrade } = beforeTheScript()
    Object.assign(element, { order: 'A-7', label: 'Donate' })
    const { button } = upgrade()
    element.label = 'Give'

    expect([element.getAttribute('label'), button('Give').query()]).toEqual(['Give', expect.anything()])
  })
})

test('every property has a setter, because a framework writes a property without one as an attribute', () => {
  const { element } = mount()
  const setters = new Set<string>()
  for (let part = element; part; part = Object.getPrototypeOf(part)) {
    for (const [name, { set }] of Object.entries(Object.getOwnPropertyDescriptors(part))) {
      if (set) setters.add(name)
    }
  }

  expect([...setters]).toEqual(
    expect.arrayContaining(['context', 'sentences', 'disabled', 'methods', 'order']),
  )
})

describe('the script', () => {
  test('may be loaded twice: the second one does not affect the first one’s elements', async () => {
    const first = await import('../../src/define.ts')
    // A second copy of the script is another module instance.
    const copy = new URL('../../src/define.ts?second', import.meta.url).href
    const second: typeof first = await import(/* @vite-ignore */ copy)

    expect(customElements.get('payin-checkout')).toBe(first.PayinCheckoutElement)
    expect(second).toBeDefined()
  })
})

describe('an element that is moved or removed', () => {
  test('keeps its payment when it is moved within the page', async () => {
    const { element, ports, startPaying, read } = mount()
    await startPaying()
    const question = ports.merchant.read.last
    document.body.append(document.createElement('main'))
    document.querySelector('main')?.append(element)
    await settle()
    expect(question.aborted).toBe(false)

    await read({ status: 'COMPLETED' })
    expect([element.state.phase, ports.merchant.create.calls.length]).toEqual(['complete', 1])
  })

  test('keeps its press and the window when it is put back in the same task after some promises', async () => {
    const { element, ports } = mount()
    element.open()
    element.remove()
    // As Turbo does with a permanent element, while it renders the next page.
    for (let turn = 0; turn < 4; turn++) await null
    document.body.append(element)
    await ports.merchant.create.last.answer(aSession())

    expect([element.state.phase, ports.windows.last.urls.length]).toEqual(['waiting', 1])
  })

  test('is mounted twice by React (in, out, in) without a second session or a second read', async () => {
    const { element, ports } = mount({ session: 'cs_1' })
    element.remove()
    document.body.append(element)
    await settle()

    expect([ports.merchant.read.calls.length, ports.wake.watchers, ports.channel.watchers]).toEqual([1, 1, 1])
  })

  test('leaves nothing running', async () => {
    const { element, ports, startPaying } = mount()
    await startPaying()
    element.remove()
    await settle()

    expect(leaksOf(ports)).toEqual([])
  })

  test('continues its payment when it is inserted again later', async () => {
    const { element, ports, startPaying, read } = mount()
    await startPaying()
    element.remove()
    await settle()
    document.body.append(element)
    await read({ status: 'COMPLETED' })

    expect([element.state.phase, ports.merchant.create.calls.length]).toEqual(['complete', 1])
  })

  test('has one shadow root and one button after all that', async () => {
    const { element, button } = mount()
    for (let times = 0; times < 3; times++) {
      element.remove()
      await settle()
      document.body.append(element)
    }

    expect(button().elements()).toHaveLength(1)
  })
})

describe('another order in the same element', () => {
  test('shows and announces nothing of the old one', async () => {
    const { element, button, text, announced, startPaying } = mount()
    await startPaying()
    element.order = 'A-2'

    await expect.element(button('Pay now')).toBeVisible()
    expect(text()).not.toMatch(/Waiting for your payment|49\.90/)
    expect([announced(), element.state]).toEqual(['', { phase: 'idle', session: null, error: null }])
  })

  test('gets no update of the old one', async () => {
    const { element, emitted, ports, startPaying } = mount()
    await startPaying()
    const oldQuestion = ports.merchant.read.last
    element.order = 'A-2'
    await oldQuestion.fail(aFault('not_found'))

    expect(oldQuestion.aborted).toBe(true)
    expect(emitted.map(({ name }) => name)).toEqual(['start', 'created', 'open'])
  })

  test('abandons a session that was being created for the old one', async () => {
    const { element, ports, emitted } = mount()
    element.open()
    const create = ports.merchant.create.last
    element.order = 'A-2'
    await create.answer(aSession())

    expect([element.state.phase, ports.windows.blank]).toEqual(['idle', []])
    expect(emitted.map(({ name }) => name)).toEqual(['start'])
  })

  test('keeps the old one’s session stored, because the shopper may come back to it', async () => {
    const { element, ports, startPaying } = mount()
    await startPaying()
    element.order = 'A-2'
    element.order = 'A-1001'
    await settle()

    expect(ports.merchant.read.last.request.id).toBe('cs_1')
    expect(element.state.phase).toBe('loading')
  })

  test('keeps the payment when the same order is set again', async () => {
    const { element, ports, startPaying } = mount()
    await startPaying()
    element.order = 'A-1001'

    expect([element.state.phase, ports.merchant.read.last.aborted]).toEqual(['waiting', false])
  })
})

describe('several elements on a page', () => {
  test('each emit and show their own payment', async () => {
    const first = mount({ order: 'A-1' })
    const second = mount({ order: 'A-2' })
    await first.startPaying()
    await first.read({ status: 'COMPLETED' })

    expect([first.element.state.phase, second.element.state.phase]).toEqual(['complete', 'idle'])
    expect(second.emitted).toEqual([])
  })
})

test('an element in a page without a language uses the browser’s', async () => {
  const lang = document.documentElement.lang
  document.documentElement.lang = ''
  const { element, ports } = mount()
  element.open()
  document.documentElement.lang = lang

  expect(ports.merchant.create.last.request.body.lang).toBe(navigator.language)
})

test.each([
  ['de-at', 'de-AT'],
  ['no such language', navigator.language],
])('lang %j is sent to the server as %s', (lang, sent) => {
  const spy = vi.spyOn(console, 'error')
  const { element, ports } = mount({ lang })
  element.open()

  expect(ports.merchant.create.last.request.body.lang).toBe(sent)
  expect(spy).not.toHaveBeenCalled()
})
