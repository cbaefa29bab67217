import type { EventDetails, EventName } from '../checkout/events.ts'
import type { Kind } from '../protocol/kind.ts'
import { CheckoutElement } from './checkout-element.tsx'

/**
 * A recipient receives a payout that the merchant's server created. The element never creates one.
 *
 * @example <payout-claim endpoint="/checkout" session="cs_5Zk…"></payout-claim>
 */
export class PayoutClaimElement extends CheckoutElement {
  protected override readonly eventPrefix = 'payout'
  protected override readonly kinds: readonly Kind[] = ['payout']

  protected override get orderToPay(): string {
    return ''
  }
}

type PayoutEvents = { [Name in EventName as `payout-${Name}`]: CustomEvent<EventDetails[Name]> }

declare global {
  interface HTMLElementTagNameMap {
    'payout-claim': PayoutClaimElement
  }
  interface GlobalEventHandlersEventMap extends PayoutEvents {}
}
