// The parts of every kind's request: the shop's configuration, the ids of an attempt, and the return_url.
import type { FrozenRequest, Settlement } from '../../server/index.ts'

/** The configuration that requests need. */
export interface RequestConfig {
  readonly publicUrl: string
  readonly settlement: Settlement | null
  readonly payerCountry: string | null
  readonly companyName: string
}

/** The ids of an attempt, which become part of its request. */
export interface AttemptIds {
  readonly row: string
  readonly attempt: number
  /** Of whose order it is (session/attempt-ids.ts). */
  readonly who: string
  /** The Idempotency-Key at the service. */
  readonly serviceKey: string
  /** The capability that the page gets. */
  readonly publicId: string
  /** The secret part of an unsigned webhook's address. */
  readonly webhookToken: string
  /**
   * A random value in the request. If this row is lost and the attempt is made again, the second request has other bytes: the
   * service refuses it with a conflict instead of answering it, and the loss is detected.
   */
  readonly nonce: string
}

/** Makes an attempt's request from its ids; everything else is known from the create request. */
export type Freeze = (ids: AttemptIds) => FrozenRequest

/** The address to which the shopper returns. It contains the session's public id, so payments of ours are recognized by it. */
export const returnUrlOf = (publicUrl: string, publicId: string): string =>
  `${publicUrl}/checkout/return?session=${publicId}`

/** The session's public id in a return_url; `null` when there is none. */
export function publicIdIn(returnUrl: string | null): string | null {
  return returnUrl !== null && URL.canParse(returnUrl) ? new URL(returnUrl).searchParams.get('session') : null
}
