// React 19, as components and as tags. Compiled by types.test.ts; never run.
import type { PayinCheckoutElement, Session } from 'payin-checkout'
import { PayinCheckout, PayinReturn, PayoutClaim } from 'payin-checkout/react'
import { createRef } from 'react'
import { expectTypeOf } from 'vitest'

const element = createRef<PayinCheckoutElement>()
const paragraph = createRef<HTMLParagraphElement>()

export const components = (
  <>
    <PayinCheckout
      ref={element}
      endpoint="/checkout"
      order="A-1001"
      methods={['card', 'bank_account']}
      disabled={false}
      context={{ cart: 7 }}
      className="wide"
      style={{ maxInlineSize: 400 }}
      data-test="pay"
      lang="de"
      onClick={() => {}}
      onPaymentComplete={({ detail }) => {
        expectTypeOf(detail).toEqualTypeOf<Partial<Session>>()
      }}
      onPaymentStart={(event) => event.preventDefault()}
    >
      <p slot="fallback">Pay by phone.</p>
    </PayinCheckout>
    <PayoutClaim
      endpoint="/checkout"
      session="cs_1"
      onPayoutStatus={({ detail }) => detail.previous.length}
    />
    <PayinReturn endpoint="/checkout" href="/" />
  </>
)

export const tags = (
  <>
    <payin-checkout
      endpoint="/checkout"
      order="A-1001"
      mode="popup"
      onpayment-complete={({ detail }) => detail.id}
    />
    <payout-claim
      endpoint="/checkout"
      session="cs_1"
      onpayout-failed={({ detail }) => detail.status_details}
    />
    <payin-return endpoint="/checkout" href="/" />
  </>
)

export const mistakes = [
  // @ts-expect-error an unknown mode
  <PayinCheckout key="1" endpoint="/checkout" order="A-1001" mode="iframe" />,
  // @ts-expect-error an unknown method
  <PayinCheckout key="2" endpoint="/checkout" order="A-1001" methods={['cash']} />,
  // @ts-expect-error an amount is a decimal string
  <PayinCheckout key="3" endpoint="/checkout" order="A-1001" amount={49.9} />,
  // @ts-expect-error a ref of another element
  <PayinCheckout key="4" endpoint="/checkout" order="A-1001" ref={paragraph} />,
  // @ts-expect-error a payout has other events
  <PayoutClaim key="5" endpoint="/checkout" onPaymentComplete={() => {}} />,
  // @ts-expect-error a payout has no `order`
  <PayoutClaim key="6" endpoint="/checkout" order="A-1001" />,
  // @ts-expect-error an unknown kind
  <payin-checkout key="7" endpoint="/checkout" kind="payout" />,
  <PayinCheckout
    key="8"
    endpoint="/checkout"
    order="A-1001"
    // @ts-expect-error an unknown field of the detail
    onPaymentFailed={({ detail }) => detail.card}
  />,
]
