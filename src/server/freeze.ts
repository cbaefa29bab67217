// Freezing: a create becomes one key and one text before it is sent for the first time, and stays that way.
import { checkAmount, checkLength } from './check-input.ts'
import type { PayinIntent } from './payin.ts'
import type { PayoutIntent } from './payout.ts'

/** A create that can be repeated: the key and the very bytes. Store both before the first sending (FACTS 24). */
export interface FrozenRequest {
  /** 1 to 36 characters. */
  readonly idempotencyKey: string
  /** The serialized body. Send this text, never the object again: a reordered field is another body, and a 409. */
  readonly body: string
}

export type FrozenPayin = FrozenRequest
export type FrozenPayout = FrozenRequest

/**
 * Serializes an intent once, so that every sending carries the same bytes (payments-v2, Idempotency).
 * @param idempotencyKey one per attempt, kept over retries. The service remembers it for 24 hours; after that the same
 *   key makes a second payin
 * @throws {TypeError} when the service's document already says that the request would be refused
 */
export function freezePayin(intent: PayinIntent, idempotencyKey: string): FrozenPayin {
  return freeze(intent, idempotencyKey)
}

/**
 * The same for a payout. A second payout cannot be called back, so derive the key from what is paid out (the refund,
 * the withdrawal), never from the moment.
 * @throws {TypeError} when the service's document already says that the request would be refused
 */
export function freezePayout(intent: PayoutIntent, idempotencyKey: string): FrozenPayout {
  return freeze(intent, idempotencyKey)
}

function freeze(intent: PayinIntent | PayoutIntent, idempotencyKey: string): FrozenRequest {
  if (!/^[\x21-\x7e]{1,36}$/.test(idempotencyKey)) {
    throw new TypeError('The Idempotency-Key must be 1 to 36 printable characters. Use a UUID.')
  }
  checkAmount('amount.value', intent.amount.value)
  if (!intent.amount.currency) {
    throw new TypeError('amount.currency is empty. Send an ISO 4217 code or a crypto symbol, such as "EUR".')
  }
  checkLength('reference', intent.reference, 36)
  return { idempotencyKey, body: JSON.stringify(intent) }
}
