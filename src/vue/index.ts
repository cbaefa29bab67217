// Vue 3: registers the elements and declares their types for templates. The Vue plugin needs the option
// `compilerOptions.isCustomElement` to treat them as custom elements (docs/integration.md).
import type { HTMLAttributes } from 'vue'
import type * as Props from '../components/props.ts'
import '../define.ts'

export { PayinCheckoutElement, PayinReturnElement, PayoutClaimElement } from '../define.ts'

/** The props of an element in a template. Vue passes a listener for `@payment-complete` as `onPaymentComplete`. */
interface Tag<Given> {
  new (): { $props: Given & Omit<HTMLAttributes, keyof Given> }
}

declare module 'vue' {
  interface GlobalComponents {
    'payin-checkout': Tag<
      Props.PayinCheckoutAttributes & Props.CheckoutProperties & Props.Handlers<'payment'>
    >
    'payout-claim': Tag<Props.PayoutClaimAttributes & Props.CheckoutProperties & Props.Handlers<'payout'>>
    'payin-return': Tag<Props.PayinReturnAttributes & Props.CommonProperties>
  }
}
