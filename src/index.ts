// The public names of the package's main entry. Importing it registers nothing and runs nothing: define.ts does that.
import type { EventDetails, EventName } from './checkout/events.ts'
import { type Snapshot, snapshotOf } from './checkout/state.ts'
import { createHeadless, type HeadlessActions, type PaymentOptions } from './headless/headless-checkout.ts'
import { checkoutPorts } from './platform/checkout-ports.ts'

/** Options of a headless checkout. */
export interface HeadlessOptions extends PaymentOptions {
  /** Called for each event of docs/protocol.md#the-widget, without its prefix. Returning `false` for `start`, `open` or `blocked` prevents the default action. */
  readonly onEvent?: <Name extends EventName>(name: Name, detail: EventDetails[Name]) => boolean | undefined
  readonly onChange?: (snapshot: Snapshot) => void
}

/** `<payin-checkout>` without its user interface. Call `open` inside a click: browsers open windows only there. */
export interface HeadlessCheckout extends HeadlessActions {
  readonly state: Snapshot
  /** Stops following the session. The payment itself continues at the service. */
  dispose(): void
}

/**
 * Makes a checkout for your own user interface. Only in a browser.
 * It resumes at once a payment of the order that this tab remembers.
 */
export function createCheckout(options: HeadlessOptions): HeadlessCheckout {
  const checkout = createHeadless({
    ports: checkoutPorts(),
    options: () => options,
    emit: (name, detail) => options.onEvent?.(name, detail),
    onChange: (snapshot) => options.onChange?.(snapshot),
  })
  const dispose = checkout.connect()
  const { open, cancel, check, reset } = checkout
  return {
    get state() {
      return snapshotOf(checkout.state)
    },
    open,
    cancel,
    check,
    reset,
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
