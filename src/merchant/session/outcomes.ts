// What each outcome means for the money. Code that decides about money uses this table, and the compiler asks for a new
// outcome here.
import type { Outcome } from '../../server/index.ts'

const moneyOf: Readonly<Record<Outcome, 'nothing' | 'promise' | 'money' | 'end'>> = {
  open: 'nothing',
  authorized: 'promise',
  complete: 'money',
  failed: 'end',
  expired: 'end',
}

/** Ended without money. Money may still come: the service can change its mind, and a webhook can be lost. */
export const isEnded = (outcome: Outcome): boolean => moneyOf[outcome] === 'end'

/** The money is authorized or paid: nobody may pay the order again. */
export const holdsMoney = (outcome: Outcome): boolean =>
  moneyOf[outcome] === 'promise' || moneyOf[outcome] === 'money'

/**
 * When money was first promised or came, after the outcome was written. The payment service names no time of a change: a payin
 * and a payout have `created_at` and `expires_at` alone (payments-v2), and `lastUpdated` of a transaction moves with any change.
 * @param known what it was before
 * @param now when the outcome is written
 */
export const paidAtOf = (known: Date | null, outcome: Outcome, now: Date): Date | null =>
  holdsMoney(outcome) ? (known ?? now) : null
