// Addresses of hosted pages: each opening after the first asks the server for one (docs/protocol.md#addresses). Links of an
// on-ramp work once (docs/internals/browser-facts.md#a-link-can-be-used-once).
import { describe, expect, test } from 'vitest'
import { fakePorts } from '../../support/fake-ports.ts'
import { aFault, aSession } from '../../support/sessions.ts'
import { startCheckout, startPaying } from '../../support/started-checkout.ts'

const onRamp = { kind: 'on_ramp', status: 'INTENT' } as const
const renewed = aSession({ ...onRamp, redirect_url: 'https://pay.example/p/2' })

async function closedWindow() {
  const started = await startPaying({ kind: 'on_ramp' }, onRamp)
  started.ports.windows.last.closeByShopper()
  await started.ports.clock.advance(500)
  return started
}

describe('the first link', () => {
  test('is opened unchanged, because it is only seconds old', async () => {
    const { ports } = await startPaying({ kind: 'on_ramp' }, onRamp)

    expect(ports.windows.last.urls).toEqual(['https://pay.example/p/1'])
    expect(ports.merchant.link.calls).toEqual([])
  })

  test('of an existing session is requested on click, because an older link may have expired', async () => {
    const started = startCheckout({ kind: 'on_ramp', session: 'cs_1', order: '' })
    await started.read({ ...onRamp, redirect_url: null })
    started.checkout.open()
    expect(started.ports.windows.blank).toHaveLength(1)
    await started.ports.merchant.link.last.answer(renewed)

    expect(started.ports.windows.last.urls).toEqual(['https://pay.example/p/2'])
  })
})

describe('reopening', () => {
  test('opens the window inside the click and requests a fresh link meanwhile', async () => {
    const { checkout, ports } = await closedWindow()
    checkout.open()

    expect(ports.windows.blank).toHaveLength(1)
    expect(ports.merchant.link.last.request).toEqual({ id: 'cs_1' })
  })

  test('opens the fresh link, never the old one', async () => {
    const { checkout, ports, emitted } = await closedWindow()
    checkout.open()
    await ports.merchant.link.last.answer(renewed)

    expect(ports.windows.opened.map(({ urls }) => urls)).toEqual([
      ['https://pay.example/p/1'],
      ['https://pay.example/p/2'],
    ])
    expect(emitted().filter((name) => name === 'open')).toHaveLength(2)
  })

  test('of a window that is still open brings it to the front, because its link is in use', async () => {
    const { checkout, ports } = await startPaying({ kind: 'on_ramp' }, onRamp)
    checkout.open()

    expect([ports.windows.last.focused, ports.merchant.link.calls.length]).toEqual([1, 0])
  })

  test('after a blocked popup continues by redirect, with a fresh link, too', async () => {
    const { checkout, ports } = await closedWindow()
    ports.windows.refuses = true
    checkout.open()
    await ports.merchant.link.last.answer(renewed)

    expect(ports.windows.redirects).toEqual(['https://pay.example/p/2'])
  })

  test('closes the blank window if no link comes, and shows a button once a read says that it can be paid', async () => {
    const { checkout, ports, read, count } = await closedWindow()
    checkout.open()
    await ports.merchant.link.last.fail(aFault('invalid'))
    expect(ports.windows.blank).toEqual([])
    expect(checkout.state).toMatchObject({ phase: 'error', error: { kind: 'invalid' } })
    await read(onRamp)

    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'elsewhere' })
    expect(count('error')).toBe(1)
  })

  test.each(['forbidden', 'bad_answer'] as const)(
    'stays a payment that is followed if somebody between answers with %s, such as a login wall',
    async (kind) => {
      const { checkout, ports, count, read } = await closedWindow()
      checkout.open()
      await ports.merchant.link.last.fail(aFault(kind))
      expect(ports.windows.blank).toEqual([])
      expect(checkout.state).toMatchObject({ phase: 'waiting', trouble: { kind } })
      expect(count('error')).toBe(1)
      await read(onRamp)

      expect(checkout.state).toMatchObject({ phase: 'waiting', trouble: null })
    },
  )

  test('is retried while the endpoint is unreachable', async () => {
    const { checkout, ports } = await closedWindow()
    checkout.open()
    await ports.merchant.link.last.fail(aFault('unavailable'))
    await ports.clock.advance(5_000)
    await ports.merchant.link.last.answer(renewed)

    expect(ports.windows.last.urls).toEqual(['https://pay.example/p/2'])
  })

  test('opens nothing if the link comes after the shopper cancelled', async () => {
    const { checkout, ports } = await closedWindow()
    checkout.open()
    checkout.cancel()
    await ports.merchant.link.last.answer(renewed)

    expect(ports.windows.blank).toEqual([])
    expect(ports.windows.last.urls).toEqual([])
  })

  test('of a payin asks, too, because the order may have changed since', async () => {
    const { checkout, ports } = await startPaying()
    ports.windows.last.closeByShopper()
    await ports.clock.advance(500)
    checkout.open()
    expect(ports.windows.last.urls).toEqual([])
    await ports.merchant.link.last.answer(aSession({ redirect_url: 'https://pay.example/p/2' }))

    expect(ports.windows.last.urls).toEqual(['https://pay.example/p/2'])
    expect(checkout.state).toMatchObject({ session: { redirect_url: 'https://pay.example/p/1' } })
  })
})

test('an answer without a kind counts as the requested kind', async () => {
  const { ports, checkout } = await startPaying({ kind: 'on_ramp' }, onRamp)
  await ports.merchant.read.last.answer({ changed: false, held: true })

  expect(ports.merchant.read.calls[0]?.request.before).toMatchObject({ kind: 'on_ramp' })
  expect(checkout.state.phase).toBe('waiting')
})

describe('a frame that may not navigate its tab', () => {
  test('shows a button instead of navigating the frame to a page that refuses frames', async () => {
    const ports = fakePorts()
    ports.windows.refuses = true
    ports.windows.isStuck = true
    const { checkout, emitted } = startCheckout({}, { ports })
    checkout.open()
    await ports.merchant.create.last.answer(aSession())

    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'refused' })
    expect(emitted()).not.toContain('open')
  })

  test('stores no return address, because the tab cannot return to a frame', async () => {
    const ports = fakePorts()
    ports.windows.href = ''
    const { checkout } = startCheckout({ mode: 'redirect' }, { ports })
    checkout.open()
    await ports.merchant.create.last.answer(aSession())

    expect([...ports.memory.entries.keys()].join()).not.toContain('back')
    expect(ports.windows.redirects).toHaveLength(1)
  })
})
