// A comparable component that can be mounted without its host: it leads to another page, like ours. Its
// start-up requests an id from its host and works without it; that is not measured.
import { AdyenCheckout, Redirect } from '@adyen/adyen-web'
import '@adyen/adyen-web/styles/adyen.css'

declare global {
  var startPeer: () => Promise<void>
  var mountPeer: (place: HTMLElement) => void
}

globalThis.startPeer = async () => {
  const checkout = await AdyenCheckout({
    environment: 'test',
    clientKey: 'test_0000000000000000',
    countryCode: 'NL',
    locale: 'en-US',
    amount: { value: 4990, currency: 'EUR' },
    analytics: { enabled: false },
    onSubmit: () => undefined,
  })
  globalThis.mountPeer = (place) => {
    new Redirect(checkout, { type: 'trustly', name: 'Trustly', showPayButton: true }).mount(place)
  }
}
