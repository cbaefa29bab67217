import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Failure, failureOf, nextWaitMs, type RetryPolicy } from '../../../src/server/retry.ts'

const policy: RetryPolicy = { maxAttempts: 4, baseMs: 200, capMs: 1_000, floorMs: 500, totalMs: 10_000 }

const failure: fc.Arbitrary<Failure> = fc.record({
  reason: fc.constantFrom('network', 'timeout', 'server_error', 'rate_limited', 'in_flight'),
  retryAfterMs: fc.option(fc.nat(60_000)),
})
const patient = fc.record({
  reason: fc.constantFrom('rate_limited' as const, 'in_flight' as const),
  retryAfterMs: fc.option(fc.nat(5_000)),
})
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const policies: fc.Arbitrary<RetryPolicy> = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 12 }),
  baseMs: fc.nat(2_000),
  capMs: fc.nat(8_000),
  floorMs: fc.nat(2_000),
  totalMs: fc.nat(60_000),
})

describe('the delay between attempts', () => {
  test('does not follow the last attempt, whatever failed', () => {
    fc.assert(
      fc.property(failure, random, fc.nat(5), policies, (failed, dice, more, any) => {
        expect(nextWaitMs(any.maxAttempts + more, failed, 0, dice, any)).toBeNull()
      }),
    )
  })

  test('never ends later than the deadline', () => {
    fc.assert(
      fc.property(failure, random, fc.integer({ min: 1, max: 12 }), fc.nat(80_000), policies, (...given) => {
        const [failed, dice, attempt, elapsed, any] = given
        const wait = nextWaitMs(attempt, failed, elapsed, dice, any)
        if (wait !== null) expect(elapsed + wait).toBeLessThan(any.totalMs)
      }),
    )
  })

  test('keeps a call with any faults within its attempts and its time', () => {
    const sendings = fc.array(fc.tuple(failure, random, fc.nat(3_000)), { minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(sendings, policies, (played, any) => {
        let elapsed = 0
        let attempt = 1
        for (const [failed, dice, tookMs] of played) {
          elapsed += Math.min(tookMs, Math.max(0, any.totalMs - elapsed))
          const wait = nextWaitMs(attempt, failed, elapsed, dice, any)
          if (wait === null) break
          elapsed += wait
          attempt++
        }
        expect(attempt).toBeLessThanOrEqual(any.maxAttempts)
        expect(elapsed).toBeLessThanOrEqual(any.totalMs)
      }),
    )
  })

  test('is never shorter than Retry-After asks for', () => {
    fc.assert(
      fc.property(failure, random, fc.integer({ min: 1, max: 3 }), (failed, dice, attempt) => {
        const wait = nextWaitMs(attempt, failed, 0, dice, policy)
        if (wait !== null) expect(wait).toBeGreaterThanOrEqual(failed.retryAfterMs ?? 0)
      }),
    )
  })

  test('has a floor after 429 and in-flight 409, under every policy', () => {
    fc.assert(
      fc.property(patient, random, fc.integer({ min: 1, max: 3 }), policies, (failed, dice, attempt, any) => {
        const wait = nextWaitMs(attempt, failed, 0, dice, any)
        if (wait !== null) expect(wait).toBeGreaterThanOrEqual(any.floorMs)
      }),
    )
    expect(nextWaitMs(1, { reason: 'rate_limited', retryAfterMs: null }, 0, 0, policy)).toBe(500)
  })

  test('has no floor after a fault', () => {
    expect(nextWaitMs(1, { reason: 'network', retryAfterMs: null }, 0, 0, policy)).toBe(0)
  })

  test('adds less jitter than the ceiling, which is capped and never falls', () => {
    const ample = { ...policy, maxAttempts: 100, totalMs: 1e9 }
    const ceilingAt = (attempt: number) =>
      nextWaitMs(attempt, { reason: 'timeout', retryAfterMs: null }, 0, 1 - 2 ** -53, ample) ?? -1
    fc.assert(
      fc.property(failure, random, fc.integer({ min: 1, max: 60 }), (failed, dice, attempt) => {
        const least = nextWaitMs(attempt, failed, 0, 0, ample) ?? -1
        const wait = nextWaitMs(attempt, failed, 0, dice, ample) ?? -1
        expect(wait - least).toBeGreaterThanOrEqual(0)
        expect(wait - least).toBeLessThan(policy.capMs)
        expect(ceilingAt(attempt + 1)).toBeGreaterThanOrEqual(ceilingAt(attempt))
      }),
    )
  })

  test('is fully jittered, doubles and is capped', () => {
    const waits = [1, 2, 3].map((attempt) =>
      nextWaitMs(attempt, { reason: 'server_error', retryAfterMs: null }, 0, 0.999_999, policy),
    )
    expect(waits).toEqual([199, 399, 799])
    const far = { ...policy, maxAttempts: 20 }
    expect(nextWaitMs(15, { reason: 'timeout', retryAfterMs: null }, 0, 0.999_999, far)).toBe(999)
  })
})

describe('a retry', () => {
  const fault = (reason: 'network' | 'timeout' | 'answer' | 'garbled', status: number | null) => ({
    reason,
    status,
    problem: null,
    retryAfterMs: null,
  })
  const anyFault = fc.oneof(
    fc.constantFrom(fault('network', null), fault('timeout', null), fault('garbled', 302)),
    fc.integer({ min: 400, max: 599 }).map((status) => fault('answer', status)),
  )

  test('without an Idempotency-Key happens only if the request was not carried out', () => {
    fc.assert(
      fc.property(anyFault, fc.boolean(), (failed, keyed) => {
        const again = failureOf(failed, 'if_not_executed', keyed)
        expect(again?.reason ?? null).toBe(failed.status === 429 ? 'rate_limited' : null)
      }),
    )
  })

  test('never follows a refusal or an unreadable answer', () => {
    for (const status of [400, 401, 403, 404, 405, 413, 415, 422]) {
      expect(failureOf(fault('answer', status), 'after_any_fault', true)).toBeNull()
    }
    expect(failureOf(fault('garbled', 302), 'after_any_fault', true)).toBeNull()
    expect(failureOf(fault('answer', 409), 'after_any_fault', false)).toBeNull()
    expect(failureOf(fault('answer', 409), 'after_any_fault', true)?.reason).toBe('in_flight')
  })
})
