// Two ways to say when an element stands. To layout: the browser knows where everything is; painting is the same work
// for whoever drew the same. In a frame: the browser has done all that it does before it presents a picture; only there
// it knows what is in view, and leaves out what is not.
import type { Subject } from './measure.ts'
import type { Realm } from './realm.ts'

/** Who puts off drawing what is in view for longer than this has forgotten it. */
const mostFrames = 30

/**
 * Mounts so many and measures until the page is laid out, in milliseconds.
 * @param look is shown what was mounted before it is taken away
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
  // What was put off to the end of the task belongs to it.
  await null
  layOut(page)
  const ms = performance.now() - beganAt
  for (const element of mounted) if (!stands(element, subject)) throw showsNoButton(subject)
  look(mounted)
  page.remove()
  return ms
}

/**
 * Mounts so many on places one below the other and measures until the frame is done in which all that are in view stand,
 * in milliseconds. It begins with a frame, so that nobody waits for the next one.
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

/** What a shop writes. The others do not look at all of it. */
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

/** Until the browser is about to make the next picture. */
function untilFrame(realm: Realm): Promise<void> {
  return new Promise((resolve) => realm.requestAnimationFrame(() => resolve()))
}

/** Until the picture of this frame is made: a message that is sent before arrives only then. */
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
