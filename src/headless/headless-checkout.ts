// The checkout without a user interface: its options as a page gives them, for `createCheckout` and the hooks. It knows no
// framework; hook-payment.ts is what the hooks of all frameworks share.
import type { Actions, Checkout, CheckoutOptions } from '../checkout/checkout.ts'
import { createCheckout } from '../checkout/create-checkout.ts'
import { detailOf, type EventDetails, type EventName } from '../checkout/events.ts'
import { type Snapshot, snapshotOf } from '../checkout/state.ts'
import { opening } from '../locales/en-opening.ts'
import type { CheckoutPorts } from '../platform/ports.ts'

type Optional<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined }

/** What is paid, and how. `endpoint` and `order` are read once, all others when they are needed. */
export type PaymentOptions = Pick<CheckoutOptions, 'endpoint' | 'order'> &
  Optional<
    Pick<CheckoutOptions, 'session' | 'mode' | 'kind' | 'lang' | 'payment' | 'context' | 'code' | 'token'>
  >

/** What a user interface may ask for. */
export type HeadlessActions = Omit<Actions, 'askPhoneUrl'>

interface Wiring {
  readonly ports: CheckoutPorts
  readonly options: () => PaymentOptions
  /** Called for each event. Returning `false` prevents the default action of `start`, `open` and `blocked`. */
  readonly emit: (name: EventName, detail: EventDetails[EventName]) => unknown
  readonly onChange: (snapshot: Snapshot) => void
}

/** Makes a checkout from the options of a page. Nothing runs before `connect` or `open`. */
export function createHeadless({ ports, options, emit, onChange }: Wiring): Checkout {
  const { endpoint, order } = options()
  return createCheckout({
    ports,
    options() {
      const { session, mode, kind, lang, payment, context, code, token } = options()
      return {
        endpoint,
        order,
        session: session ?? '',
        mode: mode ?? 'auto',
        kind: kind ?? 'payin',
        lang: lang ?? navigator.language,
        payment,
        context,
        code,
        token,
        loadingText: { title: opening, lang: 'en' },
      }
    },
    emit: (event) => emit(event.name, detailOf(event)) !== false,
    onChange: (state) => onChange(snapshotOf(state)),
  })
}
