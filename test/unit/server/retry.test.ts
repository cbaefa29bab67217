import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Failure, nextWaitMs, type RetryPolicy } from '../../../src/server/retry.ts'

const policy: RetryPolicy = { maxAttempts: 4, baseMs: 200, capMs: 1_000, floorMs: 500, totalMs: 10_000 }

const failure: fc.Arbitrary<Failure> = fc.record({
  reason: fc.constantFrom('network', 'timeout', 'server_error', 'rate_limited', 'in_flight'),
  retryAfterMs: fc.option(fc.nat(60_000)),
})
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('waiting between sendings', () => {
  test('ends after the last attempt, whatever failed', () => {
    fc.assert(
      fc.property(failure, random, fc.nat(5), (failed, dice, more) => {
        expect(nextWaitMs(policy.maxAttempts + more, failed, 0, dice, policy)).toBeNull()
      }),
    )
  })

  test('never ends later than the deadline', () => {
    fc.assert(
      fc.property(
        failure,
        random,
        fc.integer({ min: 1, max: 3 }),
        fc.nat(20_000),
        (failed, dice, attempt, elapsed) => {
          const wait = nextWaitMs(attempt, failed, elapsed, dice, policy)
          if (wait !== null) expect(elapsed + wait).toBeLessThan(policy.totalMs)
        },
      ),
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

  test('has a floor after 429 and in-flight 409, and none after a fault', () => {
    expect(nextWaitMs(1, { reason: 'rate_limited', retryAfterMs: null }, 0, 0, policy)).toBe(500)
    expect(nextWaitMs(1, { reason: 'in_flight', retryAfterMs: null }, 0, 0, policy)).toBe(500)
    expect(nextWaitMs(1, { reason: 'network', retryAfterMs: null }, 0, 0, policy)).toBe(0)
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
