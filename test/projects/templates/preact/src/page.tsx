import { PayinCheckout } from 'payin-checkout/preact'
import { useState } from 'preact/hooks'

export function Page({ order }: { order: string }) {
  const [lines, setLines] = useState<readonly string[]>([])
  const [gift, setGift] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const addLine = (line: string) => setLines((before) => [...before, line])
  return (
    <main>
      <label>
        <input type="checkbox" checked={gift} onChange={() => setGift(!gift)} /> Wrap it as a gift
      </label>
      <label>
        <input type="checkbox" checked={agreed} onChange={() => setAgreed(!agreed)} /> I agree to the terms
      </label>
      <PayinCheckout
        endpoint="/checkout"
        order={order}
        amount="49.90"
        currency="EUR"
        disabled={!agreed}
        context={{ gift }}
        onPaymentOpen={() => addLine('The payment page is open.')}
        onPaymentComplete={({ detail }) => addLine(`Order ${detail.reference} is paid.`)}
      />
      <ol>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </main>
  )
}
