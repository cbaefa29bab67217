// Svelte 5: registers the elements and declares their types for templates.
import type { HTMLAttributes } from 'svelte/elements'
import type * as Props from '../components/props.ts'
import type { PayinCheckoutElement, PayinReturnElement, PayoutClaimElement } from '../define.ts'
import '../define.ts'

export { PayinCheckoutElement, PayinReturnElement, PayoutClaimElement } from '../define.ts'

/** An element's own attributes and listeners, and those of any element. */
type Tag<Element extends EventTarget, Own> = Own & Omit<HTMLAttributes<Element>, keyof Own>

declare module 'svelte/elements' {
  // `onpayment-complete={…}` as Svelte 5 writes it, `on:payment-complete={…}` as before.
  interface SvelteHTMLElements {
    'payin-checkout': Tag<
      PayinCheckoutElement,
      Props.PayinCheckoutAttributes & Props.CheckoutProperties & Props.NamedHandlers<'on' | 'on:', 'payment'>
    >
    'payout-claim': Tag<
      PayoutClaimElement,
      Props.PayoutClaimAttributes & Props.CheckoutProperties & Props.NamedHandlers<'on' | 'on:', 'payout'>
    >
    'payin-return': Tag<PayinReturnElement, Props.PayinReturnAttributes & Props.CommonProperties>
  }
}
