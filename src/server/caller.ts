// One call: sendings, waits between them, and at the end an answer or the error that says what helps.
import { diagnose, type Fault } from './diagnose.ts'
import { exchange, type Sending, type Wire } from './exchange.ts'
import { type Failure, nextWaitMs, type RetryPolicy } from './retry.ts'

export interface CallerOptions extends Wire {
  readonly baseUrl: string
  readonly random: () => number
  /** Of one sending. */
  readonly timeoutMs: number
  readonly retry: RetryPolicy
}

export interface Call extends Omit<Sending, 'url'> {
  /** Below `/api/v2`, with its query. */
  readonly path: string
  /** For messages: the path without ids and queries. */
  readonly name: string
  readonly signal?: AbortSignal | undefined
  readonly retry?: Partial<RetryPolicy>
}

export type Caller = (call: Call) => Promise<unknown>

/**
 * Makes the function that every operation goes through. It repeats the same bytes with the same key and nothing else.
 * @throws {ServiceError} from the returned function
 */
export function createCaller(options: CallerOptions): Caller {
  const { clock, random } = options
  return async (call) => {
    const policy = { ...options.retry, ...call.retry }
    const url = `${options.baseUrl}/api/v2${call.path}`
    const name = `${call.method} ${call.name}`
    const beganAt = clock.now()
    for (let attempt = 1; ; attempt++) {
      const leftMs = policy.totalMs - (clock.now() - beganAt)
      const timeoutMs = Math.max(1, Math.min(options.timeoutMs, leftMs))
      const answer = await exchange(options, { ...call, url }, timeoutMs, call.signal)
      if (answer.ok) return answer.json
      const failure = repeatable(answer.fault, call)
      const elapsedMs = clock.now() - beganAt
      const waitMs = failure && nextWaitMs(attempt, failure, elapsedMs, random(), policy)
      if (waitMs === null) throw diagnose(answer.fault, name, attempt)
      await clock.sleep(waitMs, call.signal)
    }
  }
}

/** The failure as the retry rule sees it; `null` when repeating cannot help. */
function repeatable(fault: Fault, call: Call): Failure | null {
  const { reason, status, retryAfterMs } = fault
  if (reason === 'network' || reason === 'timeout') return { reason, retryAfterMs: null }
  if (reason !== 'answer' || status === null) return null
  if (status === 429) return { reason: 'rate_limited', retryAfterMs }
  // Only a create has an Idempotency-Key that could be in flight.
  if (status === 409) return call.idempotencyKey ? { reason: 'in_flight', retryAfterMs } : null
  return status >= 500 || status === 408 ? { reason: 'server_error', retryAfterMs } : null
}
