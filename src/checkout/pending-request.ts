import type { CheckoutPorts } from '../platform/ports.ts'
import { type Fault, faultFrom } from '../protocol/fault.ts'
import type { Session } from '../protocol/session.ts'
import { sendWithRetries } from './send-with-retries.ts'

export interface PendingRequest {
  /**
   * Sends a request, with retries, and aborts the one that is still pending.
   * @param send sends once. `retry` aborts this one try, `whole` aborts the request with all its retries.
   */
  send(
    send: (retry: AbortSignal, whole: AbortSignal) => Promise<Session>,
    onAnswer: (session: Session) => void,
    onFault: (fault: Fault) => void,
  ): void
  /** An aborted request calls back no more. */
  abort(): void
}

/** Holds at most one request of a checkout, a create or a link: each press replaces the request of the press before. */
export function createPendingRequest(ports: Pick<CheckoutPorts, 'clock' | 'random'>): PendingRequest {
  let pending: AbortController | null = null
  const abort = () => pending?.abort()
  return {
    send(send, onAnswer, onFault) {
      abort()
      pending = new AbortController()
      const { signal } = pending
      sendWithRetries((retry) => send(retry, signal), ports, signal).then(onAnswer, (error) => {
        if (!signal.aborted) onFault(faultFrom(error))
      })
    },
    abort,
  }
}
