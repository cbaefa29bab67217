// One payment is one trace, whichever instance handles which part of it, today or in a week: its ids follow from the row
// of its session, which every event names. So nothing has to be stored, and nothing is sent along to the service and back.
import { createHash } from 'node:crypto'

export interface PaymentTrace {
  /** 16 bytes as hex. */
  readonly traceId: string
  /** Of the span that all parts of the payment have as parent, and that nobody records; 8 bytes as hex. */
  readonly spanId: string
}

/**
 * The trace of a payment. Not to be changed: a session that one version has created is paid under another. From a trace's
 * id nobody comes back to the session: it is a part of a SHA-256 hash, of a name that cannot be guessed.
 * @param session the session's row, as events and alerts name it
 */
export function paymentTraceOf(session: string): PaymentTrace {
  const hash = createHash('sha256').update(`payin-checkout trace\n${session.toLowerCase()}`).digest('hex')
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) }
}

/**
 * Whether a trace is one of the share that is recorded. All instances decide alike, because the id decides: its last seven
 * bytes are the random number of consistent probability sampling (OpenTelemetry, Probability Sampling).
 * @param share from 0 to 1
 */
export const isSampled = ({ traceId }: PaymentTrace, share: number): boolean =>
  Number.parseInt(traceId.slice(18, 31), 16) / 2 ** 52 >= 1 - share
