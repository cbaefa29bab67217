'use client'

import { PayinCheckout } from 'payin-checkout/react'

/** A deliberate mistake: the server renders another page than the browser. */
export function Mismatch() {
  return <PayinCheckout endpoint="/checkout" order={typeof window === 'undefined' ? 'A-1' : 'A-2'} />
}
