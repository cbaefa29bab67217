// When to repeat a call, and when to stop. Pure: a fault and numbers in, a number out (FACTS 24–26).
import type { Fault, Repeats } from './fault.ts'

export type Failure =
  /** No answer, or 5xx. Everybody fails at once, so full jitter spreads the returns. */
  | { readonly reason: 'network' | 'timeout' | 'server_error'; readonly retryAfterMs: number | null }
  /** 429, or 409 because the first request is still in flight. Coming back too early only makes it worse. */
  | { readonly reason: 'rate_limited' | 'in_flight'; readonly retryAfterMs: number | null }

export interface RetryPolicy {
  /** Sendings altogether, the first one included. */
  readonly maxAttempts: number
  /** Upper bound of the first jittered wait; doubles with every attempt. */
  readonly baseMs: number
  /** Upper bound of every jittered wait. */
  readonly capMs: number
  /** Least wait after 429 and in-flight 409. */
  readonly floorMs: number
  /** From the first sending to the last answer. A wait that would end later is not begun. */
  readonly totalMs: number
}

export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 4,
  baseMs: 250,
  capMs: 4_000,
  floorMs: 500,
  totalMs: 20_000,
}

/** The fault as a reason to repeat; `null` when repeating cannot help, or could do it twice. */
export function failureOf(fault: Fault, repeats: Repeats, keyed: boolean): Failure | null {
  const { reason, status, retryAfterMs } = fault
  if (status === 429) return { reason: 'rate_limited', retryAfterMs }
  if (repeats === 'if_not_executed') return null
  if (reason === 'network' || reason === 'timeout') return { reason, retryAfterMs: null }
  if (reason !== 'answer' || status === null) return null
  // Only a create has an Idempotency-Key that could be in flight.
  if (status === 409) return keyed ? { reason: 'in_flight', retryAfterMs } : null
  return status >= 500 || status === 408 ? { reason: 'server_error', retryAfterMs } : null
}

/**
 * A policy that ends. With NaN every comparison is false, and a call would be repeated for ever.
 * @throws {TypeError} naming the number that cannot work
 */
export function checkRetryPolicy(policy: RetryPolicy): RetryPolicy {
  for (const name of ['maxAttempts', 'baseMs', 'capMs', 'floorMs', 'totalMs'] as const) {
    const least = name === 'maxAttempts' ? 1 : 0
    if (typeof policy[name] === 'number' && policy[name] >= least) continue
    throw new TypeError(`retry.${name} must be a number from ${least}. Leave it out for the default.`)
  }
  return policy
}

/**
 * How long to wait before the next sending, in milliseconds; `null`: stop.
 *
 * @param attempt sendings so far, from 1
 * @param elapsedMs since the first sending began
 * @param random in [0, 1)
 */
export function nextWaitMs(
  attempt: number,
  failure: Failure,
  elapsedMs: number,
  random: number,
  policy: RetryPolicy,
): number | null {
  if (attempt >= policy.maxAttempts) return null
  const ceiling = Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1))
  const jitter = Math.floor(random * ceiling)
  const askedFor = Math.max(0, failure.retryAfterMs ?? 0)
  const hasFloor = failure.reason === 'rate_limited' || failure.reason === 'in_flight'
  const wait = (hasFloor ? Math.max(policy.floorMs, askedFor) : askedFor) + jitter
  return elapsedMs + wait < policy.totalMs ? wait : null
}
