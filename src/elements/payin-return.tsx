// `<payin-return>`: the page to which the hosted page sends the shopper. In a popup it notifies the shop page and closes.
// In a redirected tab it returns to the page where the shopper was. Anywhere else, such as in another browser, it shows
// the outcome and a link. Nothing depends on it: the shop page finds the outcome without it (docs/internals/browser-facts.md#nothing-may-depend-on-the-return).

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
import { BaseElement, type Rendering } from './base-element.ts'
import { reflect } from './reflected-properties.ts'

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
  /** Session id. Default: the `session` parameter of the address. */
  declare session: string
  /** The kind of payment, for a server that does not return it. Default: `payin`. */
  declare kind: string
  /** Where "Back to the shop" leads when this tab does not know where the shopper came from. Default: `/`. */
  declare href: string
  declare theme: string

  readonly #state = signal<ReturnState>('looking')
  #idOfAddress: string | null = null

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // Set after the element was put into the page: connect again with the right endpoint or session.
    if (this.isRunning && before !== after && isOneOf(identityAttributes, name)) this.reconnectBatch.runSoon()
    super.attributeChangedCallback(name, before, after)
  }

  /** Removes the id from the address at once, before other scripts read and store the address. */
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
      // A shop page answered that this window is its popup. Never close a redirected tab: it is the shopper's only one.
      if (!back) close()
    })
    // Not the end: a page that differs only in its fragment is this page, and it stays.
    if (back) location.replace(back)
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
 * Removes the session's id from the address and returns it. It is a capability and must not stay in the address bar,
 * from which a shopper may copy it (docs/internals/browser-facts.md#parameters-left-in-the-address). Keeps the merchant's other parameters. A reload reads it from
 * `history.state`.
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

/** `href`, if it is a web address; else `/`. A page's template may put untrusted text into the attribute. */
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
