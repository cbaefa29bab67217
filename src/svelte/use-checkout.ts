// Svelte: the checkout for a user interface of your own. It registers no element and contains none.
import type { Readable } from 'svelte/store'
import { browser, type UseCheckoutOptions } from '../headless/hook-payment.ts'
import { createUseCheckout, type UsedCheckout } from './create-use-checkout.ts'

export type { UseCheckoutOptions, UsedCheckout }

/**
 * The payment of an order as a store of a component: `$checkout.phase`, `checkout.open()`. It is followed while the component
 * is mounted, and resumed after a reload. On a server and in the first render the phase is `idle`. Give a store where an
 * option may change: `toStore(() => ({ … }))` of `svelte/store`.
 *
 * @example const checkout = useCheckout({ endpoint: '/checkout', order: 'A-1001', onComplete: thank })
 */
export const useCheckout: (options: UseCheckoutOptions | Readable<UseCheckoutOptions>) => UsedCheckout =
  createUseCheckout(browser)
