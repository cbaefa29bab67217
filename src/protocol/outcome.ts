// The one table that turns the service's words into an outcome. Whoever asks "is it paid?" asks here.
import type { Kind } from './kind.ts'

export const outcomes = ['open', 'authorized', 'complete', 'failed', 'expired'] as const

/**
 * What a session amounts to. `authorized`: money is promised, not final.
 * `complete`, `failed` and `expired` are final.
 */
export type Outcome = (typeof outcomes)[number]
export type FinalOutcome = Extract<Outcome, 'complete' | 'failed' | 'expired'>

const table: Record<Kind, Record<string, Outcome>> = {
  payin: {
    AUTHORIZED: 'authorized',
    SETTLED: 'authorized',
    COMPLETED: 'complete',
    FAILED: 'failed',
    EXPIRED: 'expired',
  },
  payout: {
    PROCESSING: 'authorized',
    COMPLETED: 'complete',
    FAILED: 'failed',
    EXPIRED: 'expired',
  },
  // AUTHORIZED is the last state that a bank transfer ever reaches: the bank does not report the transfer itself.
  bank_transfer: { AUTHORIZED: 'complete', FAILED_INTENT: 'failed' },
  on_ramp: { COMPLETED: 'complete', FAILED_INTENT: 'failed' },
}

const deposits: Record<string, Outcome> = { SUCCESS: 'authorized', FAILED: 'failed' }

/** Tells whether a value is one of the protocol's outcomes. */
export function isOutcome(value: unknown): value is Outcome {
  return outcomes.includes(value as Outcome)
}

/** Tells whether nothing more is expected after this outcome. */
export function isFinal(outcome: Outcome): outcome is FinalOutcome {
  return outcome === 'complete' || outcome === 'failed' || outcome === 'expired'
}

/**
 * The outcome of a service status by the table of PROTOCOL §2. Every other status, known or not, keeps what was reached:
 * a word that we do not know must not end a payment, and an older read must not take a promise back. Only FAILED or
 * EXPIRED end a promise.
 *
 * @param reached what the session had reached before
 * @param bankDepositStatus on-ramp only; decides where `paymentStatus` alone says nothing final
 */
export function outcomeOf(
  kind: Kind,
  status: string,
  reached: Outcome = 'open',
  bankDepositStatus?: string | null,
): Outcome {
  return (
    own(table[kind], status) ??
    (kind === 'on_ramp' && bankDepositStatus ? own(deposits, bankDepositStatus) : undefined) ??
    reached
  )
}

/** Own keys only: a status such as "constructor" must not find Object.prototype. */
const own = (words: Record<string, Outcome>, word: string): Outcome | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined
