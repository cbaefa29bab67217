import type { Clock } from '../platform/ports.ts'
import { FaultError, faultFrom } from '../protocol/fault.ts'
import type { Session } from '../protocol/session.ts'
import { backOffMs } from './back-off.ts'

/** How long one press of the button may try before the shopper hears that it did not work. */
const totalTimeoutMs = 30_000
/** As long as the server itself asks to come again: it is there, only the service is busy (429), and that ends. */
const retryAfterTotalTimeoutMs = 120_000
/** One try that takes longer is repeated with the same key. */
const tryTimeoutMs = 12_000

export interface RetryTools {
  readonly clock: Clock
  readonly random: () => number
}

/**
 * Sends a request until it is answered, within one press's patience. A create carries the same key each time, so that
 * the merchant's server can tell a retry from a second payment (PROTOCOL §2).
 *
 * @param send sends once; the signal ends a try that takes too long
 * @throws {FaultError} when it is refused, or not answered in time
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
      const patience = fault.retryAfterMs ? retryAfterTotalTimeoutMs : totalTimeoutMs
      if (!fault.retryable || tools.clock.now() + waitMs > beganAt + patience)
        throw new FaultError(fault, { cause: error })
      await sleep(tools.clock, waitMs, signal)
    }
  }
}

/** One request with a time limit. (`AbortSignal.any` would do it, but Safari has it since 17.4 only.) */
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
    const stop = clock.after(ms, () => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
    const abort = () => {
      stop()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
  })
}
