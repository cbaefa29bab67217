// Payins as payments-v2 writes them, field for field. What we send is strict: the compiler refuses what the service
// would. What we read is tolerant: unknown fields and states pass through.
import type { Money } from '../protocol/money.ts'
import { type Payment, parsePayment } from './payment.ts'
import type { BankAccountTarget, CryptoTarget } from './payout-target.ts'
import { text } from './read-fields.ts'
import type { UserDetails, WholeName } from './user-details.ts'

/** One of the documented states, or a later one that we do not know yet. */
export type PayinStatus =
  | 'CREATED'
  | 'INITIATED'
  | 'AUTHORIZED'
  | 'DISPUTED'
  | 'SETTLED'
  | 'COMPLETED'
  | 'FAILED'
  | 'EXPIRED'
  | (string & {})

export type PayerDetails = UserDetails &
  WholeName & {
    readonly email: string
    /** The payer's first deposit on the merchant's platform, not the first with the service. */
    readonly is_new?: boolean
  }

/** Exactly one variant: a mix does not compile. Without any of the three the payer selects on the hosted page. */
export type BankAccountPayment = { readonly method: 'bank_account' } & (
  | { readonly bank_id: string; readonly iban?: never; readonly instrument_id?: never }
  | { readonly iban: string; readonly bank_id?: never; readonly instrument_id?: never }
  | { readonly instrument_id: string; readonly bank_id?: never; readonly iban?: never }
  | { readonly bank_id?: never; readonly iban?: never; readonly instrument_id?: never }
)

export type PayinPayment =
  | BankAccountPayment
  | { readonly method: 'card' | 'google_pay' | 'apple_pay' | 'crypto_transfer' }
  | { readonly method: 'service_wallet'; readonly email?: string }

/** Where the merchant is paid. Which settlement goes with which payment: not shown. */
export type Settlement = { readonly method: 'service_balance' } | BankAccountTarget | CryptoTarget

/** What a payin is created from. */
export interface PayinIntent {
  readonly amount: Money
  readonly payer: PayerDetails
  readonly payment?: PayinPayment
  readonly settlement?: Settlement
  /** At most 36 characters. */
  readonly reference?: string
  /** Unique to the attempt: a payin whose answer was lost is found again by it. */
  readonly return_url: string
  readonly webhook_url?: string
}

/** A payin as the service answers it. Only `id` and `status` are sure; every other field may be `null`. */
export interface Payin extends Payment<PayinStatus> {
  readonly status_details: string | null
}

/** Reads a payin out of unknown JSON; `null` when it has no id or no status. */
export function parsePayin(json: unknown): Payin | null {
  const payment = parsePayment(json)
  return payment && { ...payment, status_details: text(payment.status_details) }
}
