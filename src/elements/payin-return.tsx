// `<payin-return>`: the page that the hosted page sends the shopper to. In a popup it wakes the shop page and closes;
// in a redirected tab it goes back to where the shopper was; anywhere else (another browser) it says what became
// of the payment and links back. Nothing depends on it (FACTS 9).

import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { h } from 'preact'
import { followSession } from '../checkout/follow-session.ts'
import { takeWayBack } from '../checkout/resume.ts'
import { createReturnAnnouncer } from '../platform/return-channel.ts'
import { isKind, type Kind } from '../protocol/kind.ts'
import { isFinal } from '../protocol/outcome.ts'
import { reachedElsewhere } from '../protocol/session.ts'
import { ReturnScreen, type ReturnState, returnNotice } from '../view/return-screen.tsx'
import { isOneOf } from './attribute-mistakes.ts'
import { BaseElement, type Rendering, reflect } from './base-element.ts'

const identityAttributes = ['endpoint', 'session'] as const

/**
 * The merchant's return page.
 *
 * @example <payin-return endpoint="/checkout" href="/"></payin-return>
 */
export class PayinReturnElement extends BaseElement {
  static readonly observedAttributes = [...identityAttributes, 'lang', 'theme', 'href']

  /** Base URL of the merchant protocol. */
  declare endpoint: string
  /** Session id; default: the address's `session` parameter. */
  declare session: string
  /** What was paid, for a server that does not say it. Default: `payin`. */
  declare kind: string
  /** Where "Back to the shop" leads when this tab does not know where the shopper came from. Default: `/`. */
  declare href: string
  declare theme: string

  readonly #state = signal<ReturnState>('looking')
  #idOfAddress: string | null = null

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // Set after it was put into the page: it was looked for in the wrong place.
    if (this.isRunning && before !== after && isOneOf(identityAttributes, name)) this.reconnectBatch.runSoon()
    super.attributeChangedCallback(name, before, after)
  }

  /** At once: whatever else runs in this turn may keep the address that it reads. */
  protected override prepare(): void {
    if (!this.session) this.#idOfAddress = takeSessionParameter()
  }

  protected override connect(): () => void {
    const id = this.session || this.#idOfAddress
    this.#state.value = id ? 'looking' : 'lost'
    if (!id) return () => {}
    const { clock, memory, random } = this.ports
    const back = takeWayBack(memory, id, location.origin)
    const stopAnnouncing = createReturnAnnouncer(clock).announce(id, () => {
      // A shop page says that this window is its popup. A redirected tab must not close: it is the shopper's only one.
      if (!back) close()
    })
    if (back) {
      location.replace(back)
      return stopAnnouncing
    }
    const following = followSession({
      id,
      session: null,
      kind: this.messagesKind.value,
      api: this.ports.api(this.endpoint),
      clock,
      random,
      onRead: (session) => {
        this.#state.value = session
        const elsewhere = reachedElsewhere(session)
        if (elsewhere === 'complete' || (isFinal(session.outcome) && !elsewhere)) following.stop()
      },
      onTrouble: () => {},
      onLost: () => {
        this.#state.value = 'lost'
      },
    })
    return () => {
      stopAnnouncing()
      following.stop()
    }
  }

  protected override readonly messagesKind: ReadonlySignal<Kind> = computed(() => {
    const state = this.#state.value
    this.readPage()
    if (typeof state === 'object') return state.kind
    return isKind(this.kind) ? this.kind : 'payin'
  })

  protected override renderView(): Rendering {
    const [state, messages] = [this.#state.value, this.messages.value]
    this.readPage()
    const { title, text } = returnNotice(state, messages)
    return {
      view: (
        <ReturnScreen
          state={state}
          messages={messages}
          lang={this.shopperLang.value}
          href={safeHref(this.href)}
          onClose={() => close()}
        />
      ),
      announcement: state === 'looking' ? '' : `${title} ${text}`,
    }
  }
}

/**
 * The session's id out of the address, once: it is a capability and stays neither in the address bar nor in what the
 * shopper copies (FACTS 16). The page's other parameters are the merchant's. A reload still finds it in `history.state`.
 */
function takeSessionParameter(): string | null {
  const url = new URL(location.href)
  const id = url.searchParams.get('session')
  const { state } = history
  if (!id) return state?.payinSession ?? null
  url.searchParams.delete('session')
  history.replaceState({ ...state, payinSession: id }, '', url)
  return id
}

/** The merchant's own attribute, but a template may have put a stranger's text into it. */
function safeHref(href: string): string {
  try {
    const url = new URL(href || '/', location.href)
    return /^https?:$/.test(url.protocol) ? url.href : '/'
  } catch {
    return '/'
  }
}

reflect(PayinReturnElement.prototype, ['endpoint', 'session', 'kind', 'href', 'theme'])

declare global {
  interface HTMLElementTagNameMap {
    'payin-return': PayinReturnElement
  }
}
