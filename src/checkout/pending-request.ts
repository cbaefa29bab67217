import type { CheckoutPorts } from '../platform/ports.ts'
import { type Fault, faultFrom } from '../protocol/fault.ts'
import type { Session } from '../protocol/session.ts'
import { sendWithRetries } from './send-with-retries.ts'

export interface PendingRequest {
  /**
   * Sends a request, with retries, and aborts another one that is still pending.
   * @param key identifies the request. It is not sent again while it is pending: each link of an on-ramp can be paid.
   * @param send sends once. `retry` aborts this one try, `whole` aborts the request with all its retries.
   */
  send(
    key: string,
    send: (retry: AbortSignal, whole: AbortSignal) => Promise<Session>,
    onAnswer: (session: Session) => void,
    onFault: (fault: Fault) => void,
  ): void
  /** An aborted request calls back no more. */
  abort(): void
}

/** Holds at most one request of a checkout, a create or a link: a press for something else replaces it. */
export function createPendingRequest(ports: Pick<CheckoutPorts, 'clock' | 'random'>): PendingRequest {
  let pending: AbortController | null = null
  let pendingKey: string | null = null

  function abort(): void {
    pending?.abort()
    pendingKey = null
  }

  return {
    send(key, send, onAnswer, onFault) {
      if (key === pendingKey) return
      abort()
      pendingKey = key
      pending = new AbortController()
      const { signal } = pending
      const settle = (run: () => void) => {
        if (signal.aborted) return
        pendingKey = null
        run()
      }
      sendWithRetries((retry) => send(retry, signal), ports, signal).then(
        (session) => settle(() => onAnswer(session)),
        (error) => settle(() => onFault(faultFrom(error))),
      )
    },
    abort,
  }
}
