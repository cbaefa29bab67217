// The one table that turns the service's words into an outcome. Whoever asks "is it paid?" asks here.
import type { Kind } from './kind.ts'

export const outcomes = ['open', 'authorized', 'complete', 'failed', 'expired'] as const

/**
 * What a session amounts to. `authorized`: money is promised, not final.
 * `complete`, `failed` and `expired` are final.
 */
export type Outcome = (typeof outcomes)[number]

/** What all sessions of an order amount to together. */
export type OrderOutcome = 'open' | 'authorized' | 'complete'

/**
 * What each outcome says, in two bits: 1, money is promised or there; 2, nothing more is expected. A larger one may follow
 * a smaller one, and never the other way round. A new outcome is asked for here and in the tables of its words; from there
 * the compiler leads to every place that decides by one.
 */
const bits = { open: 0, authorized: 1, failed: 2, expired: 2, complete: 3 } as const

export type FinalOutcome = { [Each in Outcome]: (typeof bits)[Each] extends 0 | 1 ? never : Each }[Outcome]
type Promising = { [Each in Outcome]: (typeof bits)[Each] extends 0 | 2 ? never : Each }[Outcome]

/** The statuses of each outcome (PROTOCOL §2). Every other status is open, or keeps what was reached. */
type Statuses = Record<Exclude<Outcome, 'open'>, readonly string[]>

const table: Record<Kind, Statuses> = {
  payin: {
    authorized: ['AUTHORIZED', 'SETTLED'],
    complete: ['COMPLETED'],
    failed: ['FAILED'],
    expired: ['EXPIRED'],
  },
  payout: {
    authorized: ['PROCESSING'],
    complete: ['COMPLETED'],
    failed: ['FAILED'],
    expired: ['EXPIRED'],
  },
  // AUTHORIZED is the last state that a bank transfer ever reaches: the bank does not report the transfer itself.
  bank_transfer: { authorized: [], complete: ['AUTHORIZED'], failed: ['FAILED_INTENT'], expired: [] },
  on_ramp: { authorized: [], complete: ['COMPLETED'], failed: ['FAILED_INTENT'], expired: [] },
}

const deposits: Statuses = { authorized: ['SUCCESS'], complete: [], failed: ['FAILED'], expired: [] }

/** Tells whether a value is one of the protocol's outcomes. */
export function isOutcome(value: unknown): value is Outcome {
  return outcomes.includes(value as Outcome)
}

/** Tells whether nothing more is expected after this outcome. */
export function isFinal(outcome: Outcome): outcome is FinalOutcome {
  return bits[outcome] > 1
}

/** Tells whether money is promised or there: nobody may pay the order again. */
export function hasMoney(outcome: Outcome): outcome is Promising {
  return bits[outcome] % 2 > 0
}

/** Tells whether an outcome is news after another: late money completes what had failed, nothing undoes what is complete. */
export function isAhead(outcome: Outcome, known: Outcome): boolean {
  return bits[outcome] > bits[known]
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
    outcomeIn(table[kind], status) ??
    (kind === 'on_ramp' && bankDepositStatus ? outcomeIn(deposits, bankDepositStatus) : undefined) ??
    reached
  )
}

const outcomeIn = (statuses: Statuses, status: string): Outcome | undefined =>
  outcomes.find((outcome) => outcome !== 'open' && statuses[outcome].includes(status))
