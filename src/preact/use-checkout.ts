// Preact 11: the checkout for a user interface of your own. It registers no element and contains none.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { createHook, type UsedCheckout } from '../headless/create-hook.ts'
import { browser, type UseCheckoutOptions } from '../headless/hook-payment.ts'

export type { UseCheckoutOptions, UsedCheckout }

/**
 * The payment of an order as state of a component. It is followed while the component is mounted, and resumed after a reload.
 * On a server and in the first render the phase is `idle`.
 *
 * @example const { phase, open } = useCheckout({ endpoint: '/checkout', order: 'A-1001', onComplete: thank })
 */
export const useCheckout: (options: UseCheckoutOptions) => UsedCheckout = createHook(
  { useEffect, useLayoutEffect, useRef, useState },
  browser,
)
