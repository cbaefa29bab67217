// The base of `<payin-checkout>` and `<payout-claim>`: attributes in, events out. It connects a checkout (src/checkout)
// to its screen (src/view) and decides nothing about the payment. Its attributes are in checkout-attributes.ts.

import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { h } from 'preact'
import type { Actions, Checkout } from '../checkout/checkout.ts'
import { createCheckout } from '../checkout/create-checkout.ts'
import { type CheckoutEvent, cancelable, detailOf, type EventName } from '../checkout/events.ts'
import { orderKeyOf, rememberedSession, takeReturn } from '../checkout/resume.ts'
import {
  asksForCode,
  faultIn,
  idIn,
  initialState,
  type Phase,
  type Snapshot,
  type State,
  sessionOf,
  snapshotOf,
} from '../checkout/state.ts'
import type { Kind } from '../protocol/kind.ts'
import { sameMoney } from '../protocol/money.ts'
import { moneyText } from '../protocol/money-text.ts'
import { type CheckoutModel, CheckoutScreen } from '../view/checkout-screen.tsx'
import { noticeOf } from '../view/notice.ts'
import { announcedTime } from '../view/time-text.ts'
import { isOneOf, mistakesIn } from './attribute-mistakes.ts'
import type { Rendering } from './base-element.ts'
import { batched } from './batched.ts'
import { CheckoutAttributes, identityNames } from './checkout-attributes.ts'
import { type Countdown, createCountdown } from './countdown.ts'
import { createElementChoice, type ElementChoice } from './element-choice.ts'
import { createElementCode, type ElementCode } from './element-code.ts'
import { learnOrigin, preconnect } from './preconnect.ts'

/** One payment of the element, until another replaces it. */
interface Running {
  readonly checkout: Checkout
  readonly choice: ElementChoice
  readonly code: ElementCode
  readonly countdown: Countdown
}

/** An element in which money moves. Attributes, properties, methods and events: docs/protocol.md#the-widget. */
export abstract class CheckoutElement extends CheckoutAttributes {
  readonly #running = signal<Running | undefined>(undefined)
  readonly #state = signal<State>(initialState)
  readonly #actions: Actions = {
    open: () => this.open(),
    cancel: () => this.cancel(),
    check: () => {
      // The answer may change nothing on the screen. So announce that we check; afterwards the notice is announced again.
      this.announce(this.messages.peek().loading[0])
      this.check()
    },
    reset: () => this.reset(),
    askPhoneUrl: (show) => this.#running.peek()?.checkout.askPhoneUrl(show),
  }

  /** `payment` or `payout`: the first half of the events' names. */
  protected abstract readonly eventPrefix: string
  readonly #reportMistakes = batched(() => {
    for (const mistake of this.#mistakes()) this.ports.report(mistake)
  })

  protected override readonly messagesKind: ReadonlySignal<Kind> = computed(
    () => sessionOf(this.#state.value)?.kind ?? this.settings.value.kind,
  )

  /** Whether the shopper chose to pay from a bank account, at the last press. */
  readonly #atBank = signal(false)
  /** When the shopper pressed last, by the page's clock. */
  #pressedAt: number | undefined
  readonly #notice = computed(() => noticeOf(this.#state.value, this.messages.value, this.#atBank.value))

  /** `methods`, or empty if a press would not create a payin. */
  readonly #methods = computed(() => {
    const state = this.#state.value
    const { canReload, canCreate, kind, methods } = this.settings.value
    // An existing session is opened without a choice. While one is made, the choice keeps its place.
    const creates = isOneOf(choosing, state.phase)
      ? !canReload && !(state.phase !== 'cancelled' && sessionOf(state))
      : isOneOf(creatable, state.phase) && !('paused' in state)
    return creates && canCreate && kind === 'payin' ? methods : ''
  })

  /** Everything that the screen shows. */
  readonly #model = computed<CheckoutModel>(() => {
    const [state, page] = [this.#state.value, this.settings.value]
    // The pay button alone needs none, so it is not rendered again when its checkout starts.
    const running = page.methods || state !== initialState ? this.#running.value : undefined
    const known = sessionOf(state)?.amount ?? page.amount
    const changed = faultIn(state)?.amount
    const amount = changed ?? known
    const text = amount && moneyText(amount, page.lang)
    const before = changed && known && moneyText(known, page.lang)
    return {
      state,
      page,
      messages: this.messages.value,
      notice: this.#notice.value,
      amount: text,
      amountBefore: before !== text && before,
      amountDiffers: amount !== null && page.amount !== null && !sameMoney(amount, page.amount),
      actions: this.#actions,
      code: running?.code,
      choice: running?.choice,
      deadline: running?.countdown.deadline,
    }
  })

  /** The current state, for listeners that are added late. */
  get state(): Snapshot {
    this.reconnectBatch.runNow()
    return snapshotOf(this.#state.peek())
  }

  /** Pays, retries or brings the payment page back. Call it inside a click. */
  open(): void {
    this.reconnectBatch.runNow()
    const state = this.#state.peek()
    // A shop may disable the button while a payment runs. The shopper must still be able to reopen the window.
    if (this.isDisabled && state.phase !== 'waiting') return
    const { checkout, choice, code } = this.#running.peek() ?? {}
    if (choice?.reportProblem() || (asksForCode(state) && code?.reportMissing())) this.#focusField()
    else checkout?.open()
  }

  /** Gives up in the widget. The payment may still complete. */
  cancel(): void {
    this.reconnectBatch.runNow()
    this.#running.peek()?.checkout.cancel()
  }

  /** Reads the session from the server now. */
  check(): void {
    this.reconnectBatch.runNow()
    if (this.isRunning) this.#running.peek()?.checkout.check()
  }

  /** Returns to the initial state. */
  reset(): void {
    this.reconnectBatch.runNow()
    this.#running.peek()?.checkout.reset()
  }

  /** Without methods the first screen is the pay button, which needs no checkout yet. */
  protected override prepare(): void {
    if (this.methods && !this.#running.peek()) this.#create()
  }

  protected override reached(): void {
    preconnect(this.ownerDocument, this.hostedOrigin)
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // Another order is another payment. Nothing of the old one may be shown for the new one.
    // A page may copy the id of the session that is shown from an event into the attribute.
    const isShown = name === 'session' && after !== null && after === idIn(this.#state.peek())
    if (this.root && before !== after && isOneOf(identityNames, name) && !isShown) {
      this.#running.peek()?.checkout.end()
      this.#running.value = undefined
      this.#state.value = initialState
      this.reconnectBatch.runSoon()
    }
    if (this.root) this.prepare()
    super.attributeChangedCallback(name, before, after)
  }

  /** No payment is in progress. A hidden page shows no frame. */
  protected override mayWait(): boolean {
    const ports = this.ports
    return !(
      this.#running.peek() ||
      this.session ||
      ports.wake.isHidden() ||
      rememberedSession(ports.memory, orderKeyOf(ports, this))
    )
  }

  protected override connect(): () => void {
    this.#reportMistakes.runSoon()
    const { checkout, choice, countdown } = this.#running.peek() ?? this.#create()
    const stops = [checkout.connect(), choice.connect(), countdown.start()]
    return () => {
      for (const stop of stops) stop()
    }
  }

  protected override renderView(): Rendering {
    const model = this.#model.value
    const running = this.#running.peek()
    if (running) this.#reportMistakes.runSoon()
    const { notice, messages, amount, amountBefore, state } = model
    const newPrice = faultIn(state)?.amount ? amount : ''
    const oldPrice = amountBefore ? messages.priceChanged[1].split('{amount}').join(amountBefore) : ''
    // Depends on the step and not on the seconds, or screen readers would announce every second.
    const step = running?.countdown.step.value
    const deadline = running?.countdown.deadline.peek()
    return {
      view: <CheckoutScreen {...model} />,
      screen: notice?.title ?? '',
      announcement: notice ? `${notice.title} ${notice.text || oldPrice} ${newPrice}`.trim() : '',
      time: deadline && step !== undefined ? { step, text: announcedTime(deadline, messages) } : null,
    }
  }

  /** Moves the focus to the code field, unless another field of the page has it. */
  #focusCode(): void {
    const { activeElement, body } = document
    if (!activeElement || activeElement === body || this.matches(':focus-within')) this.#focusField()
  }

  #focusField(): void {
    this.root?.querySelector<HTMLElement>('#field')?.focus()
  }

  #create(): Running {
    // Constant for this checkout, so that it stores and removes only the session of its own order.
    const { endpoint, orderToPay: order, ports } = this
    // The press of another payment says nothing about this one.
    this.#pressedAt = undefined
    this.#atBank.value = false
    const choice = createElementChoice({
      ports,
      endpoint,
      methods: this.#methods,
      onChoice: (chosen) => this.#emit({ name: 'choice', session: sessionOf(this.#state.peek()), ...chosen }),
    })
    const code = createElementCode()
    const checkout = createCheckout({
      ports,
      // Read for each use, because most of them may change before the press.
      options: () => {
        const { opening: title, lang } = this.messages.peek()
        return {
          endpoint,
          order,
          session: this.session,
          mode: this.validMode,
          kind: this.validKind,
          lang: this.shopperLang.peek(),
          payment: choice.payment,
          context: this.context,
          code: code.text.peek(),
          token: this.token,
          loadingText: { title, lang },
        }
      },
      emit: (event) => this.#emit(event),
      onChange: (state) => {
        this.#state.value = state
        const session = sessionOf(state)
        if (session && takeReturn(ports.memory, session.id)) this.#comeIntoView()
      },
    })
    this.#state.value = checkout.state
    const countdown = createCountdown(this.#state, () => ports)
    const running = { checkout, choice, code, countdown }
    this.#running.value = running
    return running
  }

  /** After a redirect the page begins at its top, and the payment may be far below. */
  #comeIntoView(): void {
    const { top, bottom } = this.getBoundingClientRect()
    if (top > innerHeight || bottom < 0) this.scrollIntoView({ block: 'center' })
  }

  #emit(event: CheckoutEvent): boolean {
    if (event.name === 'start') {
      this.#pressedAt = performance.now()
      this.#atBank.value = event.method === 'bank_account'
    } else if (event.name === 'open') learnOrigin(event.url)
    // An error while the recipient is asked for a code is shown beside the code's field.
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
    this.#measure(event.name)
    // A listener removed the element. Stop now and not after this task, so that no window opens and no request is sent.
    if (!this.isConnected) this.stop()
    return proceeds
  }

  /** From the press to the event, as an entry of the browser's own timeline (docs/events-and-states.md#times). */
  #measure(name: EventName): void {
    if (this.#pressedAt === undefined || name === 'start') return
    try {
      performance.measure(`${this.eventPrefix}-${name}`, { start: this.#pressedAt })
    } catch {
      // A payment does not depend on what a page makes of `performance`.
    }
  }

  /** Messages for the developer about wrong attributes. */
  #mistakes(): string[] {
    const mistakes = mistakesIn(this, this.kinds)
    const amount = sessionOf(this.#state.peek())?.amount
    const { amount: shown, content } = this.settings.peek()
    if (content === 'page')
      mistakes.push(
        `<${this.localName}> holds a part of the page. Write </${this.localName}>: HTML ignores "/>".`,
      )
    if (!amount || !shown || sameMoney(amount, shown)) return mistakes
    const difference =
      `Order ${this.order}: the page says ${shown.value} ${shown.currency}, the session says ` +
      `${amount.value} ${amount.currency}. Correct \`amount\` and \`currency\`.`
    return [...mistakes, difference]
  }
}

const choosing: readonly Phase[] = ['idle', 'creating', 'cancelled']

/** In these phases a press always makes a new attempt. */
const creatable: readonly Phase[] = ['failed', 'expired', 'error']
