// What the elements share: a shadow root with our style sheet, a live region, attributes that are properties.

import { type ComponentChild, render } from 'preact'
import type { Overrides, Sentences } from '../locales/sentences.ts'
import { sentencesFor } from '../locales/speak.ts'
import { browserPorts } from '../platform/browser-ports.ts'
import type { Ports, Stop } from '../platform/ports.ts'
import type { Kind } from '../protocol/kind.ts'
import { styleSheet } from '../view/style-sheet.ts'

const languagePatienceMs = 2_000

/** As long as a slow double click takes, and as far as a finger moves in it. */
const doubleClickMs = 500
const doubleClickPx = 24

/** What is said of the time left, and the step that it is said at. */
interface SpokenTime {
  readonly step: number
  readonly text: string
}

/** On a server there is no HTMLElement; importing must work there all the same. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** A custom element with a face. */
export abstract class BaseElement extends Base {
  #live: HTMLElement | undefined
  /** What was announced last, by the focus or by the live region. */
  #said = ''
  #saidStep: number | undefined
  /** A view is being put into the page. What the browser tells meanwhile (a field that goes loses the focus) waits. */
  #isDrawing = false
  #isOutdated = false
  #place: HTMLElement | undefined
  #disconnect: (() => void) | undefined
  /** How long a language may take until English is shown in its place. */
  #patience: Stop | undefined
  /** What a pointer pressed last, when and where. */
  #pressed: { control: Element; at: number; x: number; y: number } | undefined
  /** What was spoken last: on until the next language is here. */
  #language: Partial<Sentences> | null | undefined
  #isShown = false
  #sentences: Overrides | undefined

  /** The outside world. Tests subclass an element and give their own. */
  protected get ports(): Ports {
    return browserPorts()
  }

  /** Starts what the element does while it is in the page; returns how to stop it. */
  protected abstract connect(): () => void
  protected abstract update(): void

  /** What is paid here, in whose words. */
  protected get kindOfSentences(): Kind {
    return 'payin'
  }

  /** The page's own sentences in place of ours. */
  get sentences(): Overrides | undefined {
    return this.#sentences
  }

  set sentences(sentences: Overrides | undefined) {
    this.#sentences = sentences
    this.update()
  }

  /** All sentences in the shopper's language, or in the one before until they are here. */
  protected get say(): Sentences {
    const found = this.ports.locales.find(this.shopperLang, () => this.update())
    if (found !== undefined) this.#language = found
    return sentencesFor(this.kindOfSentences, this.#language ?? null, this.#sentences)
  }

  connectedCallback(): void {
    upgradeProperties(this)
    if (!this.shadowRoot) this.#attach()
    // Only moved, or a framework's rehearsal: still connected from before.
    this.#disconnect ??= this.connect()
    this.update()
  }

  /** In another document, such as a frame's, the root is there and its styles are not. */
  adoptedCallback(): void {
    if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = [styleSheet(this.ownerDocument)]
  }

  disconnectedCallback(): void {
    // Moving an element disconnects and connects it in one task: nothing may stop in between (FACTS 18).
    queueMicrotask(() => {
      if (!this.isConnected) this.stop()
    })
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (this.#place && before !== after) this.update()
  }

  protected get isRunning(): boolean {
    return this.#disconnect !== undefined
  }

  protected stop(): void {
    this.#patience?.()
    this.#patience = undefined
    this.#disconnect?.()
    this.#disconnect = undefined
  }

  protected restart(): void {
    this.stop()
    if (this.isConnected) this.#disconnect = this.connect()
  }

  /** BCP 47: the nearest `lang` up the tree, then the browser's. A tag that `Intl` refuses is as good as none. */
  protected get shopperLang(): string {
    try {
      // An empty list, not an empty tag: that throws, which costs more than the rest of a draw on a page without `lang`.
      return Intl.getCanonicalLocales(nearestLang(this) || [])[0] ?? navigator.language
    } catch {
      return navigator.language
    }
  }

  /**
   * Whether the page gave the button content of its own. A line break is nothing, an element without text or picture
   * gives a button no name, and what has a slot is a fallback.
   */
  protected get hasContent(): boolean {
    return [...this.childNodes].some((node) => {
      // Not `instanceof`: in a frame's document the nodes are of other classes.
      if (node.nodeType !== 1) return node.nodeType === 3 && hasText(node)
      const child = node as Element
      const isOurs = child.slot === '' && child.localName !== 'noscript'
      return isOurs && (hasText(child) || child.matches(named) || child.querySelector(named) !== null)
    })
  }

  /**
   * Draws the view. What changed is announced once: by the focus where the button under the shopper's finger has
   * gone, else by the live region, which is in the page before any text is put into it (FACTS 22).
   *
   * @param time what is said of the time left whenever its `step` changes, and with other news
   */
  protected draw(view: ComponentChild, announcement: string, time: SpokenTime | null = null): void {
    const root = this.shadowRoot
    if (!root || !this.#place || !this.#live) return
    if (this.#isDrawing) {
      this.#isOutdated = true
      return
    }
    const { lang, dir } = this.say
    for (const part of [this.#place, this.#live])
      if (part.lang !== lang || part.dir !== dir) Object.assign(part, { lang, dir })
    this.#isShown ||= this.#language !== undefined
    this.#place.style.visibility = this.#isShown ? '' : 'hidden'
    const hadFocus = root.activeElement !== null
    this.#isDrawing = true
    try {
      render(view, this.#place)
    } finally {
      this.#isDrawing = false
    }
    this.#announce(hadFocus, announcement, time)
    if (!this.#isOutdated) return
    this.#isOutdated = false
    this.update()
  }

  #announce(hadFocus: boolean, announcement: string, time: SpokenTime | null): void {
    const root = this.shadowRoot
    if (!root || !this.#live) return
    const title = root.querySelector<HTMLElement>('.title')
    const lostFocus = hadFocus && root.activeElement === null
    if (lostFocus) (title ?? root.querySelector<HTMLElement>('button'))?.focus()
    if (!this.#isShown) return this.#waitForLanguage()
    const isNews = announcement !== this.#said
    if (!isNews && time?.step === this.#saidStep) return
    this.#said = announcement
    this.#saidStep = time?.step
    const words = isNews && !(lostFocus && title) ? announcement : ''
    this.#live.textContent = `${words} ${time?.text ?? ''}`.trim()
  }

  /** Nobody should see a button change its language: unseen, it keeps its place for a moment. */
  #waitForLanguage(): void {
    this.#patience ??= this.ports.clock.after(languagePatienceMs, () => {
      this.#isShown = true
      this.update()
    })
  }

  /** What takes the place of a pressed control may lie under the finger: a double click must not press that as well. */
  #guard(event: MouseEvent): void {
    const control = event.composedPath().find((node) => (node as Element).localName === 'button') as
      | Element
      | undefined
    // Only a pointer presses a place, whatever is there; a keyboard presses what has the focus.
    if (!control || event.detail === 0) return
    const { clientX: x, clientY: y } = event
    const at = this.ports.clock.now()
    const last = this.#pressed
    const isSecond =
      last && at - last.at < doubleClickMs && Math.hypot(x - last.x, y - last.y) < doubleClickPx
    if (isSecond && !last.control.isConnected) return event.stopImmediatePropagation()
    this.#pressed = { control, at, x, y }
  }

  #attach(): void {
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [styleSheet(this.ownerDocument)]
    this.#place = document.createElement('div')
    this.#place.setAttribute('part', 'root')
    this.#live = document.createElement('p')
    this.#live.className = 'status'
    this.#live.setAttribute('role', 'status')
    root.append(this.#place, this.#live)
    root.addEventListener('slotchange', () => this.update())
    // A framework writes a text into the node that it has put there before.
    new MutationObserver(() => this.update()).observe(this, {
      characterData: true,
      childList: true,
      subtree: true,
    })
    root.addEventListener('click', (event) => this.#guard(event as MouseEvent), true)
  }
}

const hasText = ({ textContent }: Node): boolean => Boolean(textContent?.trim())

/** What gives a button a name without a text. */
const named = '[alt], [aria-label], [title], svg, slot'

/** The nearest `lang` up the tree, out of shadow roots too. */
function nearestLang(element: Element): string {
  const found = element.closest('[lang]')?.getAttribute('lang')
  const root = element.getRootNode()
  return found ?? (root instanceof ShadowRoot ? nearestLang(root.host) : '')
}

/** Properties set before the script arrived shadow the accessors: take them off and set them again (FACTS 17). */
function upgradeProperties(element: HTMLElement): void {
  for (const name of Object.keys(element)) {
    if (!(name in Object.getPrototypeOf(element))) continue
    const holder = element as unknown as Record<string, unknown>
    const value = holder[name]
    delete holder[name]
    holder[name] = value
  }
}

/** Defines string properties that mirror attributes of the same name. */
export function reflect(prototype: HTMLElement, names: readonly string[]): void {
  for (const name of names) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return this.getAttribute(name) ?? ''
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null || value === undefined) this.removeAttribute(name)
        else this.setAttribute(name, String(value))
      },
    })
  }
}
