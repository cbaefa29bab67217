// All reasons for which the widget cannot continue, as one closed list. For a new kind, the compiler finds every place
// that needs one: the shopper's message and the developer's.

import type { Money } from './money.ts'

export const faultKinds = [
  /** The endpoint could not be reached, or did not answer in time. */
  'network',
  /** The endpoint answered, but cannot serve now: 429 or 5xx. */
  'unavailable',
  /** The order is already paid: 409. */
  'already_paid',
  /** Another payment of the order is promised: 409 with a `type` of its own, as the next two. */
  'order_promised',
  /** The order has another price than the session. `amount` is the price now. */
  'price_changed',
  /** The shop has withdrawn the order. */
  'order_withdrawn',
  /** The endpoint refused the request: 400 or 422. */
  'invalid',
  /** The endpoint refused the way to pay that the shopper chose: 422 that points into `payment`. */
  'choice_refused',
  /** The endpoint refused the code of a payout: 422 that points to `code`. */
  'code_refused',
  /** Two payments of the order can be paid already: 422 or 429 with a `type` of its own. */
  'two_open',
  /** The endpoint refuses this page or this shopper: 401 or 403. */
  'forbidden',
  /** The session or the endpoint is not known: 404 or 410. */
  'not_found',
  /** The endpoint's answer is not a session: HTML, invalid JSON, a missing field. */
  'bad_answer',
  /** The session carries no address that may be opened. */
  'bad_redirect_url',
  /** An attribute or a property is missing or wrong, or code of the page threw. */
  'misconfigured',
] as const

export type FaultKind = (typeof faultKinds)[number]

/** Why the widget cannot continue. `message` is for the developer and never shown to a shopper. */
export interface Fault {
  readonly kind: FaultKind
  readonly message: string
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** How long the endpoint asked to wait. */
  readonly retryAfterMs?: number
  /** The order's present price, with `price_changed`. */
  readonly amount?: Money
  /** The id of the refused request, as the endpoint's log has it. Of a header, so at most 64 of `A-Z a-z 0-9 . _ -`. */
  readonly requestId?: string
}

/** A thrown fault. Ports throw it, and the checkout turns it into a state. */
export class FaultError extends Error {
  override readonly name = 'FaultError'
  readonly fault: Fault

  constructor(fault: Fault, options?: ErrorOptions) {
    super(fault.message, options)
    this.fault = fault
  }
}

/** Makes a fault. It is retryable if its kind is a failure of the network or the server, and not of the request. */
export function faultOf(kind: FaultKind, message: string, retryAfterMs?: number): Fault {
  const retryable = kind === 'network' || kind === 'unavailable'
  return { kind, message, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}

/**
 * The fault of anything that was thrown. What is no `FaultError` is a bug of the page or of a port, and not of the network: a
 * retry does not help, and the shopper must see a message at once.
 */
export function faultFrom(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault
  return faultOf('misconfigured', `The request failed: ${error}`)
}
