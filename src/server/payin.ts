// Payins of payments-v2, with its field names. The types for requests are strict, so that the compiler refuses what the
// service would refuse. Parsing is tolerant: unknown fields and statuses are kept.
import type { Money } from '../protocol/money.ts'
import {
  type BankAccountTarget,
  type CryptoTarget,
  type Payment,
  parsePayment,
  type UserDetails,
  type WholeName,
} from './payment.ts'
import { text } from './read-fields.ts'

/** A documented status, or a newer one. */
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

/** At most one of the three fields; a mix does not compile. Without any, the payer selects on the hosted page. */
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

/** Where the merchant receives the money. The document does not show which settlement fits which payment. */
export type Settlement = { readonly method: 'service_balance' } | BankAccountTarget | CryptoTarget

/** The body of a create request for a payin. */
export interface PayinIntent {
  readonly amount: Money
  readonly payer: PayerDetails
  readonly payment?: PayinPayment
  readonly settlement?: Settlement
  /** At most 36 characters. */
  readonly reference?: string
  /** Unique to the payment attempt. The client finds a payin by it when an answer was lost. */
  readonly return_url: string
  readonly webhook_url?: string
}

/** A payin from the service. Only `id` and `status` are always set; every other field may be `null`. */
export interface Payin extends Payment<PayinStatus> {
  readonly status_details: string | null
}

/** Parses a payin; `null` without id or status. */
export function parsePayin(json: unknown): Payin | null {
  const payment = parsePayment(json)
  return payment && { ...payment, status_details: text(payment.status_details) }
}
