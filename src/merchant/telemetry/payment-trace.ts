// One payment is one trace, even when several instances handle its parts, or when a part follows a week later. The ids
// are derived from the id of the session's row, and every event holds that id. So nothing is stored, and the service
// does not have to pass anything on.
import { createHash } from 'node:crypto'

export interface PaymentTrace {
  /** 16 bytes as hex. */
  readonly traceId: string
  /** The id of the root span: the parent of all parts of the payment, never recorded itself. 8 bytes as hex. */
  readonly spanId: string
}

/**
 * The trace of a payment. Never change the derivation: a session may be created by one version and paid under another.
 * A trace id does not reveal the session: it is part of the SHA-256 hash of an id that cannot be guessed.
 * @param session the id of the session's row, as in events and alerts
 */
export function paymentTraceOf(session: string): PaymentTrace {
  const hash = createHash('sha256').update(`payin-checkout trace\n${session.toLowerCase()}`).digest('hex')
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) }
}

/**
 * Whether a trace belongs to the sampled share. All instances decide the same, because the id decides: its last seven
 * bytes are the random number of consistent probability sampling (OpenTelemetry, Probability Sampling).
 * @param share from 0 to 1
 */
export const isSampled = ({ traceId }: PaymentTrace, share: number): boolean =>
  Number.parseInt(traceId.slice(18, 31), 16) / 2 ** 52 >= 1 - share
