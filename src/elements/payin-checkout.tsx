// `<payin-checkout>`: attributes in, events out. What happens in between is the checkout's.

import {
  type Actions,
  type Checkout,
  type CheckoutOptions,
  createCheckout,
} from '../checkout/create-checkout.ts'
import {
  type CheckoutEvent,
  cancelable,
  detailOf,
  type EventDetails,
  type EventName,
} from '../checkout/events.ts'
import { initialState, type Snapshot, type State, sessionOf, snapshotOf } from '../checkout/state.ts'
import { en } from '../locales/en.ts'
import { isKind } from '../protocol/kind.ts'
import { type Money, parseMoney, sameMoney } from '../protocol/money.ts'
import { CheckoutScreen } from '../view/checkout-screen.tsx'
import { h } from '../view/dom.ts'
import { noticeOf } from '../view/notice.ts'
import { BaseElement, reflect } from './base-element.ts'

const identity = ['endpoint', 'order', 'session'] as const
const looks = ['mode', 'kind', 'label', 'amount', 'currency', 'theme'] as const
const modes = ['auto', 'popup', 'redirect'] as const

/**
 * A shopper pays an order of the merchant. Attributes, properties, methods and events: PROTOCOL §1.
 *
 * @example <payin-checkout endpoint="/checkout" order="A-1001"></payin-checkout>
 */
export class PayinCheckoutElement extends BaseElement {
  static readonly observedAttributes = [...identity, ...looks, 'disabled', 'lang']

  /** Base URL of the merchant protocol. */
  declare endpoint: string
  /** The merchant's order id. */
  declare order: string
  /** Id of a session that the merchant's server created before. */
  declare session: string
  declare mode: '' | 'auto' | 'popup' | 'redirect'
  declare kind: string
  declare label: string
  /** A decimal string, for display until the session's own amount is known. */
  declare amount: string
  declare currency: string
  declare theme: '' | 'auto' | 'light' | 'dark'

  /** JSON object, sent as `context` on create. Declared only: a field would overwrite what the page set before the script arrived. */
  declare context: unknown

  #checkout: Checkout | undefined
  #announcement = ''
  readonly #actions: Actions = {
    open: () => this.open(),
    cancel: () => this.cancel(),
    check: () => this.check(),
    reset: () => this.reset(),
  }

  get disabled(): boolean {
    return this.hasAttribute('disabled')
  }

  set disabled(value: boolean) {
    this.toggleAttribute('disabled', Boolean(value))
  }

  /** What is known now, so that a late listener misses nothing. */
  get state(): Snapshot {
    return snapshotOf(this.#state)
  }

  /** Pays, retries or brings the payment page back. Call it inside a click. */
  open(): void {
    // A shop may disable the button while a payment runs; its window must still be found again.
    if (!this.disabled || this.#state.phase === 'waiting') this.#checkout?.open()
  }

  /** Gives up in the widget. Says nothing about money. */
  cancel(): void {
    this.#checkout?.cancel()
  }

  /** Asks the server now. */
  check(): void {
    this.#checkout?.check()
  }

  /** Back to the beginning. */
  reset(): void {
    this.#checkout?.reset()
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // Another order is another payment: nothing of the old one may be shown as the new one's.
    if (this.isRunning && before !== after && identity.includes(name as 'order')) {
      this.#checkout = undefined
      this.restart()
    }
    super.attributeChangedCallback(name, before, after)
  }

  protected override connect(): () => void {
    this.#checkout ??= this.#createCheckout()
    return this.#checkout.connect()
  }

  protected override update(): void {
    const state = this.#state
    const checkout = this.#checkout
    if (!checkout) return
    const shownAmount = this.#shownAmount
    this.#reportDifference(state, shownAmount)
    this.draw(
      <CheckoutScreen
        state={state}
        say={en}
        actions={this.#actions}
        shownAmount={shownAmount}
        lang={this.shopperLang}
        label={this.label}
        hasContent={this.hasContent}
        disabled={this.disabled}
        opensWindow={this.#opensWindow}
        canCreate={Boolean(this.order)}
      />,
      this.#announcement,
    )
  }

  get #state(): State {
    return this.#checkout?.state ?? initialState
  }

  get #opensWindow(): boolean {
    const mode = this.#mode
    return mode === 'popup' || (mode === 'auto' && !this.ports.windows.prefersRedirect())
  }

  get #mode(): CheckoutOptions['mode'] {
    return modes.find((mode) => mode === this.mode) ?? 'auto'
  }

  get #shownAmount(): Money | null {
    return parseMoney({ value: this.amount, currency: this.currency })
  }

  #createCheckout(): Checkout {
    // Fixed for this checkout: what it remembers and forgets must be its own order's.
    const { endpoint, order, session } = this
    this.#announcement = ''
    return createCheckout({
      ports: this.ports,
      options: () => ({
        endpoint,
        order,
        session,
        mode: this.#mode,
        kind: isKind(this.kind) ? this.kind : 'payin',
        lang: this.shopperLang,
        context: this.context,
        loadingText: { title: en.opening, lang: en.lang },
      }),
      tell: (event) => this.#tell(event),
      onChange: (state) => {
        const notice = noticeOf(state, en)
        this.#announcement = notice ? `${notice.title} ${notice.text}`.trim() : ''
        this.update()
      },
    })
  }

  #tell(event: CheckoutEvent): boolean {
    return this.dispatchEvent(
      new CustomEvent(`payment-${event.name}`, {
        bubbles: true,
        composed: true,
        cancelable: cancelable.has(event.name),
        detail: detailOf(event),
      }),
    )
  }

  #reportDifference(state: State, shown: Money | null): void {
    const amount = sessionOf(state)?.amount
    if (!amount || !shown || sameMoney(amount, shown)) return
    this.ports.report(
      `Order ${this.order}: the page says ${shown.value} ${shown.currency}, the session says ` +
        `${amount.value} ${amount.currency}. The session is what is paid; correct \`amount\` and \`currency\`.`,
    )
  }
}

reflect(PayinCheckoutElement.prototype, [...identity, ...looks])

type PaymentEvents = { [Name in EventName as `payment-${Name}`]: CustomEvent<EventDetails[Name]> }

declare global {
  interface HTMLElementTagNameMap {
    'payin-checkout': PayinCheckoutElement
  }
  interface HTMLElementEventMap extends PaymentEvents {}
}
