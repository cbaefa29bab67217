// The base of all elements: a shadow root with our style sheet, a live region, the shopper's language, and rendering
// whenever a signal changes. It knows nothing about payments.

import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { type ComponentChild, render } from 'preact'
import { mergeMessages } from '../locales/merge-messages.ts'
import type { Messages, Overrides } from '../locales/messages.ts'
import { browserPorts } from '../platform/browser-ports.ts'
import { languageWatch } from '../platform/language-watch.ts'
import type { Ports, Stop } from '../platform/ports.ts'
import { frozenJson } from '../protocol/json.ts'
import type { Kind } from '../protocol/kind.ts'
import type { Content } from '../view/checkout-screen.tsx'
import { easeHeight } from '../view/ease-height.ts'
import { styleSheet } from '../view/style-sheet.ts'
import { batched } from './batched.ts'
import { doubleClickGuard } from './double-click-guard.ts'
import { ignoreHeldEnter, keepInside, typingEvents } from './keep-inside.ts'
import { createLiveRegion, type LiveText } from './live-region.ts'
import { upgradeProperties } from './reflected-properties.ts'
import { canonicalLang, nearestLang } from './shopper-lang.ts'

const languageTimeoutMs = 2_000

/** What an element shows, and what its live region announces. */
export interface Rendering extends LiveText {
  readonly view: ComponentChild
  /** Names the screen. When it changes, the element eases into its new height. */
  readonly screen?: string
}

/** On a server there is no HTMLElement. Importing must still work there. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** A custom element with a user interface. */
export abstract class BaseElement extends Base {
  readonly #live = createLiveRegion()
  /** Not `shadowRoot`, which is `null` where a page makes every root a closed one. */
  protected root: ShadowRoot | undefined
  #container: HTMLElement | undefined
  #disconnect: Stop | undefined
  #stopDrawing: Stop | undefined
  readonly #page = signal({})
  /** The current language's messages. They stay until the next language has loaded. */
  readonly #locale = signal<Partial<Messages> | null | undefined>(undefined)
  readonly #isVisible = signal(false)
  /** The visibility that the container has now. A new one is visible. */
  #wasVisible = true
  /** The screen that the container shows; `undefined` before the first one. */
  #screen: string | undefined
  readonly #overrides = signal<Overrides | undefined>(undefined)

  /** BCP 47: the nearest `lang` up the tree, or the browser's language if there is none or `Intl` refuses it. */
  protected readonly shopperLang: ReadonlySignal<string> = computed(() => {
    this.readPage()
    return canonicalLang(nearestLang(this))
  })

  /** The kind of payment, which decides the messages. */
  protected abstract readonly messagesKind: { readonly value: Kind }

  /** All messages in the shopper's language. While they load, in the previous language. */
  protected readonly messages: ReadonlySignal<Messages> = computed(() =>
    mergeMessages(this.messagesKind.value, this.#locale.value ?? null, this.#overrides.value),
  )

  /** Connects, or reconnects. Batched, because a page sets several properties in turn, and all must be set first. */
  protected readonly reconnectBatch = batched(
    () => {
      this.#disconnect?.()
      // An effect of the page may call a method, and must not depend on what is read here.
      this.#disconnect = this.isConnected ? untracked(() => this.connect()) : undefined
    },
    (run) => queueMicrotask(() => (this.mayWait?.() ? this.ports.afterFrame(run) : run())),
  )

  /** The ports. Tests override this getter. */
  protected get ports(): Ports {
    return browserPorts()
  }

  /** Called when a pointer, a finger or the focus reaches the content. */
  protected reached(): void {}

  /** Prepares the first render. Called once the page's properties are set. */
  protected prepare(): void {}

  /** Whether the first frame may come before `connect`. Whatever needs it earlier calls `reconnectBatch.runNow()`. */
  protected mayWait?(): boolean

  /** Starts what the element does while it is in the page. Returns how to stop it. */
  protected abstract connect(): Stop
  /** Called again whenever a signal that it read changes. */
  protected abstract renderView(): Rendering

  /** The page's own messages, which replace ours. */
  get sentences(): Overrides | undefined {
    return this.#overrides.value
  }

  /**
   * Equal ones change nothing: with zone.js, a template that makes them anew would otherwise be checked without end.
   *
   * @throws {TypeError} if a part of them throws. What the page changes in them later has no effect: set them again.
   */
  set sentences(sentences: Overrides | undefined) {
    const overrides = frozenJson(() => sentences, 'sentences') as Overrides | undefined
    if (JSON.stringify(overrides) !== JSON.stringify(this.#overrides.peek()))
      this.#overrides.value = overrides
  }

  connectedCallback(): void {
    upgradeProperties(this, this.ports.report)
    this.prepare()
    if (!this.root) this.#attach()
    // Still running if the element was only moved, or if a framework mounts it twice.
    if (!this.isRunning) this.reconnectBatch.runSoon()
    this.pageChanged()
    this.#stopDrawing ??= this.#draw()
  }

  /** In another document, such as a frame's, the content is made again. The `connectedCallback` that follows renders it. */
  adoptedCallback(): void {
    if (!this.root || !this.#container) return
    render(null, this.#container)
    dropCustomRegistry(this.ownerDocument)
    this.#createContent(this.root)
  }

  async disconnectedCallback(): Promise<void> {
    // Moving an element disconnects and connects it in one task, and Turbo awaits some promises in between. Nothing must
    // stop meanwhile (docs/internals/browser-facts.md#react-strictmode-connects-twice).
    for (let turn = 0; turn < 9; turn++) await null
    if (!this.isConnected) this.stop()
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.pageChanged()
  }

  /** Called when the attributes, the content or the page's language changed. */
  protected pageChanged(): void {
    this.#page.value = {}
  }

  /** Makes the computed signal that calls this depend on the attributes, the content and the page's language. */
  protected readPage(): void {
    this.#page.value
  }

  /** Announces a text now, and a moment later the notice of that time. */
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
   * What the content is: the label of the button, a part of the page, or nothing. White space does not count, nor an element
   * without text or image, because it gives the button no name. An element with a `slot` is a fallback. One field or link
   * makes all of it a part of the page: HTML ignores the "/>" of a self-closed tag, and what follows becomes the content.
   */
  protected get content(): Content {
    let found: Content = ''
    for (const node of this.childNodes) {
      const child = node as Element
      // Not `instanceof`, because the nodes of a frame's document have other classes.
      const isElement = node.nodeType === 1
      if (isElement && (child.slot || child.matches(unseen))) continue
      // Another element of ours is a button, too.
      if (isElement && has(child, `${noLabel},${this.localName}`)) return 'page'
      if (isElement ? hasText(node) || has(child, named) : node.nodeType === 3 && hasText(node))
        found = 'label'
    }
    return found
  }

  /** Renders now, and synchronously whenever a signal changes: so the element that has the focus is still known. */
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
      // Hidden until its language has loaded, so that nobody sees it change. It takes up its space meanwhile.
      effect(() =>
        this.#isVisible.value
          ? undefined
          : clock.after(languageTimeoutMs, () => {
              this.#isVisible.value = true
            }),
      ),
      ...this.#live.watch(this.ports),
      effect(() => {
        this.#show(this.renderView(), this.messages.value, this.#isVisible.value)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Renders into the shadow root, and announces what changed. */
  #show({ view, screen, ...liveText }: Rendering, { lang, dir }: Messages, isShown: boolean): void {
    const [root, place] = [this.root, this.#container]
    if (!root || !place) return
    // Compared first, because accessing `style` costs as much as rendering a node.
    if (isShown !== this.#wasVisible) place.style.visibility = isShown ? '' : 'hidden'
    this.#wasVisible = isShown
    const hadFocus = root.activeElement !== null
    // Measured only then, because measuring makes the browser lay out the page.
    const before = this.#screen !== undefined && this.#screen !== screen && place.offsetHeight
    this.#screen = screen
    untracked(() => render(view, place))
    // Only now, because the browser inserts a whole tree faster than node by node.
    if (!place.parentNode) root.prepend(place)
    // No `translate`: a browser's translation replaces text nodes, and Preact would change those that are no longer shown.
    for (const part of root.children as HTMLCollectionOf<HTMLElement>)
      if (part.lang + part.dir !== lang + dir) Object.assign(part, { lang, dir, translate: false })
    // Selects the title if there is one, because it comes before the buttons.
    if (hadFocus && (!root.activeElement || root.activeElement.matches(':disabled')))
      root.querySelector<HTMLElement>('.title, button:enabled')?.focus()
    if (before) easeHeight(place, before)
    if (isShown) this.#live.update(liveText)
  }

  #attach(): void {
    let root: ShadowRoot
    // A page that was saved with its shadow roots has one already. It is emptied, but only in its own mode.
    try {
      root = this.attachShadow({ mode: 'open' })
    } catch {
      root = this.attachShadow({ mode: 'closed' })
    }
    this.root = root
    root.addEventListener('slotchange', () => this.pageChanged())
    // `characterData`, because a framework changes the text of an existing node.
    new MutationObserver(() => this.pageChanged()).observe(this, {
      characterData: true,
      childList: true,
      subtree: true,
    })
    for (const type of typingEvents) root.addEventListener(type, keepInside)
    for (const type of ['pointerover', 'focusin']) root.addEventListener(type, () => this.reached())
    root.addEventListener('keydown', ignoreHeldEnter, true)
    root.addEventListener('click', doubleClickGuard(this.ports.clock.now) as EventListener, true)
    this.#createContent(root)
  }

  /** Makes styles and nodes, which belong to one document and cannot be used in another. */
  #createContent(root: ShadowRoot): void {
    const document = this.ownerDocument
    root.adoptedStyleSheets = [styleSheet(document)]
    this.#container = document.createElement('div')
    this.#container.setAttribute('part', 'root')
    this.#wasVisible = true
    root.replaceChildren(this.#live.createNode(document))
  }
}

/**
 * Lets Preact create nodes in a document that an element was moved into. Preact passes the custom element registry of the
 * parent node. That is still the first document's, and Chromium refuses it.
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

const has = (element: Element, selector: string): boolean =>
  element.matches(selector) || element.querySelector(selector) !== null

/** Elements that give a button a name without text. */
const named = '[alt], [aria-label], [title], svg, slot'

/** Elements whose text is not shown. */
const unseen = 'noscript, script, style, template'

/** Interactive content, which must not be inside a button (HTML, "4.10.6 The button element"), and sections of a page. */
const noLabel =
  'a[href],button,input,select,textarea,form,iframe,table,section,details,main,nav,header,footer,h1,h2,h3,[controls],[tabindex],[contenteditable]'
