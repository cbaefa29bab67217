// An endpoint that refuses every read, or returns a page instead of a session: the shopper must not wait for ever for a
// session of which only the id is known, and must not be led to pay twice. A payment that is followed does not end by it.
import { describe, expect, test } from 'vitest'
import type { CheckoutOptions } from '../../../src/checkout/checkout.ts'
import type { FaultKind } from '../../../src/protocol/fault.ts'
import { settle } from '../../support/fake-clock.ts'
import { fakePorts, leaksOf } from '../../support/fake-ports.ts'
import { aFault, aSession } from '../../support/sessions.ts'
import { type Started, startCheckout, startPaying } from '../../support/started-checkout.ts'

/** Every read is refused from now on. */
async function refuse({ ports: { merchant, clock } }: Started, kind: FaultKind = 'forbidden'): Promise<void> {
  const repeated = 3 - merchant.read.waiting.length
  merchant.read.willAnswer(...Array.from({ length: repeated }, () => aFault(kind)))
  for (const question of merchant.read.waiting) await question.fail(aFault(kind))
  await clock.advance(5_000)
}

const known: Partial<CheckoutOptions> = { order: '', session: 'cs_1' }

async function remembered(): Promise<Started> {
  const first = await startPaying()
  first.stop()
  return startCheckout({}, { ports: fakePorts({ memory: first.ports.memory }) })
}

const ways: Record<string, () => Promise<Started>> = {
  'named by the page': async () => startCheckout(known),
  'named by a page that names an order, too': async () => startCheckout({ session: 'cs_1' }),
  'remembered by the tab': remembered,
}
const names = Object.keys(ways)

const everyRefusal = [
  'forbidden',
  'bad_answer',
  'invalid',
  'network',
  'unavailable',
  'misconfigured',
] as const

describe.each(everyRefusal)('a payment that is followed, while its reads fail with %s,', (kind) => {
  test('does not end, and its window stays open', async () => {
    const started = await startPaying()
    await refuse(started, kind)
    started.ports.merchant.read.willAnswer(...Array.from({ length: 2_000 }, () => aFault(kind)))
    await started.ports.clock.advance(3_600_000)

    expect(started.checkout.state).toMatchObject({ phase: 'waiting', hosted: 'popup', trouble: { kind } })
    expect([started.count('error'), started.ports.windows.last.closed]).toEqual([0, false])
  })

  test('is complete when the line is back', async () => {
    const started = await startPaying()
    const { checkout, ports } = started
    await refuse(started, kind)
    const session = aSession({ status: 'COMPLETED', outcome: 'complete' })
    ports.merchant.read.willAnswer({ changed: true, held: false, etag: '"9"', session })
    await ports.clock.advance(60_000)

    expect([checkout.state.phase, started.count('complete'), started.count('error')]).toEqual([
      'complete',
      1,
      0,
    ])
  })

  test('notices that its window was closed', async () => {
    const started = await startPaying()
    await refuse(started, kind)
    started.ports.windows.last.closeByShopper()
    await started.ports.clock.advance(500)

    expect(started.checkout.state).toMatchObject({ phase: 'waiting', hosted: 'closed' })
  })
})

describe.each(names)('a session that is %s', (name) => {
  const start = ways[name] as () => Promise<Started>
  const refusals = ['forbidden', 'bad_answer', 'invalid'] as const
  const troubles = ['network', 'unavailable'] as const

  test.each(refusals)('ends in an error if reads fail repeatedly with %s', async (kind) => {
    const started = await start()
    await refuse(started, kind)

    expect(started.checkout.state).toMatchObject({ phase: 'error', error: { kind } })
    expect(started.events.at(-1)).toMatchObject({ name: 'error', error: { kind } })
    expect(started.ports.reported).toEqual([aFault(kind).message])
    await started.ports.clock.advance(3_600_000)
    expect([
      started.count('error'),
      started.ports.merchant.read.waiting,
      started.ports.clock.pending,
    ]).toEqual([1, [], 0])
  })

  test.each(troubles)('is read again and again while reads fail with %s', async (kind) => {
    const started = await start()
    await refuse(started, kind)

    expect([started.checkout.state.phase, started.count('error')]).not.toContain('error')
    expect(started.count('error')).toBe(0)
  })

  test('is read again by a press, and nothing is created', async () => {
    const started = await start()
    await refuse(started)
    const { checkout, ports } = started
    const created = ports.merchant.create.calls.length
    checkout.open()
    await started.read({ status: 'INITIATED' })

    expect(ports.merchant.create.calls).toHaveLength(created)
    expect(checkout.state).toMatchObject({ session: { id: 'cs_1', status: 'INITIATED' } })
    expect(['idle', 'waiting']).toContain(checkout.state.phase)
  })

  test('emits an error again if that read is refused, too', async () => {
    const started = await start()
    await refuse(started)
    started.checkout.open()
    expect(started.checkout.state.phase).not.toBe('error')
    await refuse(started)

    expect([started.checkout.state.phase, started.count('error')]).toEqual(['error', 2])
  })

  test('is found complete on a wake-up', async () => {
    const started = await start()
    await refuse(started)
    await started.ports.wake.wake('focus')
    expect(started.checkout.state.phase).toBe('error')
    await started.read({ status: 'COMPLETED' })

    expect([started.checkout.state.phase, started.count('complete')]).toEqual(['complete', 1])
  })

  test('is read three times after a wake-up, and then no more', async () => {
    const started = await start()
    await refuse(started)
    const before = started.ports.merchant.read.calls.length
    await started.ports.wake.wake('visible')
    await refuse(started)
    await started.ports.clock.advance(3_600_000)

    expect(started.ports.merchant.read.calls.length - before).toBe(3)
    expect([started.count('error'), started.ports.clock.pending]).toEqual([1, 0])
  })

  test('leaves nothing running when the element is removed, and is read again when it is inserted', async () => {
    const started = await start()
    await refuse(started)
    started.stop()
    await settle()
    expect(leaksOf(started.ports)).toEqual([])
    started.checkout.connect()

    expect(started.ports.merchant.read.waiting).toHaveLength(1)
  })

  test('returns to the initial state with reset()', async () => {
    const started = await start()
    await refuse(started)
    started.checkout.reset()

    expect(['idle', 'loading']).toContain(started.checkout.state.phase)
  })
})

test('a window that waits for a link goes on waiting while reads are refused', async () => {
  const onRamp = { kind: 'on_ramp', status: 'INTENT' } as const
  const started = await startPaying({ kind: 'on_ramp' }, onRamp)
  started.ports.windows.last.closeByShopper()
  await started.ports.clock.advance(500)
  started.checkout.open()
  await refuse(started)
  await started.ports.merchant.link.last.answer(
    aSession({ ...onRamp, redirect_url: 'https://pay.example/p/2' }),
  )

  expect(started.ports.windows.last.urls).toEqual(['https://pay.example/p/2'])
})

test('retryable faults in between reset the count of refusals', async () => {
  const { checkout, ports } = startCheckout(known)
  const faults = ['forbidden', 'forbidden', 'network', 'forbidden', 'forbidden'] as const
  ports.merchant.read.willAnswer(...faults.slice(1).map((kind) => aFault(kind)))
  await ports.merchant.read.last.fail(aFault(faults[0]))
  await ports.clock.advance(20_000)

  expect([checkout.state.phase, ports.merchant.read.calls.length]).toEqual(['loading', 6])
})

describe('a known outcome stays', () => {
  test.each(['AUTHORIZED', 'COMPLETED', 'FAILED'])('after %s', async (status) => {
    const started = await startPaying()
    await started.read({ status })
    started.checkout.check()
    const { phase } = started.checkout.state
    await refuse(started)

    expect([started.checkout.state.phase, started.count('error')]).toEqual([phase, 0])
  })

  test('while another session of the order is authorized', async () => {
    const started = await startPaying()
    await started.read({ order_outcome: 'authorized', redirect_url: null })
    await refuse(started)

    expect([started.checkout.state.phase, started.count('error')]).toEqual(['waiting', 0])
  })
})

test('a session that no longer exists when it is read again is reported as lost', async () => {
  const started = startCheckout(known)
  await refuse(started)
  started.checkout.open()
  await started.ports.merchant.read.last.fail(aFault('not_found'))

  expect(started.checkout.state).toMatchObject({ phase: 'error', error: { kind: 'not_found' } })
})

test('a stored session that no longer exists after signing in again leaves the button', async () => {
  const started = await remembered()
  await refuse(started)
  await started.ports.wake.wake('focus')
  await started.ports.merchant.read.last.fail(aFault('not_found'))

  expect(started.checkout.state).toEqual({ phase: 'idle', session: null })
})
