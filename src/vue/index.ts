// Vue 3: registers the elements and tells Vue's templates their types. Vue itself has to be told that they are custom
// elements: `compilerOptions.isCustomElement` of its plugin (docs/integration.md).
import type { HTMLAttributes } from 'vue'
import type * as Props from '../components/props.ts'
import '../define.ts'

export { PayinCheckoutElement, PayinReturnElement, PayoutClaimElement } from '../define.ts'

/** What a template may give to an element: Vue listens to `@payment-complete` as `onPaymentComplete`. */
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
