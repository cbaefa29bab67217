// A thin component around an element, for React and Preact alike: both bring the same functions. Attributes and children
// are rendered, so a server sends the element with all it needs; properties and listeners follow in the browser.
import { eventNames } from '../checkout/event-names.ts'
import { bufferEvents, resumeBuffering, takeBufferedEvents } from './buffered-events.ts'
import { keepSessionOutOfAddress } from './session-out-of-address.ts'

/** What React and Preact have in common. */
export interface Runtime<Node> {
  createElement(tag: string, props: Record<string, unknown>): Node
  useRef<Value>(value: Value): { current: Value }
  useEffect(effect: () => undefined | (() => void), inputs?: readonly unknown[]): void
  useLayoutEffect(effect: () => undefined | (() => void), inputs?: readonly unknown[]): void
  // biome-ignore lint/suspicious/noExplicitAny: each framework has its own type of a ref
  useImperativeHandle(ref: any, create: () => unknown, inputs?: readonly unknown[]): void
}

const properties = ['context', 'sentences']
const handler = /^on(Payment|Payout)([A-Z][a-z]+)$/

/** A component's props, sorted by where they go. */
interface Sorted {
  readonly attributes: Record<string, unknown>
  readonly properties: Record<string, unknown>
  /** By the event's name, such as `payment-complete`. */
  readonly handlers: Record<string, (event: Event) => void>
}

const nothing: Sorted = { attributes: {}, properties: {}, handlers: {} }

/**
 * The function of a component around an element.
 *
 * @param tag the element's name
 * @param prefix the first half of its events' names; an element without events has none
 */
export function createComponent<Node>(runtime: Runtime<Node>, tag: string, prefix?: 'payment' | 'payout') {
  const { createElement, useRef, useEffect, useImperativeHandle } = runtime
  // React 18 complains about layout effects on a server, where nothing of this happens.
  const useBrowserEffect = typeof document === 'undefined' ? useEffect : runtime.useLayoutEffect
  const start = tag === 'payin-return' ? keepSessionOutOfAddress : () => undefined
  const names = prefix ? eventNames.map((name) => `${prefix}-${name}`) : []
  bufferEvents(names)

  return function render(props: object, ref?: unknown): Node {
    const own = useRef<HTMLElement | null>(null)
    const sorted = sortProps(props)
    const given = useRef(nothing)
    useImperativeHandle(ref, () => own.current, [])
    // Before the effect that listens: an event of the first moment finds its handler.
    useBrowserEffect(() => {
      if (own.current) applyProps(own.current, given.current, sorted)
      given.current = sorted
      return undefined
    })
    useBrowserEffect(() => listen(own.current, names, given), [])
    useEffect(start, [])
    return createElement(tag, { ...sorted.attributes, ref: own })
  }
}

function sortProps(props: object): Sorted {
  const sorted: Sorted = { attributes: {}, properties: {}, handlers: {} }
  for (const [name, value] of Object.entries(props)) {
    const [, prefix, event] = handler.exec(name) ?? []
    if (prefix && event) {
      if (typeof value === 'function') sorted.handlers[`${prefix}-${event}`.toLowerCase()] = value as never
    } else if (properties.includes(name)) sorted.properties[name] = value
    else sorted.attributes[name === 'className' ? 'class' : name] = attributeOf(name, value)
  }
  return sorted
}

/** React 18 writes `false` and lists as text. */
function attributeOf(name: string, value: unknown): unknown {
  if (name === 'disabled') return value ? true : undefined
  if (name === 'methods' && Array.isArray(value)) return value.join(' ')
  return value ?? undefined
}

/** What was given once and is given no more is taken off. A property that the page set itself is left alone. */
function applyProps(element: HTMLElement, before: Sorted, now: Sorted): void {
  for (const name of Object.keys(before.attributes)) {
    // React 19 leaves `lang="undefined"` behind, Preact `lang=""`: both would be a language of their own.
    if (now.attributes[name] === undefined) element.removeAttribute(name)
  }
  for (const name of properties) {
    const value = now.properties[name]
    if (before.properties[name] !== value) Object.assign(element, { [name]: value })
  }
}

/** Listens to every event once and asks for the handler when it comes: a handler may change without being missed. */
function listen(
  element: HTMLElement | null,
  names: readonly string[],
  given: { readonly current: Sorted },
): (() => void) | undefined {
  if (!element || names.length === 0) return undefined
  const handle = (event: Event) => given.current.handlers[event.type]?.(event)
  const onEvent = (event: Event) => {
    // An event bubbles: that of an element inside this one is not ours.
    if (event.target === element) handle(event)
  }
  for (const name of names) element.addEventListener(name, onEvent)
  for (const event of takeBufferedEvents(element)) handle(event)
  return () => {
    for (const name of names) element.removeEventListener(name, onEvent)
    resumeBuffering(element)
  }
}
