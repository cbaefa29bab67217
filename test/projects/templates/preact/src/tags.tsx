// What fits, as components and as tags.
import type { PayinCheckoutElement } from 'payin-checkout'
import { PayinCheckout, PayinReturn, PayoutClaim } from 'payin-checkout/preact'
import { useRef } from 'preact/hooks'

export function Tags() {
  const element = useRef<PayinCheckoutElement>(null)
  return (
    <>
      <PayinCheckout
        ref={element}
        endpoint="/checkout"
        order="A-1001"
        methods={['card', 'bank_account']}
        class="wide"
        data-test="pay"
        onPaymentStart={(event) => event.preventDefault()}
        onPaymentFailed={({ detail }) => detail.status_details?.length}
      >
        Pay
      </PayinCheckout>
      <PayoutClaim endpoint="/checkout" session="cs_1" onPayoutComplete={({ detail }) => detail.reference} />
      <PayinReturn endpoint="/checkout" href="/" />
      <payin-checkout endpoint="/checkout" order="A-1001" mode="popup" class="wide" />
      <payout-claim endpoint="/checkout" session="cs_1" />
      <payin-return endpoint="/checkout" />
    </>
  )
}
