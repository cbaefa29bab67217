// The public names of the package's main entry. Importing it registers nothing and runs nothing: define.ts does that.
import type { CheckoutOptions } from './checkout/checkout.ts'
import { createCheckout as create } from './checkout/create-checkout.ts'
import { detailOf, type EventDetails, type EventName } from './checkout/events.ts'
import { type Snapshot, snapshotOf } from './checkout/state.ts'
import { opening } from './locales/en-opening.ts'
import { checkoutPorts } from './platform/checkout-ports.ts'

/** Options of a headless checkout. */
export type HeadlessOptions = Pick<CheckoutOptions, 'endpoint' | 'order'> &
  Partial<
    Pick<CheckoutOptions, 'session' | 'mode' | 'kind' | 'lang' | 'payment' | 'context' | 'code' | 'token'>
  > & {
    /** Called for each event of docs/protocol.md#the-widget, without its prefix. Returning `false` for `start`, `open` or `blocked` prevents the default action. */
    readonly onEvent?: <Name extends EventName>(name: Name, detail: EventDetails[Name]) => boolean | undefined
    readonly onChange?: (snapshot: Snapshot) => void
  }

/** `<payin-checkout>` without its user interface. */
export interface HeadlessCheckout {
  readonly state: Snapshot
  /** Pays, retries or brings the payment page back. Call it inside a click: browsers open windows only there. */
  open(): void
  cancel(): void
  check(): void
  reset(): void
  /** Stops following the session. The payment itself continues at the service. */
  dispose(): void
}

/**
 * Makes a checkout for your own user interface. Only in a browser.
 * It resumes at once a payment of the order that this tab remembers.
 */
export function createCheckout(options: HeadlessOptions): HeadlessCheckout {
  const { endpoint, order, session = '', mode = 'auto', kind = 'payin', context } = options
  const lang = options.lang ?? navigator.language
  const checkout = create({
    ports: checkoutPorts(),
    options: () => ({
      endpoint,
      order,
      session,
      mode,
      kind,
      lang,
      context,
      payment: options.payment,
      code: options.code,
      token: options.token,
      loadingText: { title: opening, lang: 'en' },
    }),
    emit: (event) => options.onEvent?.(event.name, detailOf(event)) !== false,
    onChange: (state) => options.onChange?.(snapshotOf(state)),
  })
  const dispose = checkout.connect()
  return {
    get state() {
      return snapshotOf(checkout.state)
    },
    open: checkout.open,
    cancel: checkout.cancel,
    check: checkout.check,
    reset: checkout.reset,
    dispose,
  }
}

export type { EventDetails, EventName } from './checkout/events.ts'
export type { Phase, Snapshot } from './checkout/state.ts'
export { PayinCheckoutElement } from './elements/payin-checkout.ts'
export { PayinReturnElement } from './elements/payin-return.tsx'
export { PayoutClaimElement } from './elements/payout-claim.ts'
export type { Messages as Sentences, Overrides } from './locales/messages.ts'
export { addLocale } from './platform/browser-locales.ts'
export type { Fault, FaultKind } from './protocol/fault.ts'
export type { Kind } from './protocol/kind.ts'
export type { Method, Payment } from './protocol/method.ts'
export type { Money } from './protocol/money.ts'
export type { Outcome } from './protocol/outcome.ts'
export type { Session } from './protocol/session.ts'
