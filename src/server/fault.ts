// What the retry rule and the diagnosis start from: the call that was made, and what came of one sending.
import type { Problem } from '../protocol/problem.ts'

/**
 * `after_any_fault`: reads, creates that carry the same Idempotency-Key and bytes, and what does no harm twice.
 * `if_not_executed`: a POST without a key. A fault leaves open whether it was carried out; only 429 says that it was not.
 */
export type Repeats = 'after_any_fault' | 'if_not_executed'

/** What an error may know of the call that failed. */
export interface CallSummary {
  /** Method and path, such as `POST /payins`. */
  readonly name: string
  readonly repeats: Repeats
  /** Whether it carried an Idempotency-Key. */
  readonly keyed: boolean
  /** How the API key begins; `null` when as no key of this service does. */
  readonly apiKeyPrefix: string | null
}

/** One sending that brought no acceptable answer. `status` is `null` when no answer came at all. */
export interface Fault {
  readonly reason: 'network' | 'timeout' | 'answer' | 'garbled'
  readonly status: number | null
  readonly problem: Problem | null
  readonly retryAfterMs: number | null
  /** The answer is a web page: a proxy, a firewall or a login, not the service. */
  readonly html?: boolean
  readonly cause?: unknown
}
