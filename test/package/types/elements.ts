// The types of the elements after an import of the package. Compiled by types.test.ts; never run.
import {
  addLocale,
  createCheckout,
  type Fault,
  type PayinCheckoutElement,
  type PayinReturnElement,
  type PayoutClaimElement,
  type Session,
  type Snapshot,
} from 'payin-checkout'
import de from 'payin-checkout/locales/de'
import { expectTypeOf } from 'vitest'

const checkout = document.createElement('payin-checkout')
expectTypeOf(checkout).toEqualTypeOf<PayinCheckoutElement>()
expectTypeOf(document.createElement('payout-claim')).toEqualTypeOf<PayoutClaimElement>()
expectTypeOf(document.querySelector('payin-return')).toEqualTypeOf<PayinReturnElement | null>()
expectTypeOf(checkout.state).toEqualTypeOf<Snapshot>()
expectTypeOf(checkout.disabled).toEqualTypeOf<boolean>()

checkout.mode = 'popup'
checkout.token = 'a signed order token'
// @ts-expect-error a token is a string
checkout.token = 1
// @ts-expect-error an unknown mode
checkout.mode = 'iframe'
// @ts-expect-error the state is read-only
checkout.state = { phase: 'paid' }
checkout.sentences = { payPlain: 'Donate', methods: { card: 'Credit or debit card' } }
// @ts-expect-error an unknown message
checkout.sentences = { donate: 'Donate' }

checkout.addEventListener('payment-complete', ({ detail }) => {
  expectTypeOf(detail).toEqualTypeOf<Partial<Session>>()
  expectTypeOf(detail.outcome).toEqualTypeOf<Session['outcome'] | undefined>()
})
checkout.addEventListener('payment-open', ({ detail }) => {
  expectTypeOf(detail.mode).toEqualTypeOf<'popup' | 'redirect'>()
})
checkout.addEventListener('payment-error', ({ detail }) => {
  expectTypeOf(detail.error.kind).toEqualTypeOf<Fault['kind']>()
  expectTypeOf(detail.error.message).toEqualTypeOf<string>()
  expectTypeOf(detail.kind).toEqualTypeOf<Fault['kind']>()
  expectTypeOf(detail.retryable).toEqualTypeOf<boolean>()
})
document.querySelector('payout-claim')?.addEventListener('payout-status', ({ detail }) => {
  expectTypeOf(detail.previous).toEqualTypeOf<string>()
})
document.addEventListener('payment-error', ({ detail }) => {
  expectTypeOf(detail.error.message).toEqualTypeOf<string>()
})
window.addEventListener('payout-status', ({ detail }) => {
  expectTypeOf(detail.previous).toEqualTypeOf<string>()
})

const headless = createCheckout({
  endpoint: '/checkout',
  order: 'A-1001',
  onEvent: (_name, detail) => {
    expectTypeOf(detail.reference).toEqualTypeOf<string | null | undefined>()
    return true
  },
})
createCheckout({ endpoint: '/checkout', order: '', session: 'cs_1', code: 'K7QM-2XDP' })
createCheckout({ endpoint: '/checkout', order: 'A-1001', token: 'a signed order token' })
expectTypeOf(headless.state).toEqualTypeOf<Snapshot>()
// @ts-expect-error the browser never sends a price
createCheckout({ endpoint: '/checkout', order: 'A-1001', amount: '49.90' })
// @ts-expect-error the order is required
createCheckout({ endpoint: '/checkout' })

addLocale(de)
// @ts-expect-error the `lang` is required
addLocale({ pay: 'Zahlen' })
