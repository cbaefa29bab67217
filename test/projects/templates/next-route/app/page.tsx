import { PayinCheckout } from 'payin-checkout/react'

export default function Page() {
  return <PayinCheckout endpoint="/pay/checkout" order="A-1" />
}
