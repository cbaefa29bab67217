// What the requests of all kinds are made of: what the shop has configured, the names of an attempt, and the address to come
// back to.
import type { FrozenRequest, Settlement } from '../../server/index.ts'

/** What requests need of the configuration. */
export interface RequestConfig {
  readonly publicUrl: string
  readonly settlement: Settlement | null
  readonly payerCountry: string | null
  readonly companyName: string
}

/** What is new about an attempt, before it becomes a request. */
export interface AttemptIds {
  readonly row: string
  readonly attempt: number
  /** The Idempotency-Key at the service. */
  readonly serviceKey: string
  /** The capability that the page gets. */
  readonly publicId: string
  /** The part of an unsigned webhook's address that nobody can guess. */
  readonly webhookToken: string
  /**
   * Random, and a part of what is sent: should this row be lost and the attempt be made again, the service refuses the
   * second request with a conflict instead of answering it, and so the loss is noticed.
   */
  readonly nonce: string
}

/** Where an attempt's request comes from: everything but the ids is known when the shopper presses. */
export type Freeze = (ids: AttemptIds) => FrozenRequest

/** Where the shopper comes back to. It holds the capability, so it tells our attempts from all others. */
export const returnUrlOf = (publicUrl: string, publicId: string): string =>
  `${publicUrl}/checkout/return?session=${publicId}`

/** The session's id in an address to come back to; `null` when there is none. */
export function publicIdIn(returnUrl: string | null): string | null {
  return returnUrl !== null && URL.canParse(returnUrl) ? new URL(returnUrl).searchParams.get('session') : null
}
