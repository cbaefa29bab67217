import { type Money, parseMoney } from '../protocol/money.ts'
import { fieldsOf, idText, text } from './read-fields.ts'

/** Fields that payins and payouts from the service share. Only `id` and `status` are always set. */
export interface Payment<Status extends string> {
  readonly id: string
  readonly status: Status
  readonly amount: Money | null
  readonly reference: string | null
  readonly return_url: string | null
  /** The hosted page for the payer or recipient. Check it with `parseRedirectUrl`. */
  readonly redirect_url: string | null
  /** ISO 8601. */
  readonly created_at: string | null
  /** ISO 8601. */
  readonly expires_at: string | null
  readonly [field: string]: unknown
}

/** Parses a payment; `null` without id or status. Unknown fields are kept. */
export function parsePayment<Status extends string>(json: unknown): Payment<Status | (string & {})> | null {
  const fields = fieldsOf(json)
  const id = idText(fields?.id)
  const status = text(fields?.status)
  if (!fields || id === null || status === null) return null
  return {
    ...fields,
    id,
    status,
    amount: parseMoney(fields.amount),
    reference: text(fields.reference),
    return_url: text(fields.return_url),
    redirect_url: text(fields.redirect_url),
    created_at: text(fields.created_at),
    expires_at: text(fields.expires_at),
  }
}

/** At most one of the two fields; a mix does not compile. Without any, the recipient enters an account on the hosted page. */
export type BankAccountTarget = { readonly method: 'bank_account' } & (
  | { readonly iban: string; readonly instrument_id?: never }
  /** An account from `payers.list` that the recipient used earlier as a payer. */
  | { readonly instrument_id: string; readonly iban?: never }
  | { readonly iban?: never; readonly instrument_id?: never }
)

export interface CryptoTarget {
  readonly method: 'crypto_transfer'
  /** The wallet's address. */
  readonly address: string
  readonly network: 'polygon'
}

/** Details of a recipient or payer (payments-v2, UserDetails). All are optional; country and language only preselect. */
export interface UserDetails {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  /** ISO 639-1. */
  readonly language?: string
  readonly first_name?: string
  readonly last_name?: string
  /** `+` and 7 to 15 digits. */
  readonly phone?: string
  readonly address?: string
}

/** A payer's name: both parts or none (payments-v2, PayerDetails). */
export type WholeName =
  | { readonly first_name: string; readonly last_name: string }
  | { readonly first_name?: never; readonly last_name?: never }
