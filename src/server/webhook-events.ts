// Parses webhook bodies. An event is only a hint: read the payment at the service for the real status. `null` for a body
// of another form.
import { type Payin, parsePayin } from './payin.ts'
import { type Payout, parsePayout } from './payout.ts'
import { decimalText, fieldsOf, text } from './read-fields.ts'
import { type PayerBankAccount, parsePayerBankAccount } from './transaction.ts'

/** A bank transfer's status update (legacy document, Events). It has no transaction id, so put one in `webhookPayload`. */
export interface BankTransferEvent {
  readonly status: string
  /** The text from the create request. */
  readonly webhookPayload: string | null
  /** Set once the payment is authorized. */
  readonly payerBankAccount: PayerBankAccount | null
  readonly [field: string]: unknown
}

/** An on-ramp's bank deposit, or another event that the operator has enabled (legacy document, Events). */
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

/** Parses the webhook of a payin (payments-v2, Events). Verify the signature first, then read the payin at the service. */
export function parsePayinEvent(rawBody: Uint8Array): Payin | null {
  return parsePayin(parseBody(rawBody))
}

/**
 * Parses the webhook of a payout (payments-v2, Events). Verify the signature first, then read the payout at the service.
 * A body does not name its kind, so use different `webhook_url`s for payins and payouts.
 */
export function parsePayoutEvent(rawBody: Uint8Array): Payout | null {
  const fields = parseBody(rawBody)
  // Only payins have a payer, so this finds a payin at the wrong address.
  return fields && 'payer' in fields ? null : parsePayout(fields)
}

/**
 * Parses a bank transfer's status update. It is not signed, so anybody who knows the address can send one. Give
 * `webhookUrl` a path that nobody can guess, find the transaction by `webhookPayload`, and act on the answer of
 * `transactions.get`, never on this body.
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
 * Parses an on-ramp's event. It is not signed, so use a path that nobody can guess. Answer 200 with JSON that contains a
 * `message`, or the service repeats the event up to 5 times. Then read the transaction, and fulfil the order only if its
 * `bankDepositStatus` is SUCCESS, whatever this body contains. Fulfil once: the event may arrive again.
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
