// What a checkout is made from and what it offers. Types only: create-checkout.ts makes one.
import type { CheckoutPorts, LoadingText, Stop } from '../platform/ports.ts'
import type { Kind } from '../protocol/kind.ts'
import type { Payment } from '../protocol/method.ts'
import type { CheckoutEvent } from './events.ts'
import type { Mode, State } from './state.ts'

export interface CheckoutOptions {
  /** Base URL of the merchant protocol. */
  readonly endpoint: string
  /** The merchant's order id. May be empty only where `session` is given. */
  readonly order: string
  /** Id of a session that the merchant's server created before, or empty. */
  readonly session: string
  readonly mode: 'auto' | Mode
  readonly kind: Kind
  /** BCP 47. */
  readonly lang: string
  /** The way to pay that the shopper chose in the widget. If absent, the hosted page asks. */
  readonly payment?: Payment | undefined
  /** JSON, sent as `context` on create. */
  readonly context?: unknown
  /** A signed order token from the merchant's server. It proves that this shopper may pay this order. Not sent if empty. */
  readonly token?: string | undefined
  /** The code that the recipient of a payout typed. Sent where the server asks for it before it returns the hosted page. */
  readonly code?: string | undefined
  /** What the blank window shows until the hosted page is known. */
  readonly loadingText: LoadingText
}

export interface CheckoutTools {
  readonly ports: CheckoutPorts
  /** Called each time the options are needed: attributes may change between two presses. */
  readonly options: () => CheckoutOptions
  /** Dispatches an event to the page. Returns `false` when a listener called `preventDefault()`. */
  readonly emit: (event: CheckoutEvent) => boolean
  /** Called after each change of state. */
  readonly onChange: (state: State) => void
}

/** @param show gets the address; `null` if there is nothing to open */
export type AskUrl = (show: (url: string | null) => void) => void

/** What the view and the page may ask for. */
export interface Actions {
  /** Does what the main button means now: pay, retry or reopen. Must be called inside the click. */
  open(): void
  /** The shopper gives up in the widget. The session is still followed, because it may still be paid. */
  cancel(): void
  /** Reads the session from the server now. */
  check(): void
  /** Returns to the initial state. The session itself does not change. */
  reset(): void
  /** Asks for the hosted page's address and passes it to `show`, for the code for the phone. It is stored nowhere. */
  readonly askPhoneUrl: AskUrl
}

export interface Checkout extends Actions {
  readonly state: State
  /** Starts listening to the page and resumes a payment in progress. Returns how to stop; may be called again afterwards. */
  connect(): Stop
  /** Ends this checkout for good, because another one replaces it. Later answers change nothing and emit no event. */
  end(): void
}
