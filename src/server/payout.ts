// Payouts of payments-v2, with its field names. Strict types for requests, tolerant parsing of answers.
import type { Money } from '../protocol/money.ts'
import {
  type BankAccountTarget,
  type CryptoTarget,
  type Payment,
  parsePayment,
  type UserDetails,
} from './payment.ts'

/** A documented status, or a newer one. */
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

/** The body of a create request for a payout (payments-v2, PayoutIntent). */
export interface PayoutIntent {
  /** The amount that the recipient receives. */
  readonly amount: Money
  readonly recipient?: UserDetails
  readonly payment?: PayoutPayment
  /** At most 36 characters. Without it a payout whose answer was lost cannot be found again. */
  readonly reference?: string
  /** Unique to the payout attempt. The client finds a payout by it when an answer was lost. */
  readonly return_url: string
  readonly webhook_url?: string
}

/** A payout from the service. Only `id` and `status` are always set; every other field may be `null`. */
export type Payout = Payment<PayoutStatus>

/** Parses a payout; `null` without id or status. */
export const parsePayout: (json: unknown) => Payout | null = parsePayment
