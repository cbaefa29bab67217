// A thin component around an element, for React and Preact alike: both bring the same four functions. Attributes and
// children are rendered, so a server sends the element with all it needs; properties and listeners follow in the browser.
import type { EventName } from '../checkout/events.ts'

/** What React and Preact have in common. */
export interface Runtime<Node> {
  createElement(tag: string, props: Record<string, unknown>): Node
  useRef<Value>(value: Value): { current: Value }
  useEffect(effect: () => undefined | (() => void), inputs?: readonly unknown[]): void
  useLayoutEffect(effect: () => undefined | (() => void), inputs?: readonly unknown[]): void
  // biome-ignore lint/suspicious/noExplicitAny: each framework has its own type of a ref
  useImperativeHandle(ref: any, create: () => unknown, inputs?: readonly unknown[]): void
}

const eventNames: readonly EventName[] = [
  'start',
  'created',
  'open',
  'blocked',
  'status',
  'authorized',
  'complete',
  'failed',
  'expired',
  'cancel',
  'error',
]
const properties = ['context', 'sentences']
const handler = /^on(Payment|Payout)([A-Z][a-z]+)$/

/** A component's props, sorted by where they go. */
interface Sorted {
  readonly attributes: Record<string, unknown>
  readonly properties: Record<string, unknown>
  /** By the event's name, such as `payment-complete`. */
  readonly handlers: Record<string, (event: Event) => void>
}

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

  return function render(props: object, ref?: unknown): Node {
    const own = useRef<HTMLElement | null>(null)
    const sorted = sortProps(props)
    const handlers = useRef(sorted.handlers)
    useImperativeHandle(ref, () => own.current, [])
    // Before the effect that listens: an event of the first moment finds its handler.
    useBrowserEffect(() => {
      handlers.current = sorted.handlers
      setProperties(own.current, sorted.properties)
      return undefined
    })
    useBrowserEffect(() => listen(own.current, prefix, handlers), [])
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

/** A property that was given once and is given no more is taken off again. */
function setProperties(element: HTMLElement | null, given: Record<string, unknown>): void {
  const holder = element as unknown as Record<string, unknown> | null
  if (!holder) return
  for (const name of properties) if (holder[name] !== given[name]) holder[name] = given[name]
}

/** Listens to every event once and asks for the handler when it comes: a handler may change without being missed. */
function listen(
  element: HTMLElement | null,
  prefix: string | undefined,
  handlers: { readonly current: Sorted['handlers'] },
): (() => void) | undefined {
  if (!element || !prefix) return undefined
  const names = eventNames.map((name) => `${prefix}-${name}`)
  const hear = (event: Event) => {
    // An event bubbles: that of an element inside this one is not ours.
    if (event.target === element) handlers.current[event.type]?.(event)
  }
  for (const name of names) element.addEventListener(name, hear)
  return () => {
    for (const name of names) element.removeEventListener(name, hear)
  }
}
