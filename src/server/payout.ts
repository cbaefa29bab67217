// Payouts as payments-v2 writes them, field for field. Strict in what we send, tolerant in what we read.
import type { Money } from '../protocol/money.ts'
import { type Payment, parsePayment } from './payment.ts'
import type { BankAccountTarget, CryptoTarget } from './payout-target.ts'
import type { UserDetails } from './user-details.ts'

/** One of the documented states, or a later one that we do not know yet. */
export type PayoutStatus =
  | 'CREATED'
  | 'INITIATED'
  | 'PROCESSING'
  | 'COMPLETED'
  | 'FAILED'
  | 'EXPIRED'
  | (string & {})

export type PayoutPayment =
  | BankAccountTarget
  | CryptoTarget
  /** The recipient's wallet account with the service. */
  | { readonly method: 'service_wallet'; readonly email?: string }

/** What a payout is created from (payments-v2, PayoutIntent). */
export interface PayoutIntent {
  /** What the recipient receives. */
  readonly amount: Money
  readonly recipient?: UserDetails
  readonly payment?: PayoutPayment
  /** At most 36 characters. Without it a payout whose answer was lost cannot be found again. */
  readonly reference?: string
  /** Unique to the attempt: a payout whose answer was lost is found again by it. */
  readonly return_url: string
  readonly webhook_url?: string
}

/** A payout as the service answers it. Only `id` and `status` are sure; every other field may be `null`. */
export type Payout = Payment<PayoutStatus>

/** Reads a payout out of unknown JSON; `null` when it has no id or no status. */
export const parsePayout: (json: unknown) => Payout | null = parsePayment
