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

// A new outcome is asked for in each of these tables, and from there in every place that decides by one.

const finality = { open: false, authorized: false, complete: true, failed: true, expired: true } as const
export type FinalOutcome = {
  [Each in Outcome]: (typeof finality)[Each] extends true ? Each : never
}[Outcome]

/** What a session alone makes of its order: where nothing is promised, the order can still be paid. */
export const orderOutcomes: Record<Outcome, OrderOutcome> = {
  open: 'open',
  authorized: 'authorized',
  complete: 'complete',
  failed: 'open',
  expired: 'open',
}

/** The statuses of each outcome (PROTOCOL §2). Every other status is open, or keeps what was reached. */
type Words = Record<Exclude<Outcome, 'open'>, readonly string[]>

const table: Record<Kind, Words> = {
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

const deposits: Words = { authorized: ['SUCCESS'], complete: [], failed: ['FAILED'], expired: [] }

/** Tells whether a value is one of the protocol's outcomes. */
export function isOutcome(value: unknown): value is Outcome {
  return outcomes.includes(value as Outcome)
}

/** Tells whether nothing more is expected after this outcome. */
export function isFinal(outcome: Outcome): outcome is FinalOutcome {
  return finality[outcome]
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

const outcomeIn = (words: Words, word: string): Outcome | undefined =>
  outcomes.find((outcome) => outcome !== 'open' && words[outcome].includes(word))
