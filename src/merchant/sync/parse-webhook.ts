// Parses a webhook into the few fields that are used: ids, status, amount. Personal data is dropped here. Nothing in a
// webhook is trusted as a fact about money: process-webhook.ts decides what has to be fetched.
import type { Kind } from '../../server/index.ts'
import type { SignedKind, UnsignedKind, UnverifiedMoney } from '../kinds/kind.ts'
import { publicIdIn } from '../kinds/request.ts'
import type { FoundPayment } from '../kinds/service-port.ts'
import { announcesMoney } from '../order/rules/merge.ts'
import { hashOf } from '../session/capability.ts'
import { parseWebhookField } from './webhook-fields.ts'

export interface ReceivedWebhook {
  /** SHA-256 as hex: of a signed webhook's bytes, of what an unsigned one names. */
  readonly hash: string
  /** SHA-256 of the bytes as hex; `null` where `hash` is made of them. */
  readonly bodyHash: string | null
  readonly kind: Kind
  /** The payment's id at the service; webhooks of bank transfers have none. */
  readonly serviceId: string | null
  /** The status in it; `null` for kinds whose state needs more than one field. */
  readonly status: string | null
  /** The session's public id from the payment's return_url. Only we and the service know it. */
  readonly publicId: string | null
  /** The session's row id, where the webhook's address contains it. */
  readonly session: string | null
  /** The payment of a signed webhook, in the same form as in the service's lists; `null` for unsigned webhooks. */
  readonly payment: FoundPayment | null
  /** Amount and markers of an unsigned webhook. They can only raise an alert, never confirm a payment. */
  readonly money: UnverifiedMoney | null
}

/** Parses a webhook whose signature was verified; `null` when it is about no payment of this kind. */
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
    // The kind is part of the hash: an event that somebody sends to the wrong address must not count as known at the right one.
    hash: hashOf(`${name} ${hashOf(rawBody)}`),
    bodyHash: null,
    kind: name,
    serviceId,
    // `null` when it is longer than any real status: then the service is asked.
    status: parseWebhookField('status', payment.fetched.status),
    publicId: publicIdIn(returnUrl),
    session: null,
    payment: { ...payment, returnUrl, reference: parseWebhookField('reference', payment.reference) },
    money: null,
  }
}

/**
 * Parses an unsigned webhook. Only its address says which session it is for (docs/internals/server-facts.md#legacy-webhooks-are-not-signed).
 * Its hash is made of what it names and not of its bytes: whoever has the address can invent any number of bodies.
 * @param session the row id in the address
 */
export function parseUnsignedWebhook(
  { name, webhooks }: UnsignedKind,
  session: string,
  rawBody: Uint8Array,
): ReceivedWebhook | null {
  const event = webhooks.read(rawBody)
  if (!event) return null
  const serviceId = parseWebhookField('id', event.serviceId)
  const status = parseWebhookField('status', event.status)
  // It has an id that no payment can have.
  if (event.serviceId !== null && serviceId === null) return null
  return {
    // One that announces money is not replaced by a later one that does not.
    hash: hashOf(JSON.stringify([session, serviceId?.toLowerCase(), announcesMoney(name, status)])),
    bodyHash: hashOf(rawBody),
    kind: name,
    serviceId,
    status,
    publicId: null,
    session,
    payment: null,
    money: event.money,
  }
}
