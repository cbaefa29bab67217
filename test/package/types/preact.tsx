/** @jsxImportSource preact */
// Preact 11, as components and as tags. Compiled by types.test.ts; never run.
import type { PayinCheckoutElement, Session } from 'payin-checkout'
import { PayinCheckout, PayinReturn, PayoutClaim } from 'payin-checkout/preact'
import { createRef } from 'preact'
import { expectTypeOf } from 'vitest'

const element = createRef<PayinCheckoutElement>()

export const components = (
  <>
    <PayinCheckout
      ref={element}
      endpoint="/checkout"
      order="A-1001"
      methods="card bank_account"
      disabled
      class="wide"
      onPaymentComplete={({ detail }) => {
        expectTypeOf(detail).toEqualTypeOf<Partial<Session>>()
      }}
    >
      <p slot="fallback">Pay by phone.</p>
    </PayinCheckout>
    <PayoutClaim endpoint="/checkout" session="cs_1" />
    <PayinReturn endpoint="/checkout" />
  </>
)

export const tags = (
  <>
    <payin-checkout endpoint="/checkout" order="A-1001" onpayment-complete={({ detail }) => detail.id} />
    <payout-claim endpoint="/checkout" session="cs_1" />
    <payin-return endpoint="/checkout" />
  </>
)

export const mistakes = [
  // @ts-expect-error an unknown theme
  <PayinCheckout key="1" endpoint="/checkout" order="A-1001" theme="blue" />,
  // @ts-expect-error an unknown event
  <PayinCheckout key="2" endpoint="/checkout" order="A-1001" onPaymentPaid={() => {}} />,
  // @ts-expect-error an unknown kind
  <payin-checkout key="3" endpoint="/checkout" kind="payout" />,
]
