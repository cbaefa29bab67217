// The one table that maps the service's statuses to outcomes. All code that needs to know whether something is paid uses it.
import type { Kind } from './kind.ts'

export const outcomes = ['open', 'authorized', 'complete', 'failed', 'expired'] as const

/** The outcome of a session. `authorized`: money is promised, but not final. `complete`, `failed` and `expired` are final. */
export type Outcome = (typeof outcomes)[number]

/** The outcome of all sessions of an order together. */
export const orderOutcomes = ['open', 'authorized', 'complete'] as const
export type OrderOutcome = (typeof orderOutcomes)[number]

/**
 * Two bits for each outcome. 1: money is promised or received. 2: final. A larger number may follow a smaller one, never
 * the reverse. A new outcome needs an entry here and in the status tables. The compiler then finds every table and
 * switch that lacks it. SQL and comparisons with one outcome it cannot find: search for `outcome in` and `outcome ===`.
 */
const bits = { open: 0, authorized: 1, failed: 2, expired: 2, complete: 3 } as const

export type FinalOutcome = { [Each in Outcome]: (typeof bits)[Each] extends 0 | 1 ? never : Each }[Outcome]
type WithMoney = { [Each in Outcome]: (typeof bits)[Each] extends 0 | 2 ? never : Each }[Outcome]

/** The statuses of each outcome (docs/protocol.md#outcomes). With any other status, the session keeps its outcome. */
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
  // AUTHORIZED is the last status of a bank transfer: the bank does not report the transfer itself.
  bank_transfer: { authorized: [], complete: ['AUTHORIZED'], failed: ['FAILED_INTENT'], expired: [] },
  on_ramp: { authorized: [], complete: ['COMPLETED'], failed: ['FAILED_INTENT'], expired: [] },
}

const deposits: Statuses = { authorized: ['SUCCESS'], complete: [], failed: ['FAILED'], expired: [] }

/** Whether a value is one of the protocol's outcomes. */
export function isOutcome(value: unknown): value is Outcome {
  return outcomes.includes(value as Outcome)
}

/** Whether an outcome is final. Only late money can still change it. */
export function isFinal(outcome: Outcome): outcome is FinalOutcome {
  return bits[outcome] > 1
}

/** Whether money is promised or received. Then nobody may pay the order again. */
export function hasMoney(outcome: Outcome): outcome is WithMoney {
  return bits[outcome] % 2 > 0
}

/** Whether an outcome may replace a known one. Late money completes a failed session; nothing undoes a complete one. */
export function isAhead(outcome: Outcome, known: Outcome): boolean {
  return bits[outcome] > bits[known]
}

/**
 * The outcome of a service status by the table of docs/protocol.md#outcomes. A status outside the table keeps the outcome `reached`:
 * an unknown status must not end a payment, and an older read must not revoke an authorization. Only FAILED or EXPIRED
 * end an authorized payment.
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
