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
