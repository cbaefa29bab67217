'use client'

import { PayinCheckout } from 'payin-checkout/react'

/** A mistake on purpose: what the server renders is not what the browser does. */
export function Mismatch() {
  return <PayinCheckout endpoint="/checkout" order={typeof window === 'undefined' ? 'A-1' : 'A-2'} />
}
