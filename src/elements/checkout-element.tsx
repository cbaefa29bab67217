// What `<payin-checkout>` and `<payout-claim>` share: attributes in, events out. What happens in between is the checkout's.

import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { h } from 'preact'
import {
  type Actions,
  type Checkout,
  type CheckoutOptions,
  createCheckout,
} from '../checkout/create-checkout.ts'
import { type CheckoutEvent, cancelable, detailOf } from '../checkout/events.ts'
import {
  asksForCode,
  initialState,
  type Phase,
  type Snapshot,
  type State,
  sessionOf,
  snapshotOf,
} from '../checkout/state.ts'
import type { Kind } from '../protocol/kind.ts'
import { parseMoney, sameMoney } from '../protocol/money.ts'
import { type CheckoutModel, CheckoutScreen, type ElementSettings } from '../view/checkout-screen.tsx'
import { moneyText } from '../view/money-text.ts'
import { noticeOf } from '../view/notice.ts'
import { spokenTime } from '../view/time-text.ts'
import { assertJson } from './assert-json.ts'
import { isOneOf, mistakesIn, modes } from './attribute-mistakes.ts'
import { BaseElement, type Rendering, reflect } from './base-element.ts'
import { batched } from './batched.ts'
import { createCountdown } from './countdown.ts'
import { createElementChoice, type ElementChoice } from './element-choice.ts'
import { createElementCode, type ElementCode } from './element-code.ts'

const identityAttributes = ['endpoint', 'order', 'session'] as const
const settingAttributes = [
  'mode',
  'kind',
  'methods',
  'label',
  'amount',
  'currency',
  'payee',
  'theme',
] as const

/** One payment of the element, from its beginning until another takes its place. */
interface Running {
  readonly checkout: Checkout
  readonly choice: ElementChoice
  readonly code: ElementCode
}

/** An element in which money moves. Attributes, properties, methods and events: PROTOCOL §1. */
export abstract class CheckoutElement extends BaseElement {
  static readonly observedAttributes = [...identityAttributes, ...settingAttributes, 'disabled', 'lang']

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

  readonly #running = signal<Running | undefined>(undefined)
  readonly #state = signal<State>(initialState)
  #context: unknown
  readonly #actions: Actions = {
    open: () => this.open(),
    cancel: () => this.cancel(),
    check: () => {
      // Nothing changes on the screen while there is no news. What was said last is said again then, as the answer.
      this.announce(this.messages.peek().loading[0])
      this.check()
    },
    reset: () => this.reset(),
  }

  /** `payment` or `payout`: the first half of the events' names. */
  protected abstract readonly eventPrefix: string
  /** What may be paid in this element; the first where the page names none. */
  protected abstract readonly kinds: readonly Kind[]

  readonly #reportMistakes = batched(() => {
    for (const mistake of this.#mistakes()) this.ports.report(mistake)
  })

  /** What the page says of it. */
  readonly #settings = computed<ElementSettings>(() => {
    this.readPage()
    const { windows } = this.ports
    const prefersRedirect = windows.prefersRedirect()
    const mode = this.#mode
    return {
      lang: this.shopperLang.value,
      label: this.label,
      hasContent: this.hasContent,
      disabled: this.disabled,
      payee: this.payee || windows.host(),
      amount: parseMoney({ value: this.amount, currency: this.currency.toUpperCase() }),
      kind: this.#kind,
      methods: this.methods,
      opensWindow: mode === 'popup' || (mode === 'auto' && !prefersRedirect),
      offersPhone: !prefersRedirect,
      canCreate: Boolean(this.orderToPay),
      canReload: Boolean(this.session),
    }
  })

  protected override readonly messagesKind: ReadonlySignal<Kind> = computed(
    () => sessionOf(this.#state.value)?.kind ?? this.#settings.value.kind,
  )

  readonly #notice = computed(() => noticeOf(this.#state.value, this.messages.value))
  readonly #countdown = createCountdown(this.#state, () => this.ports)

  /** `methods`, where a press would create a payin. */
  readonly #methods = computed(() => {
    const state = this.#state.value
    const { canReload, canCreate, kind, methods } = this.#settings.value
    // What the server has created is opened as it is.
    const creates =
      state.phase === 'idle' || state.phase === 'cancelled'
        ? !canReload && !(state.phase === 'idle' && state.session)
        : isOneOf(creatable, state.phase) && !('paused' in state)
    return creates && canCreate && kind === 'payin' ? methods : ''
  })

  /** Everything that the screen shows. Each part is computed once, whoever reads it. */
  readonly #model = computed<CheckoutModel | undefined>(() => {
    const running = this.#running.value
    if (!running) return undefined
    const [state, page] = [this.#state.value, this.#settings.value]
    const amount = sessionOf(state)?.amount ?? page.amount
    return {
      state,
      page,
      messages: this.messages.value,
      notice: this.#notice.value,
      amount: amount && moneyText(amount, page.lang),
      amountDiffers: amount !== null && page.amount !== null && !sameMoney(amount, page.amount),
      deadline: this.#countdown.deadline,
      actions: this.#actions,
      choice: running.choice,
      code: running.code,
    }
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
    return snapshotOf(this.#state.peek())
  }

  /** Pays, retries or brings the payment page back. Call it inside a click. */
  open(): void {
    this.reconnectBatch.runNow()
    const state = this.#state.peek()
    // A shop may disable the button while a payment runs; its window must still be found again.
    if (this.disabled && state.phase !== 'waiting') return
    const { checkout, choice, code } = this.#running.peek() ?? {}
    if (choice?.reportProblem() || (asksForCode(state) && code?.reportMissing())) this.#focusField()
    else checkout?.open()
  }

  /** Gives up in the widget. Says nothing about money. */
  cancel(): void {
    this.reconnectBatch.runNow()
    this.#running.peek()?.checkout.cancel()
  }

  /** Asks the server now. */
  check(): void {
    this.reconnectBatch.runNow()
    if (this.isRunning) this.#running.peek()?.checkout.check()
  }

  /** Back to the beginning. */
  reset(): void {
    this.reconnectBatch.runNow()
    this.#running.peek()?.checkout.reset()
  }

  protected override prepare(): void {
    this.#running.value ??= this.#create()
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // Another order is another payment: nothing of the old one may be shown as the new one's.
    const isOtherPayment =
      before !== after &&
      isOneOf(identityAttributes, name) &&
      !(name === 'session' && this.#isKnownSession(after))
    const running = this.#running.peek()
    if (running && isOtherPayment) {
      running.checkout.end()
      this.#running.value = undefined
      this.reconnectBatch.runSoon()
    }
    super.attributeChangedCallback(name, before, after)
  }

  protected override connect(): () => void {
    this.prepare()
    const { checkout, choice } = this.#running.peek() ?? this.#create()
    const stops = [checkout.connect(), choice.connect(), this.#countdown.start()]
    return () => {
      for (const stop of stops) stop()
    }
  }

  protected override renderView(): Rendering | undefined {
    const model = this.#model.value
    if (!model) return undefined
    this.#reportMistakes.runSoon()
    const { notice, messages } = model
    // Read anew with other news and at its steps: nobody wants to hear each second.
    const step = this.#countdown.step.value
    const deadline = this.#countdown.deadline.peek()
    return {
      view: <CheckoutScreen {...model} />,
      announcement: notice ? `${notice.title} ${notice.text}`.trim() : '',
      time: step === undefined ? null : deadline && { step, text: spokenTime(deadline, messages) },
    }
  }

  /** The order for which sessions may be created; empty: only what the server created is paid. */
  protected get orderToPay(): string {
    return this.order
  }

  /** What is asked for, where there is no session yet. */
  get #kind(): Kind {
    return this.kinds.find((kind) => kind === this.getAttribute('kind')) ?? this.kinds[0] ?? 'payin'
  }

  get #mode(): CheckoutOptions['mode'] {
    return modes.find((mode) => mode === this.mode) ?? 'auto'
  }

  /** Leads back to the field, but never out of another field of the page. */
  #focusCode(): void {
    const { activeElement, body } = document
    if (!activeElement || activeElement === body || this.matches(':focus-within')) this.#focusField()
  }

  #focusField(): void {
    this.shadowRoot?.getElementById('field')?.focus()
  }

  #create(): Running {
    // Fixed for this checkout: what it remembers and forgets must be its own order's.
    const { endpoint, orderToPay: order, ports } = this
    const choice = createElementChoice({ ports, endpoint, methods: this.#methods })
    const code = createElementCode()
    const element = this
    // Each is read where it is needed: most are only for a press.
    const options: CheckoutOptions = {
      endpoint,
      order,
      get session() {
        return element.session
      },
      get mode() {
        return element.#mode
      },
      get kind() {
        return element.#kind
      },
      get lang() {
        return element.shopperLang.peek()
      },
      get payment() {
        return choice.payment
      },
      get context() {
        return element.context
      },
      get code() {
        return code.text.peek()
      },
      get token() {
        return element.token
      },
      get loadingText() {
        const { opening: title, lang } = element.messages.peek()
        return { title, lang }
      },
    }
    const checkout = createCheckout({
      ports,
      options: () => options,
      emit: (event) => this.#emit(event),
      onChange: (state) => {
        this.#state.value = state
      },
    })
    this.#state.value = checkout.state
    return { checkout, choice, code }
  }

  /** A page that writes down what it was told names the session that is here already. */
  #isKnownSession(id: string | null): boolean {
    const state = this.#state.peek()
    return id !== null && id === (state.phase === 'loading' ? state.id : sessionOf(state)?.id)
  }

  #emit(event: CheckoutEvent): boolean {
    // What stands in the way of the payout's page is said where its code is typed.
    if (event.name === 'error' && asksForCode(this.#state.peek())) {
      this.#running.peek()?.code.refuse(event.error)
      this.#focusCode()
    }
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
    const amount = sessionOf(this.#state.peek())?.amount
    const shown = this.#settings.peek().amount
    if (!amount || !shown || sameMoney(amount, shown)) return mistakes
    const difference =
      `Order ${this.order}: the page says ${shown.value} ${shown.currency}, the session says ` +
      `${amount.value} ${amount.currency}. The session is what is paid; correct \`amount\` and \`currency\`.`
    return [...mistakes, difference]
  }
}

/** A press here makes a new attempt, whatever was there before. */
const creatable: readonly Phase[] = ['failed', 'expired', 'error']

reflect(CheckoutElement.prototype, [...identityAttributes, ...settingAttributes, 'token'])
