import { PayinCheckout } from 'payin-checkout/react'
import { useState } from 'react'

export function Page({ order }: { readonly order: string }) {
  const [messages, setMessages] = useState<readonly string[]>([])
  const [gift, setGift] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const [isHere, setHere] = useState(true)
  const showMessage = (line: string) => setMessages((before) => [...before, line])
  return (
    <main>
      <h1>Paying in React</h1>
      <label>
        <input type="checkbox" checked={gift} onChange={() => setGift(!gift)} /> Wrap it as a gift
      </label>
      <label>
        <input type="checkbox" checked={agreed} onChange={() => setAgreed(!agreed)} /> I agree to the terms
      </label>
      {isHere && (
        <PayinCheckout
          endpoint="/checkout"
          order={order}
          amount="49.90"
          currency="EUR"
          disabled={!agreed}
          context={{ gift }}
          onPaymentOpen={() => showMessage('The payment page is open.')}
          onPaymentComplete={({ detail }) => showMessage(`Order ${detail.reference} is paid.`)}
        >
          <p slot="fallback">
            Paying here takes JavaScript.{' '}
            <a href={`mailto:shop@lantern.example?subject=${order}`}>Order by mail</a>
          </p>
        </PayinCheckout>
      )}
      <ol>
        {messages.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <button type="button" onClick={() => setHere(!isHere)}>
        {isHere ? 'Not now' : 'Pay now after all'}
      </button>
    </main>
  )
}
