// Buffers the events of elements while their components do not listen: before a framework hydrates the server's page, or
// while it hides the page until data has loaded. Each event is dispatched only once, and `complete` may be among them.

const buffered = new WeakMap<EventTarget, Event[]>()
const listenedTo = new WeakSet<EventTarget>()

/** Starts to buffer events with these names, for every element of the page to which no component listens. */
export function bufferEvents(names: readonly string[]): void {
  if (typeof document === 'undefined') return
  for (const name of names) document.addEventListener(name, buffer, true)
}

function buffer(event: Event): void {
  // Not `event.target`: for an element inside a shadow root, the document sees the host of that root as the target.
  const [target] = event.composedPath()
  if (target && !listenedTo.has(target)) buffered.set(target, [...(buffered.get(target) ?? []), event])
}

/** Stops buffering the element's events, because a component listens now. Returns the buffered ones, once. */
export function takeBufferedEvents(element: EventTarget): readonly Event[] {
  const events = buffered.get(element) ?? []
  listenedTo.add(element)
  buffered.delete(element)
  return events
}

/** Starts to buffer the element's events again. */
export function resumeBuffering(element: EventTarget): void {
  listenedTo.delete(element)
}
