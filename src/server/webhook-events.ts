// What webhooks tell, as hints: whatever a body says, the truth is what a read answers. `null` when it is no such event.
import { type Payin, parsePayin } from './payin.ts'
import { type Payout, parsePayout } from './payout.ts'
import { decimalText, fieldsOf, text } from './read-fields.ts'
import { type PayerBankAccount, parsePayerBankAccount } from './transaction.ts'

/** A bank transfer's status update (legacy document, Events). It names no transaction: `webhookPayload` must. */
export interface BankTransferEvent {
  readonly status: string
  /** What was given at creation. */
  readonly webhookPayload: string | null
  /** Only once the payment is authorized. */
  readonly payerBankAccount: PayerBankAccount | null
  readonly [field: string]: unknown
}

/** An on-ramp's bank deposit, or another event that the operator has switched on (legacy document, Events). */
export interface OnRampEvent {
  readonly eventType: 'merchant_on_ramp_success' | (string & {})
  readonly transactionId: string
  /** A decimal string. */
  readonly amount: string | null
  readonly currency: string | null
  /** ISO 8601. */
  readonly timestamp: string | null
  readonly webhookPayload: string | null
  readonly [field: string]: unknown
}

/** The payin that a webhook's body tells of (payments-v2, Events). Verify the signature first, then read it again. */
export function parsePayinEvent(rawBody: Uint8Array): Payin | null {
  return parsePayin(parseBody(rawBody))
}

/**
 * The payout that a webhook's body tells of (payments-v2, Events). Verify the signature first, then read it again.
 * Nothing in a body names its kind, so give payins and payouts a `webhook_url` each.
 */
export function parsePayoutEvent(rawBody: Uint8Array): Payout | null {
  const fields = parseBody(rawBody)
  // Only a payin has a payer: at least that mix-up is noticed.
  return fields && 'payer' in fields ? null : parsePayout(fields)
}

/**
 * A bank transfer's status update. The document shows no signature, so anybody who knows the address can send one: give
 * `webhookUrl` a path that nobody can guess, find the transaction by `webhookPayload`, and act on what
 * `transactions.get` answers, never on this body.
 */
export function parseBankTransferEvent(rawBody: Uint8Array): BankTransferEvent | null {
  const fields = parseBody(rawBody)
  const status = text(fields?.status)
  if (!fields || status === null) return null
  return {
    ...fields,
    status,
    webhookPayload: text(fields.webhookPayload),
    payerBankAccount: parsePayerBankAccount(fields.payerBankAccount),
  }
}

/**
 * An on-ramp's event, unsigned like the bank transfer's: a path that nobody can guess. Answer 200 with JSON that holds
 * a `message`, or it comes up to 5 times more. Then read the transaction, and proceed with business only when its
 * `bankDepositStatus` is SUCCESS, whatever `eventType` and `amount` say here. Do it once: the event may come again.
 */
export function parseOnRampEvent(rawBody: Uint8Array): OnRampEvent | null {
  const fields = parseBody(rawBody)
  const eventType = text(fields?.eventType)
  const transactionId = text(fields?.transactionId)
  if (!fields || eventType === null || transactionId === null) return null
  return {
    ...fields,
    eventType,
    transactionId,
    amount: decimalText(fields.amount),
    currency: text(fields.currency),
    timestamp: text(fields.timestamp),
    webhookPayload: text(fields.webhookPayload),
  }
}

function parseBody(rawBody: Uint8Array): Record<string, unknown> | null {
  try {
    return fieldsOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody)))
  } catch {
    return null
  }
}
