// Two elements of one page for one order, such as a sticky bar and the main column: they show the same payment.
import { describe, expect, test } from 'vitest'
import { settle } from '../../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../../support/fake-ports.ts'
import { aFault, aSession, changedRead, unchangedRead } from '../../support/sessions.ts'
import { type Started, startCheckout } from '../../support/started-checkout.ts'
import { answerAll, pair, paying, phases } from './two-checkouts.ts'

describe('a payment that is paid in one', () => {
  test('is complete in both at once, and each emits its own events once', async () => {
    const both = await paying()
    await both.ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))

    expect(phases(both)).toEqual(['complete', 'complete'])
    for (const { count } of [both.bar, both.column])
      expect([count('status'), count('complete')]).toEqual([1, 1])
    expect(leaksOf(both.ports)).toEqual(['2 wake watchers', '2 channel watchers'])
  })

  test.each(['idle', 'cancelled', 'failed', 'error'] as const)(
    'is complete in one that is %s',
    async (phase) => {
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
    },
  )

  test('is complete in one where it was cancelled', async () => {
    const both = await paying()
    both.column.checkout.cancel()
    expect(phases(both)).toEqual(['waiting', 'cancelled'])
    await both.ports.merchant.read.calls[0]?.answer(changedRead({ status: 'COMPLETED' }))

    expect(phases(both)).toEqual(['complete', 'complete'])
  })

  test('is reported as paid where another session of the order was open', async () => {
    const both = pair({}, { session: 'cs_9' })
    await both.ports.merchant.read.last.answer(changedRead({ id: 'cs_9' }))
    both.bar.checkout.open()
    await both.ports.merchant.create.last.answer(aSession())
    expect(both.column.checkout.state.phase).toBe('idle')
    await answerAll(both.ports, 'COMPLETED')

    expect(both.column.checkout.state).toMatchObject({ phase: 'error', error: { kind: 'already_paid' } })
    both.column.checkout.open()
    expect(both.ports.windows.opened).toHaveLength(1)
  })

  test('is complete after a reload, because the tab stores it', async () => {
    const both = await paying()
    await both.ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))
    for (const { stop } of [both.bar, both.column]) stop()
    const after = startCheckout({}, { ports: fakePorts({ memory: both.ports.memory }) })
    after.checkout.open()
    await after.read({ status: 'COMPLETED' })

    expect([after.checkout.state.phase, after.count('complete')]).toEqual(['complete', 0])
    expect(after.ports.merchant.create.calls).toEqual([])
  })

  test('is complete in a page that is restored from the cache', async () => {
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

  test('can be paid again after reset(), which does not change the other', async () => {
    const both = await paying()
    await both.ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))
    both.bar.checkout.reset()
    expect(phases(both)).toEqual(['idle', 'complete'])
    both.bar.checkout.open()
    await both.ports.merchant.create.last.answer(aSession({ id: 'cs_2' }))

    expect(phases(both)).toEqual(['waiting', 'complete'])
  })
})

describe('a payment that failed', () => {
  test('has failed in both at once, and can be retried in either, but not in both at once', async () => {
    const both = await paying()
    await both.ports.merchant.read.last.answer(changedRead({ status: 'FAILED' }))
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

  test('is not retried where another one is in progress by now: that one is read', async () => {
    const both = await paying({ payment: { method: 'card' } })
    // The bar pays by another method. The column does not follow, because its own payment can still be paid.
    both.bar.checkout.cancel()
    const other = startCheckout({ payment: { method: 'crypto_transfer' } }, { ports: both.ports })
    await both.ports.merchant.read.last.answer(changedRead())
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

  test('is removed from the tab’s storage', async () => {
    const both = await paying()
    await both.ports.merchant.read.last.answer(changedRead({ status: 'FAILED' }))
    const after = startCheckout({}, { ports: fakePorts({ memory: both.ports.memory }) })

    expect(after.checkout.state.phase).toBe('idle')
  })
})

describe('an element that is removed', () => {
  test('gets no more updates, and finds the payment when it is inserted again', async () => {
    const both = pair()
    both.column.stop()
    both.bar.checkout.open()
    await both.ports.merchant.create.last.answer(aSession())
    expect(both.column.checkout.state.phase).toBe('idle')
    both.column.checkout.connect()
    await answerAll(both.ports, 'COMPLETED')

    expect(phases(both)).toEqual(['complete', 'complete'])
  })

  test('finds a newer payment than the failed one that it showed', async () => {
    const both = await paying()
    await both.ports.merchant.read.last.answer(changedRead({ status: 'FAILED' }))
    both.column.stop()
    both.bar.checkout.open()
    await both.ports.merchant.create.last.answer(aSession({ id: 'cs_2' }))
    both.column.checkout.connect()

    expect(both.column.checkout.state).toMatchObject({ phase: 'loading', id: 'cs_2' })
  })

  test('inside the other’s event leaves nothing running', async () => {
    const both = await paying()
    both.column.on('complete', () => void both.bar.checkout.end())
    await both.ports.merchant.read.calls[0]?.answer(changedRead({ status: 'COMPLETED' }))
    await settle()
    both.column.stop()

    expect([both.column.count('complete'), leaksOf(both.ports)]).toEqual([1, []])
  })
})

test('an older answer in one does not set the other back', async () => {
  const both = await paying()
  await both.ports.merchant.read.last.answer(changedRead({ status: 'COMPLETED' }))
  both.bar.checkout.check()
  for (const question of both.ports.merchant.read.waiting) await question.answer(unchangedRead())

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
    await ports.merchant.read.last.answer(changedRead({ status: 'FAILED' }))
  },
  error: async ({ checkout, ports }) => {
    checkout.open()
    await ports.merchant.create.last.fail(aFault('invalid'))
  },
}
