'use client'

import { PayinCheckout } from 'payin-checkout/react'
import { useState } from 'react'

export function Pay({ order, mode = 'popup' }: { order: string; mode?: 'popup' | 'redirect' }) {
  const [lines, setLines] = useState<readonly string[]>([])
  const [gift, setGift] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const addLine = (line: string) => setLines((before) => [...before, line])
  return (
    <section>
      <label>
        <input type="checkbox" checked={gift} onChange={() => setGift(!gift)} /> Wrap it as a gift
      </label>
      <label>
        <input type="checkbox" checked={agreed} onChange={() => setAgreed(!agreed)} /> I agree to the terms
      </label>
      <PayinCheckout
        endpoint="/checkout"
        order={order}
        mode={mode}
        amount="49.90"
        currency="EUR"
        disabled={!agreed}
        context={{ gift }}
        onPaymentOpen={() => addLine('The payment page is open.')}
        onPaymentComplete={({ detail }) => addLine(`Order ${detail.reference} is paid.`)}
      >
        <p slot="fallback">
          Paying here takes JavaScript.{' '}
          <a href={`mailto:shop@lantern.example?subject=${order}`}>Order by mail</a>
        </p>
      </PayinCheckout>
      <ol>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </section>
  )
}
