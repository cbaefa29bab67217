'use client'

import { PayinCheckout } from 'payin-checkout/react'
import { useState } from 'react'

/** A checkout whose order and text change at a press. */
export function Changing({ orders }: { orders: readonly string[] }) {
  const [at, setAt] = useState(0)
  const [text, setText] = useState('')
  return (
    <main>
      <PayinCheckout
        key={orders[at]}
        endpoint="/checkout"
        order={orders[at]}
        methods={['card', 'bank_account']}
      >
        {text}
      </PayinCheckout>
      <button type="button" onClick={() => setAt(1 - at)}>
        The other order
      </button>
      <button type="button" onClick={() => setText('Donate')}>
        A text of its own
      </button>
    </main>
  )
}
