import { isDecimal } from '../protocol/money.ts'
import type { PayinIntent } from './payin.ts'

/** A create that can be repeated: the key and the very bytes. Store both before the first sending (FACTS 24). */
export interface FrozenPayin {
  /** 1 to 36 characters. */
  readonly idempotencyKey: string
  /** The serialized body. Send this text, never the object again: a reordered field is another body, and a 409. */
  readonly body: string
}

/**
 * Serializes an intent once, so that every sending carries the same bytes.
 * @throws {TypeError} when the service's document already says that the request would be refused
 */
export function freezePayin(intent: PayinIntent, idempotencyKey: string): FrozenPayin {
  if (!/^[\x21-\x7e]{1,36}$/.test(idempotencyKey)) {
    throw new TypeError('The Idempotency-Key must be 1 to 36 printable characters. Use a UUID.')
  }
  if (!isDecimal(intent.amount.value) || !/[1-9]/.test(intent.amount.value)) {
    throw new TypeError(
      'amount.value must be a positive decimal string with at most 8 decimals, such as "49.90".',
    )
  }
  if (intent.reference !== undefined && intent.reference.length > 36) {
    throw new TypeError('reference is longer than 36 characters. Send a shorter order id.')
  }
  return { idempotencyKey, body: JSON.stringify(intent) }
}
