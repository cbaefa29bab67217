// What the elements share: a shadow root with our style sheet, a live region, attributes that are properties, and that
// they are drawn anew whenever a signal says so.

import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { type ComponentChild, render } from 'preact'
import { mergeMessages } from '../locales/merge-messages.ts'
import type { Messages, Overrides } from '../locales/messages.ts'
import { browserPorts } from '../platform/browser-ports.ts'
import { languageWatch } from '../platform/language-watch.ts'
import type { Ports, Stop } from '../platform/ports.ts'
import type { Kind } from '../protocol/kind.ts'
import { styleSheet } from '../view/style-sheet.ts'
import { batched } from './batched.ts'
import { doubleClickGuard } from './double-click-guard.ts'
import { createLiveRegion, type Spoken } from './live-region.ts'

const languageTimeoutMs = 2_000

/** What an element looks like now, and what is said of it. */
export interface Rendering extends Spoken {
  readonly view: ComponentChild
}

/** On a server there is no HTMLElement; importing must work there all the same. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** A custom element with a face. */
export abstract class BaseElement extends Base {
  readonly #live = createLiveRegion()
  #container: HTMLElement | undefined
  #disconnect: Stop | undefined
  #stopDrawing: Stop | undefined
  readonly #page = signal({})
  /** What is spoken: on until the next language is here. */
  readonly #locale = signal<Partial<Messages> | null | undefined>(undefined)
  readonly #isVisible = signal(false)
  /** What the place looks like now: a new one is to be seen. */
  #wasVisible = true
  readonly #overrides = signal<Overrides | undefined>(undefined)

  /** BCP 47: the nearest `lang` up the tree, then the browser's. A tag that `Intl` refuses is as good as none. */
  protected readonly shopperLang: ReadonlySignal<string> = computed(() => {
    this.readPage()
    return canonicalLang(nearestLang(this))
  })

  /** What is paid here, in whose words. */
  protected abstract readonly messagesKind: { readonly value: Kind }

  /** All sentences in the shopper's language, or in the one before until they are here. */
  protected readonly messages: ReadonlySignal<Messages> = computed(() =>
    mergeMessages(this.messagesKind.value, this.#locale.value ?? null, this.#overrides.value),
  )

  /** Connects, or connects anew. A page sets one property after the other: nothing is asked for until all are there. */
  protected readonly reconnectBatch = batched(() => {
    this.#disconnect?.()
    this.#disconnect = this.isConnected ? this.connect() : undefined
  })

  /** The outside world. Tests subclass an element and give their own. */
  protected get ports(): Ports {
    return browserPorts()
  }

  /** Makes what is drawn, once the page's properties are there. */
  protected prepare(): void {}

  /** Starts what the element does while it is in the page; returns how to stop it. */
  protected abstract connect(): Stop
  /** Made anew whenever a signal that it read changes. Nothing is drawn where there is none. */
  protected abstract renderView(): Rendering | undefined

  /** The page's own sentences in place of ours. */
  get sentences(): Overrides | undefined {
    return this.#overrides.value
  }

  set sentences(sentences: Overrides | undefined) {
    this.#overrides.value = sentences
  }

  connectedCallback(): void {
    upgradeProperties(this)
    this.prepare()
    if (!this.shadowRoot) this.#attach()
    // Only moved, or a framework's rehearsal: still connected from before.
    if (!this.isRunning) this.reconnectBatch.runSoon()
    this.pageChanged()
    this.#stopDrawing ??= this.#draw()
  }

  /** In another document, such as a frame's, all is made anew; it is drawn with the `connectedCallback` that follows. */
  adoptedCallback(): void {
    if (!this.shadowRoot) return
    if (this.#container) render(null, this.#container)
    dropCustomRegistry(this.ownerDocument)
    this.#createContent(this.shadowRoot)
  }

  disconnectedCallback(): void {
    // Moving an element disconnects and connects it in one task: nothing may stop in between (FACTS 18).
    queueMicrotask(() => {
      if (!this.isConnected) this.stop()
    })
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.pageChanged()
  }

  /** The attributes, the content or the language of the page are others now. */
  protected pageChanged(): void {
    this.#page.value = {}
  }

  /** For a computed signal that reads them: it is computed anew when they have changed. */
  protected readPage(): void {
    this.#page.value
  }

  /** Says something now, and a moment later what is to be said then. */
  protected announce(text: string): void {
    this.#live.announce(text)
  }

  protected get isRunning(): boolean {
    return this.#disconnect !== undefined
  }

  protected stop(): void {
    this.#stopDrawing?.()
    this.#stopDrawing = undefined
    this.#disconnect?.()
    this.#disconnect = undefined
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

  /** Draws now, and whenever a signal changes, before the line that changed it is over: what has the focus is known then. */
  #draw(): Stop {
    const { clock, locales } = this.ports
    const settled = signal({})
    const stops = [
      languageWatch(this, () => this.pageChanged()),
      effect(() => {
        settled.value
        const found = locales.load(this.shopperLang.value, () => {
          settled.value = {}
        })
        if (found === undefined) return
        this.#locale.value = found
        this.#isVisible.value = true
      }),
      // Nobody should see a button change its language: unseen, it keeps its place for a moment.
      effect(() =>
        this.#isVisible.value
          ? undefined
          : clock.after(languageTimeoutMs, () => {
              this.#isVisible.value = true
            }),
      ),
      ...this.#live.watch(this.ports),
      effect(() => {
        const renderView = this.renderView()
        if (renderView) this.#show(renderView, this.messages.value, this.#isVisible.value)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Puts a picture into the page, and says what is new in it. */
  #show({ view, ...spoken }: Rendering, { lang, dir }: Messages, isShown: boolean): void {
    const [root, place] = [this.shadowRoot, this.#container]
    if (!root || !place) return
    for (const part of root.children as HTMLCollectionOf<HTMLElement>)
      if (part.lang !== lang || part.dir !== dir) Object.assign(part, { lang, dir })
    // Asking for the style of each element costs as much as drawing a node.
    if (isShown !== this.#wasVisible) place.style.visibility = isShown ? '' : 'hidden'
    this.#wasVisible = isShown
    const hadFocus = root.activeElement !== null
    untracked(() => render(view, place))
    // The title is the first of them, where there is one.
    if (hadFocus && !root.activeElement) root.querySelector<HTMLElement>('.title, button')?.focus()
    if (isShown) this.#live.update(spoken)
  }

  #attach(): void {
    const root = this.attachShadow({ mode: 'open' })
    root.addEventListener('slotchange', () => this.pageChanged())
    // A framework writes a text into the node that it has put there before.
    new MutationObserver(() => this.pageChanged()).observe(this, {
      characterData: true,
      childList: true,
      subtree: true,
    })
    root.addEventListener('click', doubleClickGuard(this.ports.clock.now) as EventListener, true)
    this.#createContent(root)
  }

  /** Styles and nodes are the document's: what one has made serves in no other. */
  #createContent(root: ShadowRoot): void {
    const document = this.ownerDocument
    root.adoptedStyleSheets = [styleSheet(document)]
    this.#container = document.createElement('div')
    this.#container.setAttribute('part', 'root')
    this.#wasVisible = true
    root.replaceChildren(this.#container, this.#live.createNode(document))
  }
}

/**
 * Lets Preact make nodes in a document that an element was moved into. It hands the registry of a node's parent on, which
 * stays the first document's, and Chromium refuses that one.
 */
function dropCustomRegistry(document: Document): void {
  if (Object.hasOwn(document, 'createElementNS')) return
  const { createElementNS } = document
  Object.assign(document, {
    createElementNS: (space: string, name: string, options?: Node | ElementCreationOptions) =>
      createElementNS.call(document, space, name, options && 'nodeType' in options ? undefined : options),
  })
}

const hasText = ({ textContent }: Node): boolean => Boolean(textContent?.trim())

/** What gives a button a name without a text. */
const named = '[alt], [aria-label], [title], svg, slot'

const canonicalLangs = new Map<string, string>()

/** A tag as `Intl` writes it; the browser's language in place of one that it refuses. */
function canonicalLang(tag: string): string {
  let lang = canonicalLangs.get(tag)
  if (lang === undefined) {
    try {
      lang = Intl.getCanonicalLocales(tag)[0]
    } catch {
      // An empty tag, or none that anybody speaks.
    }
    lang ??= navigator.language
    canonicalLangs.set(tag, lang)
  }
  return lang
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
