// What `<payin-checkout>` and `<payout-claim>` share: attributes in, events out. What happens in between is the checkout's.

import { h } from 'preact'
import {
  type Actions,
  type Checkout,
  type CheckoutOptions,
  createCheckout,
} from '../checkout/create-checkout.ts'
import { deadlineOf } from '../checkout/deadline.ts'
import { type CheckoutEvent, cancelable, detailOf } from '../checkout/events.ts'
import {
  asksForCode,
  initialState,
  isPromisedElsewhere,
  type Phase,
  type Snapshot,
  type State,
  sessionOf,
  snapshotOf,
} from '../checkout/state.ts'
import type { Kind } from '../protocol/kind.ts'
import { type Money, parseMoney, sameMoney } from '../protocol/money.ts'
import { CheckoutScreen } from '../view/checkout-screen.tsx'
import { noticeOf } from '../view/notice.ts'
import { spokenTime } from '../view/time-text.ts'
import { afterThisTurn } from './after-this-turn.ts'
import { assertJson } from './assert-json.ts'
import { isOneOf, mistakesIn, modes } from './attribute-mistakes.ts'
import { BaseElement, reflect } from './base-element.ts'
import { createElementChoice, type ElementChoice } from './element-choice.ts'
import { createElementCode, type ElementCode } from './element-code.ts'

const identity = ['endpoint', 'order', 'session'] as const
const looks = ['mode', 'kind', 'methods', 'label', 'amount', 'currency', 'payee', 'theme'] as const

/** An element in which money moves. Attributes, properties, methods and events: PROTOCOL §1. */
export abstract class CheckoutElement extends BaseElement {
  static readonly observedAttributes = [...identity, ...looks, 'disabled', 'lang']

  /** Base URL of the merchant protocol. */
  declare endpoint: string
  /** The merchant's order id. */
  declare order: string
  /** Id of a session that the merchant's server created before. */
  declare session: string
  /** A signed order token that the page got from the merchant's server; sent on create. */
  declare token: string
  declare mode: '' | 'auto' | 'popup' | 'redirect'
  /** Space-separated methods of payments-v2 to choose from; empty: the hosted page asks. */
  declare methods: string
  declare label: string
  /** A decimal string, for display until the session's own amount is known. */
  declare amount: string
  declare currency: string
  /** Who is paid, or pays out, in the shopper's eyes; default: the page's host. */
  declare payee: string
  declare theme: '' | 'auto' | 'light' | 'dark'

  #checkout: Checkout | undefined
  #choice: ElementChoice | undefined
  #code: ElementCode | undefined
  #stopTicking = () => {}
  /** Whether the server was asked what became of a payment whose time is up. */
  #askedAtEnd = false
  #phoneIsOpen = false
  #context: unknown
  readonly #actions: Actions = {
    open: () => this.open(),
    cancel: () => this.cancel(),
    check: () => this.check(),
    reset: () => this.reset(),
  }

  /** `payment` or `payout`: the first half of the events' names. */
  protected abstract readonly eventPrefix: string
  /** What may be paid in this element; the first where the page names none. */
  protected abstract readonly kinds: readonly Kind[]

  // A page sets one property after the other: nothing is asked for and nothing is called a mistake until all are there.
  readonly #begin = afterThisTurn(() => {
    this.restart()
    this.update()
  })
  readonly #report = afterThisTurn(() => {
    for (const mistake of this.#mistakes()) this.ports.report(mistake)
  })

  /** JSON object, sent as `context` on create. An accessor: frameworks write whatever has no setter as an attribute. */
  get context(): unknown {
    return this.#context
  }

  /** @throws {TypeError} when JSON cannot hold it */
  set context(context: unknown) {
    assertJson(context, 'context')
    this.#context = context
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
    this.#begin.now()
    // A shop may disable the button while a payment runs; its window must still be found again.
    if (this.disabled && this.#state.phase !== 'waiting') return
    if (this.#choice?.hasProblem() || this.#lacksCode()) this.#focusField()
    else this.#checkout?.open()
  }

  /** Gives up in the widget. Says nothing about money. */
  cancel(): void {
    this.#begin.now()
    this.#checkout?.cancel()
  }

  /** Asks the server now. */
  check(): void {
    this.#begin.now()
    if (this.isRunning) this.#checkout?.check()
  }

  /** Back to the beginning. */
  reset(): void {
    this.#begin.now()
    this.#checkout?.reset()
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // Another order is another payment: nothing of the old one may be shown as the new one's.
    const isAnother =
      before !== after && isOneOf(identity, name) && !(name === 'session' && this.#follows(after))
    if (this.isRunning && isAnother) {
      this.#checkout?.end()
      this.#checkout = undefined
      this.#begin.soon()
    }
    super.attributeChangedCallback(name, before, after)
  }

  protected override connect(): () => void {
    this.#checkout ??= this.#createCheckout()
    const disconnect = this.#checkout.connect()
    return () => {
      this.#stopTicking()
      disconnect()
    }
  }

  protected override update(): void {
    const state = this.#state
    if (!this.#checkout || !this.#choice || !this.#code) return
    this.#report.soon()
    const { windows } = this.ports
    const mode = this.#mode
    const prefersRedirect = windows.prefersRedirect()
    const { say, shopperLang: lang } = this
    const notice = noticeOf(state, say)
    const deadline = this.#watchTime(state)
    this.draw(
      <CheckoutScreen
        state={state}
        say={say}
        actions={this.#actions}
        shownAmount={this.#shownAmount}
        lang={lang}
        label={this.label}
        hasContent={this.hasContent}
        disabled={this.disabled}
        payee={this.payee || windows.host()}
        opensWindow={mode === 'popup' || (mode === 'auto' && !prefersRedirect)}
        offersPhone={!prefersRedirect}
        phoneIsOpen={this.#phoneIsOpen}
        onPhone={(isOpen) => {
          this.#phoneIsOpen = isOpen
          this.update()
        }}
        canCreate={Boolean(this.orderToPay)}
        canLook={Boolean(this.session)}
        deadline={deadline}
        choice={this.#choice.props(say)}
        code={this.#code.props()}
      />,
      notice ? `${notice.title} ${notice.text}`.trim() : '',
      deadline && { step: deadline.step, text: spokenTime(deadline, say) },
    )
  }

  /** The order for which sessions may be created; empty: only what the server created is paid. */
  protected get orderToPay(): string {
    return this.order
  }

  protected override get kindOfSentences(): Kind {
    return sessionOf(this.#state)?.kind ?? this.#kind
  }

  /** What is asked for, where there is no session yet. */
  get #kind(): Kind {
    return this.kinds.find((kind) => kind === this.getAttribute('kind')) ?? this.kinds[0] ?? 'payin'
  }

  get #shownAmount(): Money | null {
    return parseMoney({ value: this.amount, currency: this.currency.toUpperCase() })
  }

  get #state(): State {
    return this.#checkout?.state ?? initialState
  }

  get #mode(): CheckoutOptions['mode'] {
    return modes.find((mode) => mode === this.mode) ?? 'auto'
  }

  /** Redraws while the time to pay runs down. When it is over, the server is asked what became of it. */
  #watchTime(state: State) {
    this.#stopTicking()
    const { clock, serverNow } = this.ports
    const mayPay = state.phase === 'waiting' && !isPromisedElsewhere(state)
    const expiresAt = mayPay ? state.session.expires_at : null
    const { deadline, againMs } = deadlineOf(expiresAt, serverNow())
    if (againMs !== null && this.isRunning) this.#stopTicking = clock.after(againMs, () => this.update())
    const isOver = deadline?.seconds === 0
    if (isOver && !this.#askedAtEnd) this.check()
    this.#askedAtEnd = isOver
    return deadline
  }

  /** `methods`, where a press would create a payin. */
  get #methodsToOffer(): string {
    const state = this.#state
    // What the server has created is opened as it is.
    const creates =
      state.phase === 'idle' || state.phase === 'cancelled'
        ? !this.session && !(state.phase === 'idle' && state.session)
        : isOneOf(creatable, state.phase) && !('paused' in state)
    return creates && this.orderToPay && this.#kind === 'payin' ? this.methods : ''
  }

  #lacksCode(): boolean {
    return asksForCode(this.#state) && (this.#code?.isMissing() ?? false)
  }

  /** Leads back to the field, but never out of another field of the page. */
  #focusCode(): void {
    const { activeElement, body } = document
    if (!activeElement || activeElement === body || this.matches(':focus-within')) this.#focusField()
  }

  #focusField(): void {
    this.shadowRoot?.getElementById('field')?.focus()
  }

  #createCheckout(): Checkout {
    // Fixed for this checkout: what it remembers and forgets must be its own order's.
    const { endpoint, orderToPay: order, ports } = this
    const choice = createElementChoice({
      ports,
      endpoint,
      methods: () => this.#methodsToOffer,
      update: () => this.update(),
      focusField: () => this.#focusField(),
      submit: () => this.open(),
    })
    this.#choice = choice
    const code = createElementCode({
      update: () => this.update(),
      focusField: () => this.#focusCode(),
      submit: () => this.open(),
    })
    this.#code = code
    return createCheckout({
      ports,
      options: () => ({
        endpoint,
        order,
        session: this.session,
        mode: this.#mode,
        kind: this.#kind,
        lang: this.shopperLang,
        payment: choice.payment,
        context: this.context,
        code: code.text,
        token: this.token,
        loadingText: { title: this.say.opening, lang: this.say.lang },
      }),
      tell: (event) => this.#tell(event),
      onChange: () => this.update(),
    })
  }

  /** A page that writes down what it was told names the session that is here already. */
  #follows(id: string | null): boolean {
    const state = this.#state
    return id !== null && id === (state.phase === 'loading' ? state.id : sessionOf(state)?.id)
  }

  #tell(event: CheckoutEvent): boolean {
    // What stands in the way of the payout's page is said where its code is typed.
    if (event.name === 'error' && asksForCode(this.#state)) this.#code?.refuse(event.error)
    const proceeds = this.dispatchEvent(
      new CustomEvent(`${this.eventPrefix}-${event.name}`, {
        bubbles: true,
        composed: true,
        cancelable: cancelable.has(event.name),
        detail: detailOf(event),
      }),
    )
    // A listener took it away: nothing is opened and nobody is asked any more, not even for the rest of this task.
    if (!this.isConnected) this.stop()
    return proceeds
  }

  /** What is wrong with the attributes, for the developer. */
  #mistakes(): string[] {
    const mistakes = mistakesIn(this, this.kinds)
    const amount = sessionOf(this.#state)?.amount
    const shown = this.#shownAmount
    if (!amount || !shown || sameMoney(amount, shown)) return mistakes
    const difference =
      `Order ${this.order}: the page says ${shown.value} ${shown.currency}, the session says ` +
      `${amount.value} ${amount.currency}. The session is what is paid; correct \`amount\` and \`currency\`.`
    return [...mistakes, difference]
  }
}

/** A press here makes a new attempt, whatever was there before. */
const creatable: readonly Phase[] = ['failed', 'expired', 'error']

reflect(CheckoutElement.prototype, [...identity, ...looks, 'token'])
