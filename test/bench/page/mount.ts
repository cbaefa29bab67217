// Two definitions of a mounted element. To layout: the browser has computed all positions; painting is the same work
// for the same output. In a frame: the browser has done all work before it presents a frame. Only there
// it knows what is in view, and skips the rest.
import type { Subject } from './measure.ts'
import type { Realm } from './realm.ts'

/** An element in view that is not drawn after this many frames is an error. */
const mostFrames = 30

/**
 * Mounts a number of elements and measures until the page is laid out, in milliseconds.
 * @param look gets the mounted elements before they are removed
 * @throws {Error} when one of them shows no button
 */
export async function mountToLayout(
  realm: Realm,
  subject: Subject,
  count: number,
  look: (mounted: readonly HTMLElement[]) => void = () => {},
): Promise<number> {
  const page = newPage(realm)
  layOut(page)
  const beganAt = performance.now()
  const mounted = Array.from({ length: count }, (_, n) => mount(realm, subject, page, n))
  // Include microtasks of the same task.
  await null
  layOut(page)
  const ms = performance.now() - beganAt
  for (const element of mounted) if (!stands(element, subject)) throw showsNoButton(subject)
  look(mounted)
  page.remove()
  return ms
}

/**
 * Mounts a number of elements one below the other and measures until the frame in which all elements in view are drawn,
 * in milliseconds. It begins with a frame, so that the wait for a frame is not included.
 * @throws {Error} when one that is in view shows no button
 */
export async function mountInFrame(realm: Realm, subject: Subject, count: number): Promise<number> {
  const page = newPage(realm)
  const places = Array.from({ length: count }, () => newPlace(page))
  await untilFrame(realm)
  await afterFrame(realm)
  await untilFrame(realm)
  const beganAt = performance.now()
  const mounted = places.map((place, n) => mount(realm, subject, place, n))
  const inView = mounted.filter((_, n) => n < 10)
  for (let frame = 0; ; frame++) {
    await afterFrame(realm)
    const ms = performance.now() - beganAt
    if (inView.every((element) => stands(element, subject))) {
      page.remove()
      return ms
    }
    if (frame === mostFrames) throw showsNoButton(subject)
    await untilFrame(realm)
  }
}

const showsNoButton = ({ name }: Subject) => new Error(`${name} shows no button.`)

function newPage({ document }: Realm): HTMLElement {
  return document.body.appendChild(document.createElement('main'))
}

function newPlace(page: HTMLElement): HTMLElement {
  const place = page.ownerDocument.createElement('div')
  place.className = 'place'
  return page.appendChild(place)
}

/** The attributes of a shop. The other subjects do not use all of them. */
function mount(realm: Realm, { tag }: Subject, parent: HTMLElement, n: number): HTMLElement {
  const element = realm.document.createElement(tag ?? 'div')
  element.setAttribute('order', `A-${n}`)
  element.setAttribute('amount', '49.90')
  element.setAttribute('currency', 'EUR')
  parent.append(element)
  if (tag === null) realm.mountPeer(element)
  return element
}

const layOut = ({ ownerDocument }: HTMLElement) => ownerDocument.body.getBoundingClientRect().height

function stands(element: HTMLElement, { hasButton }: Subject): boolean {
  if (!hasButton) return element.shadowRoot !== null
  const button = (element.shadowRoot ?? element).querySelector('button')
  return button !== null && button.getBoundingClientRect().height > 0
}

/** Resolves before the browser renders the next frame. */
function untilFrame(realm: Realm): Promise<void> {
  return new Promise((resolve) => realm.requestAnimationFrame(() => resolve()))
}

/** Resolves after this frame is rendered: a message posted before arrives only then. */
function afterFrame(realm: Realm): Promise<void> {
  const { port1, port2 } = new realm.MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
