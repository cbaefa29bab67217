// React 18 and 19: the elements as components, and their types for the tags themselves.
import {
  createElement,
  type DetailedHTMLProps,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type ReactNode,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { createComponent, type Runtime } from '../components/create-component.ts'
import type * as Props from '../components/props.ts'
import type { PayinCheckoutElement, PayinReturnElement, PayoutClaimElement } from '../define.ts'
import '../define.ts'

type AnyElement = HTMLAttributes<HTMLElement>

/** Props of the element, and those of any element: `id`, `className`, `style`, `lang`, `aria-…`, `data-…`. */
export interface PayinCheckoutProps
  extends Props.PayinCheckoutProps,
    Omit<AnyElement, keyof Props.PayinCheckoutProps> {}
export interface PayoutClaimProps
  extends Props.PayoutClaimProps,
    Omit<AnyElement, keyof Props.PayoutClaimProps> {}
export interface PayinReturnProps
  extends Props.PayinReturnProps,
    Omit<AnyElement, keyof Props.PayinReturnProps> {}

type Component<Own, Element> = ForwardRefExoticComponent<Own & RefAttributes<Element>>

const runtime: Runtime<ReactNode> = {
  createElement,
  useRef,
  useEffect,
  useLayoutEffect,
  useImperativeHandle,
}

function component<Own extends object, Element>(
  tag: string,
  prefix?: 'payment' | 'payout',
): Component<Own, Element> {
  const render = createComponent(runtime, tag, prefix)
  // React 18 passes a ref only this way. React 19 would also pass it as a prop.
  return forwardRef<Element, Own>(render) as Component<Own, Element>
}

/**
 * `<payin-checkout>`: a shopper pays an order.
 *
 * @example <PayinCheckout endpoint="/checkout" order="A-1001" onPaymentComplete={({ detail }) => thank(detail)} />
 */
export const PayinCheckout: Component<PayinCheckoutProps, PayinCheckoutElement> = component(
  'payin-checkout',
  'payment',
)

/** `<payout-claim>`: a recipient receives a payout. */
export const PayoutClaim: Component<PayoutClaimProps, PayoutClaimElement> = component(
  'payout-claim',
  'payout',
)

/** `<payin-return>`: the merchant's return page. */
export const PayinReturn: Component<PayinReturnProps, PayinReturnElement> = component('payin-return')

type Tag<Element, Attributes> = DetailedHTMLProps<HTMLAttributes<Element>, Element> &
  Attributes & { class?: string | undefined }

declare module 'react' {
  namespace JSX {
    // React 19 adds a listener for a prop named `on` and the event's name. Exception: on a tag that it hydrates, it adds
    // the listener only when the prop changes. React 18 needs a ref and `addEventListener`.
    interface IntrinsicElements {
      'payin-checkout': Tag<
        PayinCheckoutElement,
        Props.PayinCheckoutAttributes & Props.CheckoutProperties & Props.NamedHandlers<'on', 'payment'>
      >
      'payout-claim': Tag<
        PayoutClaimElement,
        Props.PayoutClaimAttributes & Props.CheckoutProperties & Props.NamedHandlers<'on', 'payout'>
      >
      'payin-return': Tag<PayinReturnElement, Props.PayinReturnAttributes & Props.CommonProperties>
    }
  }
}
