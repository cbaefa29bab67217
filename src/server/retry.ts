// Decides whether and when to repeat a call. Pure functions without a clock (docs/internals/server-facts.md#requests-to-the-service).
import { checkAtLeast } from './check-input.ts'
import type { Fault, Repeats } from './fault.ts'

export type Failure =
  /** No answer, or 5xx. Many clients fail at the same time, so full jitter spreads their retries. */
  | { readonly reason: 'network' | 'timeout' | 'server_error'; readonly retryAfterMs: number | null }
  /** 429, or 409 because the first request is still in flight. An early retry would make it worse. */
  | { readonly reason: 'rate_limited' | 'in_flight'; readonly retryAfterMs: number | null }

export interface RetryPolicy {
  /** Number of attempts, including the first. */
  readonly maxAttempts: number
  /** Upper bound of the first random delay. It doubles with every attempt. */
  readonly baseMs: number
  /** Upper bound of every random delay. */
  readonly capMs: number
  /** Shortest delay after 429 and after 409 for a request in flight. */
  readonly floorMs: number
  /** Time from the first attempt to the last answer. A delay that would end later is not started. */
  readonly totalMs: number
}

export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 4,
  baseMs: 250,
  capMs: 4_000,
  floorMs: 500,
  totalMs: 20_000,
}

/** The fault as a reason to retry; `null` if a retry cannot help or could carry out the request twice. */
export function failureOf(fault: Fault, repeats: Repeats, keyed: boolean): Failure | null {
  const { reason, status, retryAfterMs } = fault
  if (status === 429) return { reason: 'rate_limited', retryAfterMs }
  if (repeats === 'if_not_executed') return null
  if (reason === 'network' || reason === 'timeout') return { reason, retryAfterMs: null }
  if (reason !== 'answer' || status === null) return null
  // Only create requests have an Idempotency-Key that can be in flight.
  if (status === 409) return keyed ? { reason: 'in_flight', retryAfterMs } : null
  return status >= 500 || status === 408 ? { reason: 'server_error', retryAfterMs } : null
}

/** @throws {TypeError} that names the wrong number */
export function checkRetryPolicy(policy: RetryPolicy): RetryPolicy {
  for (const name of ['maxAttempts', 'baseMs', 'capMs', 'floorMs', 'totalMs'] as const)
    checkAtLeast(`retry.${name}`, policy[name], name === 'maxAttempts' ? 1 : 0)
  return policy
}

/**
 * The delay before the next attempt, in milliseconds; `null` to stop.
 *
 * @param attempt number of attempts so far, from 1
 * @param elapsedMs time since the first attempt started
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
