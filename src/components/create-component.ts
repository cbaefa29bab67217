// A thin component around an element, for both React and Preact, which have the same functions. Attributes and children
// are rendered, so that a server's page contains them. Properties and listeners are set in the browser.
import { eventNames } from '../checkout/event-names.ts'
import { bufferEvents, resumeBuffering, takeBufferedEvents } from './buffered-events.ts'
import { keepSessionOutOfAddress } from './session-out-of-address.ts'

/** The functions that React and Preact have in common. */
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

/** A component's props, sorted by what they set on the element. */
interface Sorted {
  readonly attributes: Record<string, unknown>
  readonly properties: Record<string, unknown>
  /** By the event's name, such as `payment-complete`. */
  readonly handlers: Record<string, (event: Event) => void>
}

const nothing: Sorted = { attributes: {}, properties: {}, handlers: {} }

/**
 * Makes the render function of a component around an element.
 *
 * @param tag the element's name
 * @param prefix the prefix of its events' names; absent for an element without events
 */
export function createComponent<Node>(runtime: Runtime<Node>, tag: string, prefix?: 'payment' | 'payout') {
  const { createElement, useRef, useEffect, useImperativeHandle } = runtime
  // On a server neither kind of effect runs, but React 18 warns about layout effects there.
  const useBrowserEffect = typeof document === 'undefined' ? useEffect : runtime.useLayoutEffect
  const start = tag === 'payin-return' ? keepSessionOutOfAddress : () => undefined
  const names = prefix ? eventNames.map((name) => `${prefix}-${name}`) : []
  bufferEvents(names)

  return function render(props: object, ref?: unknown): Node {
    const own = useRef<HTMLElement | null>(null)
    const sorted = sortProps(props)
    const given = useRef(nothing)
    useImperativeHandle(ref, () => own.current, [])
    // Before the effect that listens, so that a buffered event finds its handler.
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
      if (typeof value === 'function') sorted.handlers[`${prefix}-${event}`.toLowerCase()] = value
    } else if (properties.includes(name)) sorted.properties[name] = value
    else sorted.attributes[name === 'className' ? 'class' : name] = attributeOf(name, value)
  }
  return sorted
}

/** The value of an attribute. React 18 would write `false` and lists as text. */
function attributeOf(name: string, value: unknown): unknown {
  if (name === 'disabled') return value ? true : undefined
  if (name === 'methods' && Array.isArray(value)) return value.join(' ')
  return value ?? undefined
}

/** Sets changed properties and removes attributes that are no longer given. Keeps a property that the page set itself. */
function applyProps(element: HTMLElement, before: Sorted, now: Sorted): void {
  for (const name of Object.keys(before.attributes)) {
    // React 19 leaves `lang="undefined"`, and Preact leaves `lang=""`. Both would count as a language.
    if (now.attributes[name] === undefined) element.removeAttribute(name)
  }
  for (const name of properties) {
    const value = now.properties[name]
    if (before.properties[name] !== value) Object.assign(element, { [name]: value })
  }
}

/** Adds one listener per event. It looks up the current handler for each event, so a handler may change at any time. */
function listen(
  element: HTMLElement | null,
  names: readonly string[],
  given: { readonly current: Sorted },
): (() => void) | undefined {
  if (!element || names.length === 0) return undefined
  const handle = (event: Event) => given.current.handlers[event.type]?.(event)
  const onEvent = (event: Event) => {
    // Events bubble. Ignore those of an element inside this one.
    if (event.target === element) handle(event)
  }
  for (const name of names) element.addEventListener(name, onEvent)
  for (const event of takeBufferedEvents(element)) handle(event)
  return () => {
    for (const name of names) element.removeEventListener(name, onEvent)
    resumeBuffering(element)
  }
}
