'use client'

import { PayinCheckout } from 'payin-checkout/react'
import { useState } from 'react'

interface Props {
  order: string
}

export function Pay({ order }: Props) {
  const [isPaid, setPaid] = useState(false)
  return (
    <main style={{ maxWidth: 420, margin: '10vh auto', padding: '0 16px', fontFamily: 'system-ui' }}>
      <h1>{isPaid ? `Thank you for order ${order}` : `Order ${order}`}</h1>
      <PayinCheckout endpoint="/pay/checkout" order={order} onPaymentComplete={() => setPaid(true)} />
    </main>
  )
}
