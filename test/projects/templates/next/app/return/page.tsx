// app/return/page.tsx
import { PayinReturn } from 'payin-checkout/react'

export default function Page() {
  return <PayinReturn endpoint="/checkout" href="/" />
}

export const metadata = { referrer: 'no-referrer' } // the address that is asked for holds the session's id
