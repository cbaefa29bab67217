// StrictMode, a Suspense that hides the element and shows it again, and an Activity.
import { PayinCheckout } from 'payin-checkout/react'
import { Activity, StrictMode, Suspense, use, useState } from 'react'
import { createRoot } from 'react-dom/client'

let arrive = () => {}
const delivery = () =>
  new Promise<void>((resolve) => {
    arrive = resolve
  })

function Delivery({ loading }: { readonly loading: Promise<void> }) {
  use(loading)
  return <p>Delivery on Monday</p>
}

function Page({ order }: { readonly order: string }) {
  const [loading, setLoading] = useState(() => Promise.resolve())
  const [isOpen, setOpen] = useState(true)
  const [paid, setPaid] = useState('')
  return (
    <main>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Other tab
      </button>
      <button type="button" onClick={() => setLoading(delivery())}>
        Load the delivery
      </button>
      <button type="button" onClick={() => arrive()}>
        Answer
      </button>
      <Activity mode={isOpen ? 'visible' : 'hidden'}>
        <Suspense fallback={<p>Loading</p>}>
          <PayinCheckout
            endpoint="/checkout"
            order={order}
            context={{ gift: true }}
            onPaymentComplete={({ detail }) =>
              setPaid((before) => `${before}Order ${detail.reference} is paid.`)
            }
          />
          <Delivery loading={loading} />
        </Suspense>
      </Activity>
      <p id="paid">{paid}</p>
    </main>
  )
}

const app = document.getElementById('app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <Page order={app.dataset.order ?? ''} />
    </StrictMode>,
  )
