import { computed, signal } from '@preact/signals'
import { PayinCheckout } from 'payin-checkout/preact'

const order = signal('')
const gift = signal(false)
const agreed = signal(false)
/** The service's status of the payment. */
const status = signal('')
const lines = signal<readonly string[]>([])
const isSilent = computed(() => status.value === '')

const addLine = (line: string) => {
  lines.value = [...lines.value, line]
}

/** All state of the page is in signals: only a component that reads a changed signal renders again. */
export function Page({ order: asked }: { order: string }) {
  order.value = asked
  return (
    <main>
      <label>
        <input type="checkbox" checked={gift} onChange={() => (gift.value = !gift.value)} /> Wrap it as a gift
      </label>
      <label>
        <input type="checkbox" checked={agreed} onChange={() => (agreed.value = !agreed.value)} /> I agree to
        the terms
      </label>
      <Pay />
      <p role="status" hidden={isSilent}>
        {status}
      </p>
      <EventLines />
    </main>
  )
}

function Pay() {
  return (
    <PayinCheckout
      endpoint="/checkout"
      order={order.value}
      amount="49.90"
      currency="EUR"
      disabled={!agreed.value}
      context={{ gift: gift.value }}
      onPaymentOpen={() => addLine('The payment page is open.')}
      onPaymentStatus={({ detail }) => (status.value = detail.status ?? '')}
      onPaymentComplete={({ detail }) => addLine(`Order ${detail.reference} is paid.`)}
    />
  )
}

function EventLines() {
  return (
    <ol>
      {lines.value.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  )
}
