// Freezes a create request: its key and its bytes are fixed before it is first sent and never change.
import { checkAmount, checkIdempotencyKey, checkLength, checkText } from './check-input.ts'
import type { PayinIntent } from './payin.ts'
import type { PayoutIntent } from './payout.ts'

/** A create request that can be repeated safely. Store key and body before the first attempt (docs/internals/server-facts.md#a-retry-sends-the-same-bytes). */
export interface FrozenRequest {
  /** 1 to 36 characters. */
  readonly idempotencyKey: string
  /** The serialized body. Always send this text: if you serialize again, a reordered field causes a 409. */
  readonly body: string
}

export type FrozenPayin = FrozenRequest
export type FrozenPayout = FrozenRequest

/**
 * Serializes an intent once, so that every attempt sends the same bytes (payments-v2, Idempotency).
 * @param idempotencyKey one per payment attempt, the same for its retries. The service remembers it for 24 hours. After
 *   that, the same key creates a second payin
 * @throws {TypeError} when the service's document already says that the request would be refused
 */
export function freezePayin(intent: PayinIntent, idempotencyKey: string): FrozenPayin {
  return freeze(intent, idempotencyKey)
}

/**
 * The same for a payout. A second payout cannot be undone, so derive the key from the refund or withdrawal, never from the
 * time.
 * @throws {TypeError} when the service's document already says that the request would be refused
 */
export function freezePayout(intent: PayoutIntent, idempotencyKey: string): FrozenPayout {
  return freeze(intent, idempotencyKey)
}

function freeze(intent: PayinIntent | PayoutIntent, idempotencyKey: string): FrozenRequest {
  checkIdempotencyKey(idempotencyKey)
  checkAmount('amount.value', intent.amount.value)
  checkText('amount.currency', intent.amount.currency)
  checkText('return_url', intent.return_url)
  checkLength('reference', intent.reference, 36)
  return { idempotencyKey, body: JSON.stringify(intent) }
}
