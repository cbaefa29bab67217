// Preact 11: the elements as components, and their types for the tags themselves.
import {
  type ComponentChildren,
  createElement,
  type FunctionComponent,
  type HTMLAttributes,
  type Ref,
  type VNode,
} from 'preact'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'preact/hooks'
import { createComponent, type Runtime } from '../components/create-component.ts'
import type * as Props from '../components/props.ts'
import type { PayinCheckoutElement, PayinReturnElement, PayoutClaimElement } from '../define.ts'
import '../define.ts'

type AnyElement = Omit<HTMLAttributes<HTMLElement>, 'ref' | 'children'>

/** The props that Preact passes to every component. */
interface Common<Element extends HTMLElement> {
  children?: ComponentChildren
  ref?: Ref<Element> | undefined
}

/** Props of the element, and those of any element: `id`, `class`, `style`, `lang`, `aria-…`, `data-…`. */
export interface PayinCheckoutProps
  extends Props.PayinCheckoutProps,
    Common<PayinCheckoutElement>,
    Omit<AnyElement, keyof Props.PayinCheckoutProps> {}
export interface PayoutClaimProps
  extends Props.PayoutClaimProps,
    Common<PayoutClaimElement>,
    Omit<AnyElement, keyof Props.PayoutClaimProps> {}
export interface PayinReturnProps
  extends Props.PayinReturnProps,
    Common<PayinReturnElement>,
    Omit<AnyElement, keyof Props.PayinReturnProps> {}

const runtime: Runtime<VNode> = {
  createElement: createElement as Runtime<VNode>['createElement'],
  useRef,
  useEffect: useEffect as Runtime<VNode>['useEffect'],
  useLayoutEffect: useLayoutEffect as Runtime<VNode>['useLayoutEffect'],
  useImperativeHandle,
}

function component<Own extends { ref?: unknown }>(
  tag: string,
  prefix?: 'payment' | 'payout',
): FunctionComponent<Own> {
  const render = createComponent(runtime, tag, prefix)
  return ({ ref, ...props }) => render(props, ref)
}

/**
 * `<payin-checkout>`: a shopper pays an order.
 *
 * @example <PayinCheckout endpoint="/checkout" order="A-1001" onPaymentComplete={({ detail }) => thank(detail)} />
 */
export const PayinCheckout: FunctionComponent<PayinCheckoutProps> = component('payin-checkout', 'payment')

/** `<payout-claim>`: a recipient receives a payout. */
export const PayoutClaim: FunctionComponent<PayoutClaimProps> = component('payout-claim', 'payout')

/** `<payin-return>`: the merchant's return page. */
export const PayinReturn: FunctionComponent<PayinReturnProps> = component('payin-return')

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'payin-checkout': HTMLAttributes<PayinCheckoutElement> &
        Props.PayinCheckoutAttributes &
        Props.CheckoutProperties &
        Props.NamedHandlers<'on', 'payment'>
      'payout-claim': HTMLAttributes<PayoutClaimElement> &
        Props.PayoutClaimAttributes &
        Props.CheckoutProperties &
        Props.NamedHandlers<'on', 'payout'>
      'payin-return': HTMLAttributes<PayinReturnElement> &
        Props.PayinReturnAttributes &
        Props.CommonProperties
    }
  }
}
