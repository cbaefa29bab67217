// What a webhook tells, before anything is believed of it: four words, and no word about who pays.
import type { Kind } from '../../server/index.ts'
import type { SignedKind, UnsignedKind, UnverifiedMoney } from '../kinds/kind.ts'
import { publicIdIn } from '../kinds/request.ts'
import type { FoundPayment } from '../kinds/service-port.ts'
import { hashOf } from '../session/capability.ts'
import { parseWebhookField } from './webhook-fields.ts'

export interface ReceivedWebhook {
  /** SHA-256, hex: the same webhook has the same one, however often it comes. */
  readonly hash: string
  readonly kind: Kind
  /** What the service calls the payment; a bank transfer's does not tell. */
  readonly serviceId: string | null
  /** The status that it names; `null` where one word cannot tell it. */
  readonly status: string | null
  /** The capability in a payment's return_url, which only we and the service know. */
  readonly publicId: string | null
  /** The session's row, where the address names it. */
  readonly session: string | null
  /** A signed payment, as the service lists it too; `null` for unsigned webhooks. */
  readonly payment: FoundPayment | null
  /** What an unsigned webhook says of the money: it can only raise doubts. */
  readonly money: UnverifiedMoney | null
}

/**
 * Reads a webhook whose signature was verified; `null` when it tells of no such payment.
 * @throws {UnusableWebhook} for control characters in a field that is used
 */
export function parseSignedWebhook(
  { name, webhooks }: SignedKind,
  rawBody: Uint8Array,
): ReceivedWebhook | null {
  const payment = webhooks.read(rawBody)
  if (!payment) return null
  const serviceId = parseWebhookField('id', payment.fetched.id)
  const returnUrl = parseWebhookField('return_url', payment.returnUrl)
  if (serviceId === null) return null
  return {
    // With its kind: an event that was played to the wrong address must not pass for known at the right one.
    hash: hashOf(`${name} ${hashOf(rawBody)}`),
    kind: name,
    serviceId,
    // Longer than any word of the service: `null`, so that the service is asked what it is.
    status: parseWebhookField('status', payment.fetched.status),
    publicId: publicIdIn(returnUrl),
    session: null,
    payment: { ...payment, returnUrl, reference: parseWebhookField('reference', payment.reference) },
    money: null,
  }
}

/**
 * Reads an unsigned webhook, whose address alone says whose it is (FACTS 28). Two sessions can be told the same words.
 * @param session the row that the address names
 * @throws {UnusableWebhook} for control characters in a field that is used
 */
export function parseUnsignedWebhook(
  { name, webhooks }: UnsignedKind,
  session: string,
  rawBody: Uint8Array,
): ReceivedWebhook | null {
  const event = webhooks.read(rawBody)
  if (!event) return null
  const serviceId = parseWebhookField('id', event.serviceId)
  // It names a payment, and not one that there can be.
  if (event.serviceId !== null && serviceId === null) return null
  return {
    hash: hashOf(`${session} ${hashOf(rawBody)}`),
    kind: name,
    serviceId,
    status: parseWebhookField('status', event.status),
    publicId: null,
    session,
    payment: null,
    money: event.money,
  }
}
