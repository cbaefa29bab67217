// Payouts as payments-v2 writes them, field for field. Strict in what we send, tolerant in what we read.
import { type Money, parseMoney } from '../protocol/money.ts'
import type { BankAccountTarget, CryptoTarget } from './payout-target.ts'
import { fieldsOf, text } from './read-fields.ts'
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
export interface Payout {
  readonly id: string
  readonly status: PayoutStatus
  readonly amount: Money | null
  readonly reference: string | null
  readonly return_url: string | null
  /** Where the recipient continues. Check it with `parseRedirectUrl`. */
  readonly redirect_url: string | null
  /** ISO 8601. */
  readonly created_at: string | null
  /** ISO 8601. */
  readonly expires_at: string | null
  readonly [field: string]: unknown
}

/** Reads a payout out of unknown JSON; `null` when it has no id or no status. */
export function parsePayout(json: unknown): Payout | null {
  const fields = fieldsOf(json)
  const id = text(fields?.id)
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
