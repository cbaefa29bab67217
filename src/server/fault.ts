// The input of the retry rule and of the diagnosis: the call, and the fault of one attempt.
import type { Problem } from '../protocol/problem.ts'

/**
 * `after_any_fault`: reads, create requests with an Idempotency-Key, and requests that can safely run twice.
 * `if_not_executed`: a POST without a key. After a fault it may have been carried out; only 429 proves that it was not.
 */
export type Repeats = 'after_any_fault' | 'if_not_executed'

/** The parts of a call that an error may contain. */
export interface CallSummary {
  /** Method and path, such as `POST /payins`. */
  readonly name: string
  readonly repeats: Repeats
  /** Whether it had an Idempotency-Key. */
  readonly keyed: boolean
  /** The prefix of the API key; `null` if it is not one of this service. */
  readonly apiKeyPrefix: string | null
}

/** An attempt without an acceptable answer. `status` is `null` without any answer. */
export interface Fault {
  readonly reason: 'network' | 'timeout' | 'answer' | 'garbled'
  readonly status: number | null
  readonly problem: Problem | null
  readonly retryAfterMs: number | null
  /** The answer is a web page, so it comes from a proxy, a firewall or a login and not from the service. */
  readonly html?: boolean
  readonly cause?: unknown
}
