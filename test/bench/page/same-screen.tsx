// Our first screen as a program of Preact and signals that does nothing else: attributes in, a pay button out. No
// checkout behind it, no languages, no wrong attributes, no content of the page's own. It draws the same nodes under the
// same style sheet, which the benchmark checks. The difference to it is our own cost.
import { type Signal, signal } from '@preact/signals'
import { Fragment, h, render } from 'preact'
import css from '../../../src/view/styles.css?inline'

const names = ['amount', 'currency', 'payee', 'disabled', 'lang'] as const
type Name = (typeof names)[number]
type Values = Readonly<Record<Name, Signal<string | null>>>

const messages = {
  pay: 'Pay',
  payPlain: 'Pay now',
  payee: 'You pay',
  opensWindow: 'Opens a secure page in a new window.',
  opening: 'Opening the payment page…',
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(css)

/** Cached, because creating one takes longer than drawing the button. */
const formats = new Map<string, Intl.NumberFormat>()

function moneyText(amount: string, currency: string, lang: string): string {
  const key = `${lang} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(lang, { style: 'currency', currency })
  formats.set(key, format)
  return format.format(Number(amount))
}

function Icon({ path }: { readonly path: string }) {
  return (
    <svg
      part="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

interface ScreenProps {
  readonly values: Values
  readonly isOpening: Signal<boolean>
  readonly onPress: () => void
}

function PayButton({ values, isOpening, onPress }: ScreenProps) {
  const { amount, currency, lang, disabled } = values
  const busy = isOpening.value
  return (
    <button
      type="button"
      class="pay"
      part="pay"
      disabled={disabled.value !== null}
      aria-busy={busy}
      aria-disabled={busy}
      aria-describedby="hint"
      onClick={onPress}
    >
      <Icon path="M7 10V8a5 5 0 0 1 10 0v2M6 10h12v10H6z" />
      <span>
        <slot hidden />
        {amount.value && currency.value ? (
          <>
            {`${messages.pay} `}
            <bdi>{moneyText(amount.value, currency.value, lang.value ?? 'en')}</bdi>
          </>
        ) : (
          messages.payPlain
        )}
      </span>
    </button>
  )
}

function Hint({ values }: ScreenProps) {
  return (
    <p class="hint" part="hint" id="hint">
      {`${messages.payee} `}
      <bdi>{values.payee.value ?? location.hostname}</bdi>. {messages.opensWindow}
    </p>
  )
}

function PayScreen(props: ScreenProps) {
  const lang = props.values.lang.value ?? 'en'
  return (
    <>
      <div part="root" lang={lang} dir="ltr">
        <PayButton {...props} />
        <Hint {...props} />
      </div>
      <p class="status" aria-live="polite" aria-atomic="true" lang={lang} dir="ltr">
        {props.isOpening.value ? messages.opening : null}
      </p>
    </>
  )
}

class SameScreen extends HTMLElement {
  static readonly observedAttributes = names
  readonly #isOpening = signal(false)
  readonly #values: Values = {
    amount: signal(null),
    currency: signal(null),
    payee: signal(null),
    disabled: signal(null),
    lang: signal(document.documentElement.lang || navigator.language),
  }

  attributeChangedCallback(name: Name, _before: string | null, value: string | null): void {
    this.#values[name].value = value
  }

  connectedCallback(): void {
    if (this.shadowRoot) return
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    const press = () => {
      this.#isOpening.value = true
    }
    render(<PayScreen values={this.#values} isOpening={this.#isOpening} onPress={press} />, root)
  }
}

customElements.define('same-screen', SameScreen)
