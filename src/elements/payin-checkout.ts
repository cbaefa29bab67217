import type { EventDetails, EventName } from '../checkout/events.ts'
import type { Kind } from '../protocol/kind.ts'
import { CheckoutElement } from './checkout-element.tsx'

/**
 * A shopper pays an order of the merchant, by a payin, a bank transfer or an on-ramp.
 *
 * @example <payin-checkout endpoint="/checkout" order="A-1001"></payin-checkout>
 */
export class PayinCheckoutElement extends CheckoutElement {
  /** `payin` (default), `bank_transfer` or `on_ramp`. */
  declare kind: string
  protected override readonly eventPrefix = 'payment'
  protected override readonly kinds: readonly Kind[] = ['payin', 'bank_transfer', 'on_ramp']
}

type PaymentEvents = { [Name in EventName as `payment-${Name}`]: CustomEvent<EventDetails[Name]> }

declare global {
  interface HTMLElementTagNameMap {
    'payin-checkout': PayinCheckoutElement
  }
  interface GlobalEventHandlersEventMap extends PaymentEvents {}
}
