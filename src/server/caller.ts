// One call of an operation: sends the request, repeats it if that is safe, and returns the answer or throws a diagnosis.
import { checkAtLeast } from './check-input.ts'
import { diagnose } from './diagnose.ts'
import { exchange, type OutgoingRequest, type Transport } from './exchange.ts'
import type { CallSummary, Repeats } from './fault.ts'
import { failureOf, nextWaitMs, type RetryPolicy } from './retry.ts'

/** Options of every operation. */
export interface CallOptions {
  /** Aborts the operation with its waits and pages. It throws the signal's reason. A sent request may still have an effect. */
  readonly signal?: AbortSignal | undefined
  /** Timeout of one attempt, in milliseconds. Default: the client's timeout. */
  readonly timeoutMs?: number | undefined
}

export interface CallerOptions extends Transport {
  readonly baseUrl: string
  readonly random: () => number
  /** Timeout of one attempt, in milliseconds. */
  readonly timeoutMs: number
  readonly retry: RetryPolicy
}

export interface Call extends CallOptions, Omit<OutgoingRequest, 'url'> {
  /** Path below the base URL, with the query. */
  readonly path: string
  /** Path without ids and query, for messages. */
  readonly name: string
  /** No default, so that the author of each operation decides. */
  readonly repeats: Repeats
  readonly retry?: Partial<RetryPolicy>
}

export type Caller = (call: Call) => Promise<unknown>

/**
 * Makes the function that every operation uses. A repetition sends the same bytes with the same key.
 * @throws {TypeError} for a `timeoutMs` that is no time; {ServiceError} from the returned function
 */
export function createCaller(options: CallerOptions): Caller {
  const { clock, random } = options
  checkAtLeast('timeoutMs', options.timeoutMs, 1)
  return async (call) => {
    const limitMs = call.timeoutMs ?? options.timeoutMs
    checkAtLeast('timeoutMs', limitMs, 1)
    const policy = { ...options.retry, ...call.retry }
    const url = `${options.baseUrl}${call.path}`
    const beganAt = clock.now()
    for (let attempt = 1; ; attempt++) {
      const leftMs = policy.totalMs - (clock.now() - beganAt)
      const timeoutMs = Math.max(1, Math.min(limitMs, leftMs))
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

/** The parts of a call that an error may contain: no id, no query, and only the prefix of the API key. */
function describe({ method, name, repeats, idempotencyKey }: Call, apiKey: string): CallSummary {
  return {
    name: `${method} ${name}`,
    repeats,
    keyed: idempotencyKey !== undefined,
    apiKeyPrefix: /^(test|live)_/.exec(apiKey)?.[0] ?? null,
  }
}
