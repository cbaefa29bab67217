// Two elements of one page for one order, such as a sticky bar and the main column: one press is one payment, wherever it
// was pressed, and what is paid in one is paid in both.
import { describe, expect, test } from 'vitest'
import type { CheckoutOptions } from '../../../src/checkout/checkout.ts'
import { settle } from '../../support/fake-clock.ts'
import { type FakePorts, fakePorts, leaksOf } from '../../support/fake-ports.ts'
import { aFault, aSession, news, noNews } from '../../support/sessions.ts'
import { type Started, startCheckout } from '../../support/started-checkout.ts'

interface Pair {
  readonly ports: FakePorts
  readonly bar: Started
  readonly column: Started
}

function pair(options: Partial<CheckoutOptions> = {}, ofColumn: Partial<CheckoutOptions> = options): Pair {
  const ports = fakePorts()
  return { ports, bar: startCheckout(options, { ports }), column: startCheckout(ofColumn, { ports }) }
}

/** The shopper pressed in the bar, and sees the hosted page in a window. */
async function paying(options: Partial<CheckoutOptions> = {}): Promise<Pair> {
  const both = pair(options)
  both.bar.checkout.open()
  await both.ports.merchant.create.last.answer(aSession())
  return both
}

/** The server answers every question that waits with this status of the session. */
async function answerAll({ merchant, clock }: FakePorts, status: string, id = 'cs_1'): Promise<void> {
  if (merchant.read.waiting.length === 0) await clock.advance(1_000)
  for (const question of merchant.read.waiting)
    if (question.request.id === id) await question.answer(news({ id, status }))
}

const phases = ({ bar, column }: Pair) => [bar.checkout.state.phase, column.checkout.state.phase]
const keys = ({ merchant }: FakePorts) => merchant.create.calls.map(({ request }) => request.key)

describe('a press in one', () => {
  test('puts the other under way with the same session, which tells nothing of it', async () => {
    const both = await paying()

    expect(both.column.checkout.state).toMatchObject({
      phase: 'waiting',
      hosted: 'elsewhere',
      session: { id: 'cs_1' },
    })
    expect(both.column.emitted()).toEqual([])
    expect(both.ports.merchant.read.waiting.map(({ request }) => request.id)).toEqual(['cs_1', 'cs_1'])
  })

  test('and one in the other open the same page and make one session', async () => {
    const { ports, column } = await paying()
    column.checkout.open()

    expect(ports.merchant.create.calls).toHaveLength(1)
    expect(ports.windows.opened.map(({ urls }) => urls)).toEqual([
      ['https://pay.example/p/1'],
      ['https://pay.example/p/1'],
    ])
  })

  test('and one in the other in the same task make one request', async () => {
    const both = pair()
    both.bar.checkout.open()
    both.column.checkout.open()
    expect(both.ports.merchant.create.calls).toHaveLength(1)
    await both.ports.merchant.create.last.answer(aSession())

    expect(phases(both)).toEqual(['waiting', 'waiting'])
    expect([both.bar.count('created'), both.column.count('created')]).toEqual([1, 1])
    expect(both.ports.windows.blank).toEqual([])
  })

  test('is known to the other, however its endpoint is written', async () => {
    for (const endpoint of ['/checkout/', 'checkout', 'https://shop.example/checkout', '/a/../checkout']) {
      const both = pair({ endpoint: '/checkout' }, { endpoint })
      both.bar.checkout.open()
      await both.ports.merchant.create.last.answer(aSession())

      expect(phases(both), endpoint).toEqual(['waiting', 'waiting'])
    }
  })

  test('is joined by the other with the same key and request, whatever was chosen there', async () => {
    const both = pair({ payment: { method: 'card' } }, { payment: { method: 'crypto_transfer' } })
    both.bar.checkout.open()
    both.column.checkout.open()
    await both.ports.merchant.create.last.fail(aFault())
    await both.ports.clock.advance(5_000)

    expect(new Set(keys(both.ports)).size).toBe(1)
    expect(
      new Set(both.ports.merchant.create.calls.map(({ request }) => request.body.payment?.method)),
    ).toEqual(new Set(['card']))
    expect(both.ports.merchant.create.waiting).toHaveLength(1)
  })

  test('that is given up leaves the other its attempt, with the same key', async () => {
    const both = pair()
    both.bar.checkout.open()
    both.column.checkout.open()
    both.bar.checkout.cancel()
    await both.ports.clock.advance(5_000)
    await both.ports.merchant.create.last.answer(aSession())

    expect([both.ports.merchant.create.calls.length, new Set(keys(both.ports)).size]).toEqual([2, 1])
    expect(both.column.checkout.state).toMatchObject({ phase: 'waiting', hosted: 'popup' })
  })

  test('whose element is taken away leaves the other its attempt, too', async () => {
    const both = pair()
    both.bar.checkout.open()
    both.column.checkout.open()
    both.bar.stop()
    await both.ports.clock.advance(5_000)
    await both.ports.merchant.create.last.answer(aSession())

    expect(both.column.checkout.state).toMatchObject({ phase: 'waiting', session: { id: 'cs_1' } })
    expect(new Set(keys(both.ports)).size).toBe(1)
  })

  test('that was given up by all of them is over: the next one is an attempt of its own', () => {
    const both = pair()
    both.bar.checkout.open()
    both.column.checkout.open()
    both.bar.checkout.cancel()
    both.column.checkout.cancel()
    both.column.checkout.open()

    expect(new Set(keys(both.ports)).size).toBe(2)
  })

  test('that the endpoint refuses leaves both their button, and their windows are closed', async () => {
    const both = pair()
    both.bar.checkout.open()
    both.column.checkout.open()
    await both.ports.merchant.create.last.fail(aFault('invalid'))
    expect([phases(both), both.ports.windows.blank]).toEqual([['error', 'error'], []])
    both.column.checkout.open()

    expect(new Set(keys(both.ports)).size).toBe(2)
  })

  test('puts an element under way that comes into the page later', async () => {
    const { ports } = await paying()
    const late = startCheckout({}, { ports })
    await answerAll(ports, 'CREATED')

    expect(late.checkout.state).toMatchObject({ phase: 'waiting', session: { id: 'cs_1' } })
  })

  test('for another order, or at another endpoint, is nothing to the other', async () => {
    for (const other of [{ order: 'A-2' }, { endpoint: '/other' }]) {
      const both = pair({}, other)
      both.bar.checkout.open()
      both.column.checkout.open()
      expect(both.ports.merchant.create.calls).toHaveLength(2)
      await both.ports.merchant.create.calls[0]?.answer(aSession())
      expect(both.column.checkout.state.phase).toBe('creating')
    }
  })

  test('of the page’s own session puts the other under way', async () => {
    const both = pair({ order: '', session: 'cs_1' })
    await answerAll(both.ports, 'CREATED')
    expect(phases(both)).toEqual(['idle', 'idle'])
    both.bar.checkout.open()

    expect(both.column.checkout.state).toMatchObject({ phase: 'waiting', hosted: 'elsewhere' })
    expect(both.ports.merchant.create.calls).toEqual([])
  })
})

describe('a payment that is paid in one', () => {
  test('is paid in both at once, and each tells its own events once', async () => {
    const both = await paying()
    await both.ports.merchant.read.last.answer(news({ status: 'COMPLETED' }))

    expect(phases(both)).toEqual(['complete', 'complete'])
    for (const { count } of [both.bar, both.column])
      expect([count('status'), count('complete')]).toEqual([1, 1])
    expect(leaksOf(both.ports)).toEqual(['2 wake watchers', '2 channel watchers'])
  })

  test.each(['idle', 'cancelled', 'failed', 'error'] as const)('is paid in one that is %s', async (phase) => {
    const both = pair()
    await ways[phase](both.column)
    expect(both.column.checkout.state.phase).toBe(phase)
    both.bar.checkout.open()
    await both.ports.merchant.create.last.answer(aSession({ id: 'cs_2' }))
    expect(both.column.checkout.state).toMatchObject({ phase: 'waiting', session: { id: 'cs_2' } })
    await answerAll(both.ports, 'COMPLETED', 'cs_2')

    expect(phases(both)).toEqual(['complete', 'complete'])
    expect([both.column.count('complete'), both.column.checkout.state]).toMatchObject([
      1,
      { session: { id: 'cs_2' } },
    ])
  })

  test('is paid in one where it was given up', async () => {
    const both = await paying()
    both.column.checkout.cancel()
    expect(phases(both)).toEqual(['waiting', 'cancelled'])
    await both.ports.merchant.read.calls[0]?.answer(news({ status: 'COMPLETED' }))

    expect(phases(both)).toEqual(['complete', 'complete'])
  })

  test('is said to be paid where another session of the order was open', async () => {
    const both = pair({}, { session: 'cs_9' })
    await both.ports.merchant.read.last.answer(news({ id: 'cs_9' }))
    both.bar.checkout.open()
    await both.ports.merchant.create.last.answer(aSession())
    expect(both.column.checkout.state.phase).toBe('idle')
    await answerAll(both.ports, 'COMPLETED')

    expect(both.column.checkout.state).toMatchObject({ phase: 'error', error: { kind: 'already_paid' } })
    both.column.checkout.open()
    expect(both.ports.windows.opened).toHaveLength(1)
  })

  test('is paid after a reload: the tab remembers it', async () => {
    const both = await paying()
    await both.ports.merchant.read.last.answer(news({ status: 'COMPLETED' }))
    for (const { stop } of [both.bar, both.column]) stop()
    const after = startCheckout({}, { ports: fakePorts({ memory: both.ports.memory }) })
    after.checkout.open()
    await after.read({ status: 'COMPLETED' })

    expect([after.checkout.state.phase, after.count('complete')]).toEqual(['complete', 1])
    expect(after.ports.merchant.create.calls).toEqual([])
  })

  test('is paid in a page that comes out of the cache as it was before', async () => {
    const first = fakePorts()
    const cached = startCheckout({}, { ports: first })
    const other = startCheckout({}, { ports: fakePorts({ memory: { ...first.memory } }) })
    other.checkout.open()
    await other.ports.merchant.create.last.answer(aSession())
    expect(cached.checkout.state.phase).toBe('idle')
    await first.wake.wake('restored')
    await cached.read({ status: 'COMPLETED' })

    expect(cached.checkout.state.phase).toBe('complete')
  })

  test('can be paid anew after reset(), which leaves the other as it is', async () => {
    const both = await paying()
    await both.ports.merchant.read.last.answer(news({ status: 'COMPLETED' }))
    both.bar.checkout.reset()
    expect(phases(both)).toEqual(['idle', 'complete'])
    both.bar.checkout.open()
    await both.ports.merchant.create.last.answer(aSession({ id: 'cs_2' }))

    expect(phases(both)).toEqual(['waiting', 'complete'])
  })
})

describe('a payment that failed', () => {
  test('has failed in both at once, and can be tried again in either, but not in both at once', async () => {
    const both = await paying()
    await both.ports.merchant.read.last.answer(news({ status: 'FAILED' }))
    expect(phases(both)).toEqual(['failed', 'failed'])
    both.column.checkout.open()
    both.bar.checkout.open()
    await both.ports.merchant.create.last.answer(aSession({ id: 'cs_2' }))

    expect(both.ports.merchant.create.calls).toHaveLength(2)
    expect([both.bar, both.column].map(({ checkout }) => checkout.state)).toMatchObject([
      { phase: 'waiting', session: { id: 'cs_2' } },
      { phase: 'waiting', session: { id: 'cs_2' } },
    ])
  })

  test('is not tried again where another one is under way by now: that one is looked for', async () => {
    const both = await paying({ payment: { method: 'card' } })
    // The bar goes another way, which the column has no part in while its own payment can be paid.
    both.bar.checkout.cancel()
    const other = startCheckout({ payment: { method: 'crypto_transfer' } }, { ports: both.ports })
    await both.ports.merchant.read.last.answer(news())
    other.checkout.cancel()
    other.checkout.open()
    await both.ports.merchant.create.last.answer(aSession({ id: 'cs_2' }))
    expect(both.column.checkout.state).toMatchObject({ phase: 'waiting', session: { id: 'cs_1' } })
    await answerAll(both.ports, 'EXPIRED')
    expect(both.column.checkout.state.phase).toBe('expired')
    both.column.checkout.open()

    expect(both.column.checkout.state).toMatchObject({ phase: 'loading', id: 'cs_2' })
    expect(both.ports.merchant.create.calls).toHaveLength(2)
  })

  test('is forgotten by the tab', async () => {
    const both = await paying()
    await both.ports.merchant.read.last.answer(news({ status: 'FAILED' }))
    const after = startCheckout({}, { ports: fakePorts({ memory: both.ports.memory }) })

    expect(after.checkout.state.phase).toBe('idle')
  })
})

describe('an element that goes', () => {
  test('hears nothing any more, and finds the payment when it comes back', async () => {
    const both = pair()
    both.column.stop()
    both.bar.checkout.open()
    await both.ports.merchant.create.last.answer(aSession())
    expect(both.column.checkout.state.phase).toBe('idle')
    both.column.checkout.connect()
    await answerAll(both.ports, 'COMPLETED')

    expect(phases(both)).toEqual(['complete', 'complete'])
  })

  test('finds another payment than the failed one that it showed', async () => {
    const both = await paying()
    await both.ports.merchant.read.last.answer(news({ status: 'FAILED' }))
    both.column.stop()
    both.bar.checkout.open()
    await both.ports.merchant.create.last.answer(aSession({ id: 'cs_2' }))
    both.column.checkout.connect()

    expect(both.column.checkout.state).toMatchObject({ phase: 'loading', id: 'cs_2' })
  })

  test('inside the other’s event leaves nothing behind', async () => {
    const both = await paying()
    both.column.on('complete', () => void both.bar.checkout.end())
    await both.ports.merchant.read.calls[0]?.answer(news({ status: 'COMPLETED' }))
    await settle()
    both.column.stop()

    expect([both.column.count('complete'), leaksOf(both.ports)]).toEqual([1, []])
  })
})

test('what one reads of an older time does not take the other back', async () => {
  const both = await paying()
  await both.ports.merchant.read.last.answer(news({ status: 'COMPLETED' }))
  both.bar.checkout.check()
  for (const question of both.ports.merchant.read.waiting) await question.answer(noNews())

  expect(phases(both)).toEqual(['complete', 'complete'])
})

const ways: Record<'idle' | 'cancelled' | 'failed' | 'error', (column: Started) => Promise<void>> = {
  idle: async () => {},
  cancelled: async ({ checkout }) => {
    checkout.open()
    checkout.cancel()
  },
  failed: async ({ checkout, ports }) => {
    checkout.open()
    await ports.merchant.create.last.answer(aSession())
    await ports.merchant.read.last.answer(news({ status: 'FAILED' }))
  },
  error: async ({ checkout, ports }) => {
    checkout.open()
    await ports.merchant.create.last.fail(aFault('invalid'))
  },
}
