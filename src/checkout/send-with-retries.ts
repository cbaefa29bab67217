import type { Clock } from '../platform/ports.ts'
import { FaultError, faultFrom } from '../protocol/fault.ts'
import type { Session } from '../protocol/session.ts'
import { backOffMs } from './back-off.ts'

/** How long one press of the button is retried before the shopper sees an error. */
const totalTimeoutMs = 30_000
/** The longer limit for answers with `Retry-After`: the server works, and only the service is busy (429) for a while. */
const retryAfterTotalTimeoutMs = 120_000
/** A try that takes longer is aborted and repeated with the same key. */
const tryTimeoutMs = 12_000

export interface RetryTools {
  readonly clock: Clock
  readonly random: () => number
}

/**
 * Sends a request until it is answered, for at most `totalTimeoutMs`. A create uses the same key for each try, so that
 * the merchant's server can tell a retry from a second payment (docs/protocol.md#the-merchant-protocol).
 *
 * @param send sends once; its signal aborts a try that takes too long
 * @throws {FaultError} if the request is refused, or not answered in time
 * @throws the signal's reason once it is aborted
 */
export async function sendWithRetries(
  send: (signal: AbortSignal) => Promise<Session>,
  tools: RetryTools,
  signal: AbortSignal,
): Promise<Session> {
  const beganAt = tools.clock.now()
  for (let failures = 1; ; failures++) {
    try {
      return await tryOnce(send, tools, signal)
    } catch (error) {
      signal.throwIfAborted()
      const fault = faultFrom(error)
      const waitMs = backOffMs(failures, tools.random, fault.retryAfterMs)
      const timeoutMs = fault.retryAfterMs ? retryAfterTotalTimeoutMs : totalTimeoutMs
      if (!fault.retryable || tools.clock.now() + waitMs > beganAt + timeoutMs)
        throw new FaultError(fault, { cause: error })
      await sleep(tools.clock, waitMs, signal)
    }
  }
}

/** One request with a timeout. (Not `AbortSignal.any`, because Safari has it only since 17.4.) */
async function tryOnce(
  send: (signal: AbortSignal) => Promise<Session>,
  { clock }: RetryTools,
  signal: AbortSignal,
): Promise<Session> {
  const attempt = new AbortController()
  const abort = () => attempt.abort()
  const cancelTimeout = clock.after(tryTimeoutMs, abort)
  signal.addEventListener('abort', abort)
  try {
    return await send(attempt.signal)
  } finally {
    cancelTimeout()
    signal.removeEventListener('abort', abort)
  }
}

function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      cancelTimer()
      signal.removeEventListener('abort', end)
      signal.aborted ? reject(signal.reason) : resolve()
    }
    const cancelTimer = clock.after(ms, end)
    signal.addEventListener('abort', end)
  })
}
