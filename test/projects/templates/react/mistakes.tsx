import { PayinCheckout, PayoutClaim } from 'payin-checkout/react'

export const mistakes = [
  <PayinCheckout key="1" endpoint="/checkout" order="A-1001" mode="iframe" />, // wrong: no such mode
  <PayinCheckout key="2" endpoint="/checkout" order="A-1001" methods={['cash']} />, // wrong: no such method
  <PayinCheckout key="3" onPaymentFailed={({ detail }) => detail.card} />, // wrong: no such detail
  <PayoutClaim key="4" onPaymentComplete={() => {}} />, // wrong: a payout emits events of its own
  <payin-checkout key="5" kind="payout" />, // wrong: no such kind
  <payin-checkout key="6" methods={['card']} />, // wrong: a tag's methods are words with spaces between them
  <payin-return key="7" order="A-1001" />, // wrong: a return page knows no order
]
