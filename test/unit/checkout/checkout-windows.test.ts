// The hosted page's window, from the click on (docs/internals/browser-facts.md#the-hosted-window).
import { describe, expect, test } from 'vitest'
import { fakePorts } from '../../support/fake-ports.ts'
import { aFault, aSession, changedRead } from '../../support/sessions.ts'
import { startCheckout, startPaying } from '../../support/started-checkout.ts'

const blockedPopup = () => {
  const ports = fakePorts()
  ports.windows.refuses = true
  return { ports }
}

describe('the popup', () => {
  test('is opened inside the click, before anything is awaited', () => {
    const { checkout, ports } = startCheckout()
    checkout.open()

    expect(ports.windows.blank).toHaveLength(1)
    expect(ports.merchant.create.calls).toHaveLength(1)
  })

  test('navigates to the hosted page once the session exists', async () => {
    const { ports, events } = await startPaying()

    expect(ports.windows.last.urls).toEqual(['https://pay.example/p/1'])
    expect(events.at(-1)).toMatchObject({ name: 'open', mode: 'popup' })
  })

  test('opens once for several quick presses, which also create one session', () => {
    const { checkout, ports } = startCheckout()
    for (let presses = 0; presses < 5; presses++) checkout.open()

    expect(ports.windows.opened).toHaveLength(1)
    expect(ports.merchant.create.calls).toHaveLength(1)
  })

  test('is closed while blank if the session cannot be created', async () => {
    const { checkout, ports } = startCheckout()
    checkout.open()
    await ports.merchant.create.last.fail(aFault('invalid'))

    expect(ports.windows.blank).toEqual([])
    expect(checkout.state.phase).toBe('error')
  })

  test('is closed while blank if the shopper cancels', () => {
    const { checkout, ports } = startCheckout()
    checkout.open()
    checkout.cancel()

    expect(ports.windows.blank).toEqual([])
    expect(ports.merchant.create.last.aborted).toBe(true)
  })

  test('is closed while blank if the session has no safe address', async () => {
    const { ports, checkout } = await startPaying({}, { redirect_url: 'javascript:alert(1)' })
    await ports.merchant.link.last.answer(aSession({ redirect_url: 'javascript:alert(1)' }))

    expect(ports.windows.blank).toEqual([])
    expect(ports.windows.opened.flatMap(({ urls }) => urls)).toEqual([])
    expect(checkout.state).toMatchObject({ phase: 'error', error: { kind: 'bad_redirect_url' } })
  })

  test('that reads as closed is only a hint: polling continues, and no event is emitted', async () => {
    const { ports, checkout, read, emitted } = await startPaying()
    const before = emitted().length
    ports.windows.last.closeByShopper()
    await ports.clock.advance(500)
    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'closed' })
    expect(emitted()).toHaveLength(before)

    await read({ status: 'COMPLETED' })
    expect(checkout.state.phase).toBe('complete')
  })

  test('closed before the session was created is still noticed', async () => {
    const { checkout, ports } = startCheckout()
    checkout.open()
    ports.windows.last.closeByShopper()
    await ports.merchant.create.last.answer(aSession())
    await ports.clock.advance(500)

    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'closed' })
  })

  test('comes to the front with another press while it is open', async () => {
    const { ports, checkout, count } = await startPaying()
    checkout.open()

    expect([ports.windows.opened.length, ports.windows.last.focused]).toEqual([1, 1])
    expect([count('start'), count('open')]).toEqual([1, 1])
  })

  test('opens again for the same session with another press after it was closed', async () => {
    const { ports, checkout, count } = await startPaying()
    ports.windows.last.closeByShopper()
    await ports.clock.advance(500)
    checkout.open()
    await ports.merchant.link.last.answer(aSession())

    expect(ports.windows.last.urls).toEqual(['https://pay.example/p/1'])
    expect([ports.merchant.create.calls.length, count('open')]).toEqual([1, 2])
  })

  test('is never left blank if the server says that there is nothing to open', async () => {
    const { ports, checkout, read } = startCheckout({ order: '', session: 'cs_1' })
    await read({ redirect_url: null })
    checkout.open()
    await ports.merchant.link.last.answer(aSession({ redirect_url: null }))

    expect(ports.windows.blank).toEqual([])
    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'returned' })
  })

  test('is never left blank after a reload at a proxy that returns the address only once', async () => {
    const first = await startPaying()
    first.stop()
    const reloaded = startCheckout({}, { ports: fakePorts({ memory: first.ports.memory }) })
    await reloaded.read({ redirect_url: null })
    reloaded.checkout.open()
    await reloaded.ports.merchant.link.last.fail(aFault('not_found'))

    expect(reloaded.ports.windows.blank).toEqual([])
  })
})

describe('a blocked popup', () => {
  test('emits an event, then the payment continues in this tab', async () => {
    const { checkout, ports, emitted } = startCheckout({}, blockedPopup())
    checkout.open()
    await ports.merchant.create.last.answer(aSession())

    expect(emitted()).toEqual(['start', 'blocked', 'created', 'open'])
    expect(ports.windows.redirects).toEqual(['https://pay.example/p/1'])
  })

  test('stays in the widget when the page prevents the redirect', async () => {
    const { checkout, ports, on } = startCheckout({}, blockedPopup())
    on('blocked', () => false)
    checkout.open()
    await ports.merchant.create.last.answer(aSession())

    expect(ports.windows.redirects).toEqual([])
    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'refused' })
  })

  test('stays in the widget in mode popup, and the next press opens it', async () => {
    const { checkout, ports } = startCheckout({ mode: 'popup' }, blockedPopup())
    checkout.open()
    await ports.merchant.create.last.answer(aSession())
    ports.windows.refuses = false
    checkout.open()
    await ports.merchant.link.last.answer(aSession())

    expect(ports.windows.redirects).toEqual([])
    expect(ports.windows.last.urls).toEqual(['https://pay.example/p/1'])
  })

  test('on a second try redirects with the existing session', async () => {
    const { checkout, ports, events } = await startPaying()
    ports.windows.last.closeByShopper()
    ports.windows.refuses = true
    checkout.open()
    await ports.merchant.link.last.answer(aSession())

    expect(events.at(-2)).toMatchObject({ name: 'blocked', session: { id: 'cs_1' } })
    expect([ports.windows.redirects.length, ports.merchant.create.calls.length]).toEqual([1, 1])
  })
})

describe('a window that never appears', () => {
  /** The hosted page counts as open, and the shopper presses to bring the window to the front. */
  async function askForWindow(options: Parameters<typeof startPaying>[0] = {}) {
    const started = await startPaying(options)
    started.ports.windows.last.isSeen = false
    started.checkout.open()
    return started
  }

  test('does not count as refused by itself, because a background tab on a slow connection looks the same', async () => {
    const { ports, checkout, count } = await startPaying()
    ports.windows.last.isSeen = false
    await ports.clock.advance(60_000)

    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'popup' })
    expect(count('blocked')).toBe(0)
  })

  test('counts as refused if it does not come to the front on request: the payment continues in this tab', async () => {
    const { ports, events } = await askForWindow()
    await ports.clock.advance(2_000)
    await ports.merchant.link.last.answer(aSession())

    expect(events.slice(-2)).toMatchObject([{ name: 'blocked' }, { name: 'open', mode: 'redirect' }])
    expect(ports.windows.redirects).toEqual(['https://pay.example/p/1'])
    expect(ports.merchant.create.calls).toHaveLength(1)
  })

  test('counts as blocked in mode popup, and the next press tries another one', async () => {
    const { ports, checkout } = await askForWindow({ mode: 'popup' })
    await ports.clock.advance(2_000)
    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'refused' })
    checkout.open()

    expect([ports.windows.opened.length, ports.windows.redirects.length]).toEqual([2, 0])
    expect(checkout.state).toMatchObject({ hosted: 'popup' })
  })

  test('counts as open if it comes to the front on request', async () => {
    const { ports, checkout, count } = await askForWindow()
    await ports.clock.advance(500)
    ports.windows.last.isSeen = true
    await ports.clock.advance(60_000)

    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'popup' })
    expect([count('blocked'), ports.windows.redirects.length]).toEqual([0, 0])
  })

  test('is not checked any more once the payment has ended', async () => {
    const { ports, read, count } = await askForWindow()
    await read({ status: 'COMPLETED' })
    await ports.clock.advance(2_000)

    expect([count('blocked'), ports.windows.redirects.length]).toEqual([0, 0])
  })
})

describe('the redirect', () => {
  test.each([
    ['mode redirect', { mode: 'redirect' } as const, false, 'redirect'],
    ['mode auto on a phone', {}, true, 'redirect'],
    ['mode auto on a desktop', {}, false, 'popup'],
    ['mode popup on a phone', { mode: 'popup' } as const, true, 'popup'],
  ])('%s', async (_title, options, prefers, expected) => {
    const ports = fakePorts()
    ports.windows.prefers = prefers
    const { checkout, events } = startCheckout(options, { ports })
    checkout.open()
    await ports.merchant.create.last.answer(aSession())

    expect(events.at(-1)).toMatchObject({ name: 'open', mode: expected })
    expect(ports.windows.opened).toHaveLength(expected === 'popup' ? 1 : 0)
  })

  test('stores the page that is left, so that the shopper can return', async () => {
    const { ports } = await startPaying({ mode: 'redirect' })
    expect([...ports.memory.entries.values()].join()).toContain('https://shop.example/cart?step=pay#pay')
  })

  test('can be repeated after the back button, which restores the page from the cache', async () => {
    const { ports, checkout, read } = await startPaying({ mode: 'redirect' })
    await read(changedRead())
    await ports.wake.wake('restored')

    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'elsewhere' })
    expect(ports.merchant.read.last.request.waitSeconds).toBe(0)
  })
})
