// What an element tells while its component does not listen: before a framework has taken over the server's page, or
// while it hides the page until data is there. An event comes once, and "paid" may be one of these: they are kept.

const buffered = new WeakMap<EventTarget, Event[]>()
const listenedTo = new WeakSet<EventTarget>()

/** Begins to keep events of these names, of every element of the page that no component listens to. */
export function bufferEvents(names: readonly string[]): void {
  if (typeof document === 'undefined') return
  for (const name of names) document.addEventListener(name, buffer, true)
}

function buffer(event: Event): void {
  // Not `event.target`: seen from here that is the host of the shadow root that the element may stand in.
  const [target] = event.composedPath()
  if (target && !listenedTo.has(target)) buffered.set(target, [...(buffered.get(target) ?? []), event])
}

/** From now on the element's events are listened to. Gives those that came before, once. */
export function takeBufferedEvents(element: EventTarget): readonly Event[] {
  const events = buffered.get(element) ?? []
  listenedTo.add(element)
  buffered.delete(element)
  return events
}

/** From now on the element's events are kept again. */
export function resumeBuffering(element: EventTarget): void {
  listenedTo.delete(element)
}
