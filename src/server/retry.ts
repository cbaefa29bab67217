// When to repeat a call, and when to stop. Pure: numbers in, a number out. Only calls that are safe to repeat come
// here: reads, and creates that carry the same Idempotency-Key and the same bytes (FACTS 24–26).

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
  const patient = failure.reason === 'rate_limited' || failure.reason === 'in_flight'
  const wait = (patient ? Math.max(policy.floorMs, askedFor) : askedFor) + jitter
  return elapsedMs + wait < policy.totalMs ? wait : null
}
