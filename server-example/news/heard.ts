// What a webhook tells, before anything is believed of it: four words, and no word about who pays.
import {
  type Kind,
  type Payin,
  type Payout,
  parseBankTransferEvent,
  parseOnRampEvent,
  parsePayinEvent,
  parsePayoutEvent,
} from 'payin-checkout/server'
import { hashOf } from '../create/capability.ts'
import { usable } from './webhook-fields.ts'

export interface Heard {
  /** SHA-256, hex: the same webhook has the same one, however often it comes. */
  readonly hash: string
  readonly kind: Kind
  /** What the service calls the payment; a bank transfer's does not tell. */
  readonly serviceId: string | null
  /** The status that it names; `null` where one word cannot tell it. */
  readonly word: string | null
  /** The capability in a payment's return_url, which only we and the service know. */
  readonly publicId: string | null
  /** The session's row, where the address names it. */
  readonly session: string | null
}

const parsers: Readonly<Record<'payin' | 'payout', (rawBody: Uint8Array) => Payin | Payout | null>> = {
  payin: parsePayinEvent,
  payout: parsePayoutEvent,
}

/**
 * Reads a webhook whose signature was verified; `null` when it tells of no such payment.
 * @throws {HttpProblem} 400 for control characters in a field that is used
 */
export function heardSigned(kind: 'payin' | 'payout', rawBody: Uint8Array): Heard | null {
  const payment = parsers[kind](rawBody)
  if (!payment) return null
  const serviceId = usable('id', payment.id)
  // Longer than any word of the service: `null`, so that the service is asked what it is.
  const word = usable('status', payment.status)
  const back = usable('return_url', payment.return_url)
  if (serviceId === null) return null
  const publicId = back !== null && URL.canParse(back) ? new URL(back).searchParams.get('session') : null
  // With its kind: an event that was played to the wrong address must not pass for known at the right one.
  return { hash: hashOf(`${kind} ${hashOf(rawBody)}`), kind, serviceId, word, publicId, session: null }
}

/**
 * Reads an unsigned webhook, whose address alone says whose it is (FACTS 28). Two sessions can be told the same words.
 * @param session the row that the address names
 * @throws {HttpProblem} 400 for control characters in a field that is used
 */
export function heardUnsigned(
  kind: 'bank_transfer' | 'on_ramp',
  session: string,
  rawBody: Uint8Array,
): Heard | null {
  const hash = hashOf(`${session} ${hashOf(rawBody)}`)
  const whose = { hash, kind, session, publicId: null }
  if (kind === 'on_ramp') {
    const event = parseOnRampEvent(rawBody)
    const serviceId = usable('id', event?.transactionId ?? null)
    return serviceId === null ? null : { ...whose, serviceId, word: null }
  }
  const event = parseBankTransferEvent(rawBody)
  return event && { ...whose, serviceId: null, word: usable('status', event.status) }
}
