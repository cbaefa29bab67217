// Vue 3: the checkout for a user interface of your own. It registers no element and contains none.
import type { MaybeRefOrGetter } from 'vue'
import { browser, type UseCheckoutOptions } from '../headless/hook-payment.ts'
import { createUseCheckout, type UsedCheckout } from './create-use-checkout.ts'

export type { UseCheckoutOptions, UsedCheckout }

/**
 * The payment of an order as refs of a component. It is followed while the component is mounted and active, and resumed after
 * a reload. On a server and in the first render the phase is `idle`. Give a getter where an option may change.
 *
 * @example const { phase, open } = useCheckout(() => ({ endpoint: '/checkout', order: props.order, onComplete: thank }))
 */
export const useCheckout: (options: MaybeRefOrGetter<UseCheckoutOptions>) => UsedCheckout =
  createUseCheckout(browser)
