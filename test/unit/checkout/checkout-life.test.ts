// Reload, tab switches, frameworks and listeners: what happens around a payment must not change it.
import { describe, expect, test } from 'vitest'
import { rememberedSession } from '../../../src/checkout/resume.ts'
import { settle } from '../../support/fake-clock.ts'
import { fakePorts, leaksOf, refusingMemory } from '../../support/fake-ports.ts'
import { aFault, aSession, changedRead } from '../../support/sessions.ts'
import { startCheckout, startPaying } from '../../support/started-checkout.ts'

/** The same tab after a reload: a new page with the same storage. */
async function reload(first: Awaited<ReturnType<typeof startPaying>>) {
  first.stop()
  return startCheckout({}, { ports: fakePorts({ memory: first.ports.memory }) })
}

describe('after a reload', () => {
  test('the checkout finds the payment and creates no second one', async () => {
    const { checkout, ports, read } = await reload(await startPaying())
    expect(checkout.state.phase).toBe('loading')
    await read({})

    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'elsewhere' })
    expect(ports.merchant.create.calls).toEqual([])
  })

  test('a payment that completed meanwhile is shown as complete', async () => {
    const { checkout, read, emitted } = await reload(await startPaying())
    await read({ status: 'COMPLETED' })

    expect([checkout.state.phase, emitted()]).toEqual(['complete', ['complete']])
  })

  test('a session that the server no longer has is forgotten without an error, and the button is shown', async () => {
    const { checkout, ports, emitted } = await reload(await startPaying())
    await ports.merchant.read.last.fail(aFault('not_found'))

    expect([checkout.state.phase, emitted()]).toEqual(['idle', []])
    expect(rememberedSession(ports.memory, '/checkout#A-1001')).toBeNull()
  })

  test('a paid order is not offered again, and its event does not come again', async () => {
    const first = await startPaying()
    await first.read({ status: 'COMPLETED' })
    const { checkout, read, emitted } = await reload(first)
    await read({ status: 'COMPLETED' })

    expect([checkout.state.phase, emitted()]).toEqual(['complete', []])
  })

  test.each(['FAILED', 'EXPIRED'])('a payment that is %s is not brought back', async (status) => {
    const first = await startPaying()
    await first.read({ status })
    const { checkout, ports } = await reload(first)

    expect([checkout.state.phase, ports.merchant.read.calls.length]).toEqual(['idle', 0])
  })

  test('another order of the same shop does not show the payment', async () => {
    const first = await startPaying()
    const ports = fakePorts({ memory: first.ports.memory })
    const { checkout } = startCheckout({ order: 'A-2' }, { ports })

    expect(checkout.state.phase).toBe('idle')
  })

  test('a browser without storage starts with the button and can still pay', async () => {
    const ports = fakePorts({ memory: refusingMemory() })
    const { checkout, read } = startCheckout({}, { ports })
    checkout.open()
    await ports.merchant.create.last.answer(aSession())
    await read({ status: 'COMPLETED' })

    expect(checkout.state.phase).toBe('complete')
  })
})

describe('a wake-up of the page', () => {
  test.each(['visible', 'focus', 'online', 'restored'] as const)(
    '%s reads at once, because the tab was hidden while the shopper paid',
    async (reason) => {
      const { ports, read } = await startPaying()
      await read(changedRead())
      await ports.wake.wake(reason)

      expect(ports.merchant.read.last.request.waitSeconds).toBe(0)
      expect(ports.merchant.read.waiting).toHaveLength(1)
    },
  )

  test('reads nothing if no payment is in progress', async () => {
    const { ports } = startCheckout()
    await ports.wake.wake('visible')

    expect(ports.merchant.read.calls).toEqual([])
  })
})

describe('a return page', () => {
  test('gets the claim of its window, and the session is read at once', async () => {
    const { ports, checkout, read } = await startPaying()
    await read(changedRead())
    const claimed = await ports.channel.return('cs_1')

    expect(claimed).toBe(true)
    expect(checkout.state).toMatchObject({ phase: 'waiting', hosted: 'returned' })
    expect(ports.merchant.read.last.request.waitSeconds).toBe(0)
  })

  test('is claimed even if the payment completed first, or its window would stay open', async () => {
    const { ports, read } = await startPaying()
    await read({ status: 'COMPLETED' })

    expect(await ports.channel.return('cs_1')).toBe(true)
  })

  test.each([
    ['of another session', {}, 'cs_2'],
    ['in a redirected tab, the shopper’s only one', { mode: 'redirect' } as const, 'cs_1'],
  ])('%s is not claimed', async (_title, options, id) => {
    const { ports } = await startPaying(options)
    expect(await ports.channel.return(id)).toBe(false)
  })

  test('changes no outcome, because anyone may open it', async () => {
    const { ports, checkout, emitted } = await startPaying()
    const before = emitted()
    await ports.channel.return('cs_1')

    expect([checkout.state.phase, emitted()]).toEqual(['waiting', before])
  })
})

describe('a framework that removes the element and inserts it again', () => {
  test('creates no second session, and the payment continues', async () => {
    const { ports, checkout, read, stop } = await startPaying()
    stop()
    checkout.connect()
    await read({ status: 'COMPLETED' })

    expect([checkout.state.phase, ports.merchant.create.calls.length]).toEqual(['complete', 1])
  })

  test('still notices that the popup closes', async () => {
    const { ports, checkout, stop } = await startPaying()
    stop()
    checkout.connect()
    ports.windows.last.closeByShopper()
    await ports.clock.advance(500)

    expect(checkout.state).toMatchObject({ hosted: 'closed' })
  })

  test.each([
    ['before the session came', async () => pressed()],
    ['while the shopper pays', () => startPaying()],
    ['while money is promised', () => reached('AUTHORIZED')],
    ['after success', () => reached('COMPLETED')],
    ['after failure', () => reached('FAILED')],
    ['in trouble', () => inTrouble()],
  ])('leaves no timer, listener or request behind %s', async (_title, story) => {
    const { ports, stop } = await story()
    stop()
    await settle()

    expect(leaksOf(ports)).toEqual([])
  })

  test('before the session was created closes the blank window and abandons the attempt', async () => {
    const { ports, checkout, stop } = pressed()
    stop()
    await ports.clock.advance(60_000)

    expect([ports.windows.blank, checkout.state.phase]).toEqual([[], 'idle'])
  })

  function pressed() {
    const started = startCheckout()
    started.checkout.open()
    return started
  }

  async function reached(status: string) {
    const started = await startPaying()
    await started.read({ status })
    return started
  }

  async function inTrouble() {
    const started = await startPaying()
    await started.ports.merchant.read.last.fail(aFault())
    return started
  }
})

describe('a listener of the page', () => {
  test.each(['start', 'blocked', 'created'] as const)(
    'of payment-%s that disconnects the checkout stops the remaining effects',
    async (name) => {
      const ports = fakePorts()
      ports.windows.refuses = true
      const { checkout, on, stop, emitted } = startCheckout({}, { ports })
      on(name, () => void stop())
      checkout.open()
      for (const create of ports.merchant.create.waiting) await create.answer(aSession())
      await settle()

      expect(emitted().at(-1)).toBe(name)
      expect([ports.windows.redirects, leaksOf(ports)]).toEqual([[], []])
      expect(ports.merchant.create.calls).toHaveLength(name === 'start' ? 0 : 1)
    },
  )

  test('that presses again inside payment-start creates one session', () => {
    const { checkout, ports, on, count } = startCheckout()
    on('start', () => void (count('start') < 3 && checkout.open()))
    checkout.open()

    expect([ports.merchant.create.calls.length, ports.windows.opened.length]).toEqual([1, 1])
  })

  test('that calls reset() inside an event leads to the initial state', async () => {
    const { checkout, ports, on, stop } = startCheckout()
    on('created', () => void checkout.reset())
    checkout.open()
    await ports.merchant.create.last.answer(aSession())
    stop()
    await settle()

    expect([checkout.state, leaksOf(ports)]).toEqual([{ phase: 'idle', session: null }, []])
  })

  test('gets the events of one step in order, even if it calls methods in between', async () => {
    const { checkout, read, on, emitted } = await startPaying()
    on('status', () => void checkout.check())
    await read({ status: 'AUTHORIZED' })

    expect(emitted().slice(-2)).toEqual(['status', 'authorized'])
  })

  test('sees the state that the event describes', async () => {
    const { checkout, read, on } = await startPaying()
    const seen: string[] = []
    on('complete', () => void seen.push(checkout.state.phase))
    await read({ status: 'COMPLETED' })

    expect(seen).toEqual(['complete'])
  })

  test('that retries inside payment-failed gets a new window and a new session', async () => {
    const { checkout, ports, read, on } = await startPaying()
    on('failed', () => void checkout.open())
    await read({ status: 'FAILED' })

    expect([checkout.state.phase, ports.merchant.create.calls.length]).toEqual(['creating', 2])
  })

  test.each(['created', 'open', 'blocked'] as const)(
    'that throws in payment-%s does not prevent the hosted page',
    async (name) => {
      const ports = fakePorts()
      ports.windows.refuses = true
      const { checkout, on } = startCheckout({}, { ports })
      on(name, () => {
        throw new Error('a bug in the page')
      })
      checkout.open()
      await ports.merchant.create.last.answer(aSession())

      expect(ports.windows.redirects).toEqual(['https://pay.example/p/1'])
      expect(ports.merchant.read.calls).toHaveLength(1)
    },
  )

  test('gets complete once for a session, whatever the merchant answers afterwards', async () => {
    const { checkout, read, count, ports } = await startPaying()
    await read({ status: 'COMPLETED' })
    checkout.reset()
    checkout.open()
    await ports.merchant.create.last.answer(aSession({ status: 'COMPLETED' }))

    expect([count('complete'), count('created'), checkout.state.phase]).toEqual([1, 1, 'complete'])
  })
})
