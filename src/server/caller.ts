// One call: sendings, waits between them, and at the end an answer or the error that says what helps.
import { diagnose } from './diagnose.ts'
import { exchange, type OutgoingRequest, type Transport } from './exchange.ts'
import type { CallSummary, Repeats } from './fault.ts'
import { failureOf, nextWaitMs, type RetryPolicy } from './retry.ts'

/** Of every operation. */
export interface CallOptions {
  /** Ends the operation, waits and pages included, with the signal's reason. What was sent may still have an effect. */
  readonly signal?: AbortSignal | undefined
  /** Of one sending, in milliseconds; the client's when absent. */
  readonly timeoutMs?: number | undefined
}

export interface CallerOptions extends Transport {
  readonly baseUrl: string
  readonly random: () => number
  /** Of one sending. */
  readonly timeoutMs: number
  readonly retry: RetryPolicy
}

export interface Call extends CallOptions, Omit<OutgoingRequest, 'url'> {
  /** Below the base URL, with its query. */
  readonly path: string
  /** For messages: the path without ids and queries. */
  readonly name: string
  /** Has no default, so that whoever adds an operation decides it. */
  readonly repeats: Repeats
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
    const url = `${options.baseUrl}${call.path}`
    const beganAt = clock.now()
    for (let attempt = 1; ; attempt++) {
      const leftMs = policy.totalMs - (clock.now() - beganAt)
      const timeoutMs = Math.max(1, Math.min(call.timeoutMs ?? options.timeoutMs, leftMs))
      const answer = await exchange(options, { ...call, url }, timeoutMs, call.signal)
      if (answer.ok) return answer.json
      const failure = failureOf(answer.fault, call.repeats, call.idempotencyKey !== undefined)
      const elapsedMs = clock.now() - beganAt
      const waitMs = failure && nextWaitMs(attempt, failure, elapsedMs, random(), policy)
      if (waitMs === null) throw diagnose(answer.fault, describe(call, options.apiKey), attempt)
      await clock.sleep(waitMs, call.signal)
    }
  }
}

/** What an error may know of a call: no id, no query, and of the key only how it begins. */
function describe({ method, name, repeats, idempotencyKey }: Call, apiKey: string): CallSummary {
  return {
    name: `${method} ${name}`,
    repeats,
    keyed: idempotencyKey !== undefined,
    apiKeyPrefix: /^(test|live)_/.exec(apiKey)?.[0] ?? null,
  }
}
