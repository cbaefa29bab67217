// The types of the elements for frameworks: attributes as props, events as handlers. Types only. The entries for React,
// Preact, Vue and Svelte give them the shape that each framework expects.
import type { EventDetails, EventName } from '../checkout/events.ts'
import type { Overrides } from '../locales/messages.ts'
import type { Method } from '../protocol/method.ts'

/** Attributes that all three elements have. */
export interface CommonAttributes {
  /** Base URL of the merchant protocol. */
  endpoint?: string | undefined
  /** Id of a session that the merchant's server created before. */
  session?: string | null | undefined
  theme?: 'auto' | 'light' | 'dark' | undefined
}

/** Attributes of the two elements in which money moves. */
export interface CheckoutAttributes extends CommonAttributes {
  mode?: 'auto' | 'popup' | 'redirect' | undefined
  /** Text of the button. Content of the element takes its place. */
  label?: string | undefined
  /** A decimal string such as `49.90`, shown until the session's own amount is known. */
  amount?: string | undefined
  /** ISO 4217, of `amount`. */
  currency?: string | undefined
  /** The name of who is paid, or pays out, as the shopper knows it. */
  payee?: string | undefined
  /** The origin of the hosted page, to connect early. */
  'hosted-origin'?: string | undefined
  disabled?: boolean | undefined
}

/** Attributes of `<payin-checkout>`. */
export interface PayinCheckoutAttributes extends CheckoutAttributes {
  /** The merchant's order id. */
  order?: string | number | undefined
  /** A signed order token from your server. It proves that this shopper may pay this order. */
  token?: string | undefined
  kind?: 'payin' | 'bank_transfer' | 'on_ramp' | undefined
  /** `order`: the press places the order, and the button says so in the words of consumer law. */
  intent?: 'pay' | 'order' | undefined
  /** Space-separated methods of payments-v2 to choose from; empty: the hosted page asks. */
  methods?: string | undefined
}

/** Attributes of `<payout-claim>`. */
export interface PayoutClaimAttributes extends CheckoutAttributes {}

/** Attributes of `<payin-return>`. */
export interface PayinReturnAttributes extends CommonAttributes {
  kind?: 'payin' | 'payout' | 'bank_transfer' | 'on_ramp' | undefined
  /** Where "Back to the shop" leads when this tab does not know where the shopper came from. */
  href?: string | undefined
}

/** Properties without an attribute, of all three elements. */
export interface CommonProperties {
  /** The page's own messages, which replace ours. */
  sentences?: Overrides | undefined
}

/** Properties without an attribute, of the two elements in which money moves. */
export interface CheckoutProperties extends CommonProperties {
  /** A JSON object, sent as `context` on create. */
  context?: unknown
}

/** A listener for one event. Its return value is ignored; `event.preventDefault()` prevents a default action. */
export type Listener<Name extends EventName> = (event: CustomEvent<EventDetails[Name]>) => void

/** `onPaymentComplete` …, `onPayoutComplete` …: one handler for every event. */
export type Handlers<Prefix extends 'payment' | 'payout'> = {
  [Name in EventName as `on${Capitalize<Prefix>}${Capitalize<Name>}`]?: Listener<Name> | undefined
}

/** Handlers under the events' own names (`payment-complete` …), after a prefix such as `on` or `on:`. */
export type NamedHandlers<Before extends string, Prefix extends 'payment' | 'payout'> = {
  [Name in EventName as `${Before}${Prefix}-${Name}`]?: Listener<Name> | undefined
}

/** Props of a component around `<payin-checkout>`; `methods` may be a list. */
export type PayinCheckoutProps = Omit<PayinCheckoutAttributes, 'methods'> & {
  methods?: string | readonly Method[] | undefined
} & CheckoutProperties &
  Handlers<'payment'>

/** Props of a component around `<payout-claim>`. */
export type PayoutClaimProps = PayoutClaimAttributes & CheckoutProperties & Handlers<'payout'>

/** Props of a component around `<payin-return>`. */
export type PayinReturnProps = PayinReturnAttributes & CommonProperties
