// The attributes and properties of `<payin-checkout>` and `<payout-claim>`, and what they mean together as settings.
// How a payment runs is in checkout-element.tsx.

import { computed, type ReadonlySignal } from '@preact/signals'
import type { CheckoutOptions } from '../checkout/checkout.ts'
import { frozenJson } from '../protocol/json.ts'
import type { Kind } from '../protocol/kind.ts'
import { parseMoney } from '../protocol/money.ts'
import type { ElementSettings } from '../view/checkout-screen.tsx'
import { modes } from './attribute-mistakes.ts'
import { BaseElement } from './base-element.ts'
import { reflect } from './reflected-properties.ts'

/** Attributes that name what is paid. Another value means another payment. */
export const identityNames = ['endpoint', 'order', 'session'] as const
const settingNames = [
  ...(['mode', 'kind', 'intent', 'methods', 'label'] as const),
  ...(['amount', 'currency', 'payee', 'theme'] as const),
] as const

export abstract class CheckoutAttributes extends BaseElement {
  static readonly observedAttributes = [...identityNames, ...settingNames, 'disabled', 'lang']

  /** Base URL of the merchant protocol. */
  declare endpoint: string
  /** The merchant's order id. */
  declare order: string
  /** Id of a session that the merchant's server created before. */
  declare session: string
  /** A signed order token from the merchant's server, sent on create. */
  declare token: string
  declare mode: '' | 'auto' | 'popup' | 'redirect'
  /** Space-separated methods of payments-v2 to choose from. If empty, the hosted page asks. */
  declare methods: string
  /** `order`: the press places the order. Then the button has the words that the law asks for. */
  declare intent: '' | 'pay' | 'order'
  declare label: string
  /** A decimal string, shown until the session's own amount is known. */
  declare amount: string
  declare currency: string
  /** The name of who is paid, or pays out, as the shopper knows it. Default: the page's host. */
  declare payee: string
  declare theme: '' | 'auto' | 'light' | 'dark'

  #context: unknown

  /** The kinds that this element can pay. The first is the default. */
  protected abstract readonly kinds: readonly Kind[]

  /** The attributes as settings for the screen. */
  protected readonly settings: ReadonlySignal<ElementSettings> = computed(() => {
    this.readPage()
    const { windows } = this.ports
    const prefersRedirect = windows.prefersRedirect()
    const mode = this.validMode
    return {
      lang: this.shopperLang.value,
      label: this.label,
      orders: this.intent === 'order' && this.validKind !== 'payout',
      content: this.content,
      disabled: this.isDisabled,
      payee: this.payee || windows.host(),
      amount: parseMoney({ value: this.amount, currency: this.currency.toUpperCase() }),
      kind: this.validKind,
      methods: this.methods,
      opensWindow: mode === 'popup' || (mode === 'auto' && !prefersRedirect),
      offersPhone: !prefersRedirect,
      canCreate: Boolean(this.orderToPay),
      canReload: Boolean(this.session),
    }
  })

  /** JSON object, sent as `context` on create. An accessor, because frameworks set a name without a setter as an attribute. */
  get context(): unknown {
    return this.#context
  }

  /** @throws {TypeError} if the value cannot be written as JSON */
  set context(context: unknown) {
    frozenJson(() => context, 'context')
    this.#context = context
  }

  /** The origin of the hosted page, to which a connection is made while the shopper reaches for the button. */
  get hostedOrigin(): string {
    return this.getAttribute('hosted-origin') ?? ''
  }

  set hostedOrigin(origin: string) {
    this.setAttribute('hosted-origin', origin)
  }

  get disabled(): boolean {
    return this.hasAttribute('disabled')
  }

  set disabled(value: boolean) {
    this.toggleAttribute('disabled', Boolean(value))
  }

  /** Disabled by its own attribute, or as any button by a fieldset around it. */
  protected get isDisabled(): boolean {
    return this.matches('[disabled], :disabled *')
  }

  /** The order for which sessions may be created. If empty, only an existing session is paid. */
  protected get orderToPay(): string {
    return this.order
  }

  /** The kind for a new session: the attribute, or the default if it is not one of `kinds`. */
  protected get validKind(): Kind {
    return this.kinds.find((kind) => kind === this.getAttribute('kind')) ?? this.kinds[0] ?? 'payin'
  }

  /** The attribute `mode`, or the default if it is unknown. */
  protected get validMode(): CheckoutOptions['mode'] {
    return modes.find((mode) => mode === this.mode) ?? 'auto'
  }
}

reflect(CheckoutAttributes.prototype, [...identityNames, ...settingNames, 'token'])
