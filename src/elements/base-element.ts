// What the elements share: a shadow root with our style sheet, a live region, attributes that are properties.

import { en } from '../locales/en.ts'
import { browserPorts } from '../platform/browser-ports.ts'
import type { Ports } from '../platform/ports.ts'
import { type Child, patch } from '../view/dom.ts'
import { styleSheet } from '../view/style-sheet.ts'

/** On a server there is no HTMLElement; importing must work there all the same. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** A custom element with a face. */
export abstract class BaseElement extends Base {
  #live: HTMLElement | undefined
  /** What was announced last, by the focus or by the live region. */
  #said = ''
  #place: HTMLElement | undefined
  #disconnect: (() => void) | undefined

  /** The outside world. Tests subclass an element and give their own. */
  protected get ports(): Ports {
    return browserPorts()
  }

  /** Starts what the element does while it is in the page; returns how to stop it. */
  protected abstract connect(): () => void
  protected abstract update(): void

  connectedCallback(): void {
    upgradeProperties(this)
    if (!this.shadowRoot) this.#attach()
    // Only moved, or a framework's rehearsal: still connected from before.
    this.#disconnect ??= this.connect()
    this.update()
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
      return Intl.getCanonicalLocales(nearestLang(this))[0] ?? navigator.language
    } catch {
      return navigator.language
    }
  }

  /** Whether the page put something of its own into the element. A line break between the tags is nothing. */
  protected get hasContent(): boolean {
    return this.childElementCount > 0 || Boolean(this.textContent?.trim())
  }

  /**
   * Draws the view. What changed is announced once: by the focus where the button under the shopper's finger has
   * gone, else by the live region, which is in the page before any text is put into it (FACTS 22).
   */
  protected draw(view: Child, announcement: string): void {
    const root = this.shadowRoot
    if (!root || !this.#place || !this.#live) return
    const hadFocus = root.activeElement !== null
    patch(this.#place, view)
    const title = root.querySelector<HTMLElement>('.title')
    const lostFocus = hadFocus && root.activeElement === null
    if (lostFocus) (title ?? root.querySelector<HTMLElement>('button'))?.focus()
    if (announcement === this.#said) return
    this.#said = announcement
    this.#live.textContent = lostFocus && title ? '' : announcement
  }

  #attach(): void {
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [styleSheet()]
    this.#place = document.createElement('div')
    this.#place.setAttribute('part', 'root')
    this.#live = document.createElement('p')
    this.#live.className = 'status'
    this.#live.setAttribute('role', 'status')
    for (const part of [this.#place, this.#live]) {
      part.lang = en.lang
      part.dir = en.dir
    }
    root.append(this.#place, this.#live)
    root.addEventListener('slotchange', () => this.update())
  }
}

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
