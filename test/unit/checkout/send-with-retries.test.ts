import { describe, expect, test } from 'vitest'
import { sendWithRetries } from '../../../src/checkout/send-with-retries.ts'
import type { CreateRequest } from '../../../src/platform/ports.ts'
import { FaultError } from '../../../src/protocol/fault.ts'
import type { Session } from '../../../src/protocol/session.ts'
import { type FakeClock, fakeClock, settle } from '../../support/fake-clock.ts'
import { type FakeMerchant, fakeMerchant } from '../../support/fake-merchant.ts'
import { aFault, aSession } from '../../support/sessions.ts'

const order: CreateRequest = { order: 'A-1001', kind: 'payin', lang: 'de' }

interface Started {
  readonly clock: FakeClock
  readonly create: FakeMerchant['create']
  readonly controller: AbortController
  /** The result so far: a session, a fault, anything that was thrown, or `undefined`. */
  outcome(): unknown
}

function start({ create, api } = fakeMerchant()): Started {
  const clock = fakeClock()
  const controller = new AbortController()
  let outcome: unknown
  const send = (signal: AbortSignal) => api.create(order, 'key-1', signal)
  sendWithRetries(send, { clock, random: () => 0.5 }, controller.signal).then(
    (session: Session) => {
      outcome = session
    },
    (error: unknown) => {
      outcome = error instanceof FaultError ? error.fault : error
    },
  )
  return { clock, create, controller, outcome: () => outcome }
}

const keysOf = ({ create }: Started) => new Set(create.calls.map(({ request }) => request.key))

describe('creating a session', () => {
  test('sends one request with the key and the order if the server answers', async () => {
    const started = start()
    await started.create.last.answer(aSession())

    expect(started.outcome()).toEqual(aSession())
    expect(started.create.calls.map(({ request }) => request)).toEqual([{ body: order, key: 'key-1' }])
    expect(started.clock.pending).toBe(0)
  })

  test('repeats a lost request with the same key, so that no second payment is created', async () => {
    const started = start()
    started.create.willAnswer(aFault('unavailable'), aSession())
    await started.create.last.fail(aFault('network'))
    await started.clock.advance(10_000)

    expect(started.outcome()).toEqual(aSession())
    expect([started.create.calls.length, [...keysOf(started)]]).toEqual([3, ['key-1']])
  })

  test('waits exactly as long as Retry-After says', async () => {
    const started = start()
    await started.create.last.fail(aFault('unavailable', 7_000))

    await started.clock.advance(6_999)
    expect(started.create.calls).toHaveLength(1)
    await started.clock.advance(1)
    expect(started.create.calls).toHaveLength(2)
  })

  test.each(['already_paid', 'invalid', 'forbidden', 'not_found', 'bad_answer'] as const)(
    'does not repeat a request that failed with %s, because the answer would be the same',
    async (kind) => {
      const started = start()
      await started.create.last.fail(aFault(kind))
      await started.clock.advance(60_000)

      expect(started.outcome()).toEqual(aFault(kind))
      expect(started.create.calls).toHaveLength(1)
    },
  )

  test('fails after half a minute, so that the shopper does not wait for ever', async () => {
    const started = start()
    started.create.willAnswer(...Array.from({ length: 100 }, () => aFault('unavailable')))
    await started.create.last.fail(aFault('network'))
    await started.clock.advance(30_000)

    expect(started.outcome()).toEqual(aFault('unavailable'))
    expect(started.clock.pending).toBe(0)
  })

  test('fails at once if Retry-After is beyond the time limit', async () => {
    const started = start()
    await started.create.last.fail(aFault('unavailable', 121_000))

    expect(started.outcome()).toEqual(aFault('unavailable', 121_000))
  })

  test('continues past half a minute while the server sends Retry-After, and fails after two minutes', async () => {
    const started = start()
    started.create.willAnswer(...Array.from({ length: 100 }, () => aFault('unavailable', 10_000)))
    await started.create.last.fail(aFault('unavailable', 10_000))
    await started.clock.advance(100_000)
    expect(started.outcome()).toBeUndefined()
    await started.clock.advance(20_000)

    expect(started.outcome()).toEqual(aFault('unavailable', 10_000))
    expect(keysOf(started).size).toBe(1)
  })

  test('aborts a request that hangs and repeats it with the same key', async () => {
    const started = start()
    await started.clock.advance(12_000)
    expect(started.create.calls[0]?.aborted).toBe(true)
    await started.clock.advance(1_000)

    expect([started.create.calls.length, keysOf(started).size]).toEqual([2, 1])
  })

  test('stops when it is aborted during a request', async () => {
    const started = start()
    started.controller.abort(new Error('cancelled'))
    await started.clock.advance(60_000)

    expect(started.outcome()).toEqual(new Error('cancelled'))
    expect([started.create.calls.length, started.create.last.aborted, started.clock.pending]).toEqual([
      1,
      true,
      0,
    ])
  })

  test('stops when it is aborted between two tries, and leaves no timer behind', async () => {
    const started = start()
    await started.create.last.fail(aFault())
    started.controller.abort(new Error('cancelled'))
    await settle()

    expect(started.outcome()).toEqual(new Error('cancelled'))
    expect(started.clock.pending).toBe(0)
  })

  test('turns a bug into a fault at once, which is not that of a shop that cannot be reached', async () => {
    const merchant = fakeMerchant()
    merchant.api.create = () => Promise.reject(new TypeError('a bug'))
    const started = start(merchant)
    await settle()

    expect(started.outcome()).toMatchObject({
      kind: 'misconfigured',
      retryable: false,
      message: expect.stringContaining('a bug'),
    })
  })
})
