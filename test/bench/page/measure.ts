// Runs in the page: evaluates a script in a realm of its own and mounts what it brings, to the moment in which the
// browser knows where everything stands. Painting is not in it: that is the same work for whoever drew the same.
import { readScreen, type Screen } from './screen.ts'

export interface Subject {
  readonly name: string
  /** One classic script. */
  readonly script: string
  /** A style sheet that belongs to it as a file. */
  readonly styles: string
  /** The element; `null` for what is mounted by a function. */
  readonly tag: string | null
}

/** In milliseconds. */
export interface Times {
  readonly evaluate: number
  /** The first element of a page: what is made once is made here, such as a style sheet. */
  readonly first: number
  readonly second: number
  readonly hundred: number
}

type Realm = Window & typeof globalThis

let realms = 0

async function measure(subject: Subject): Promise<Times> {
  const frame = openFrame(subject)
  const realm = frame.contentWindow as Realm
  // The same text twice would be found compiled.
  const script = `${subject.script}\n//${realms++}`
  const evaluate = timeOf(() => realm.eval(script))
  await realm.startPeer?.()
  const times = {
    evaluate,
    first: await mount(realm, subject, 1),
    second: await mount(realm, subject, 1),
    hundred: await mount(realm, subject, 100),
  }
  frame.remove()
  return times
}

function openFrame({ styles }: Subject): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.width = '400'
  frame.height = '800'
  document.body.append(frame)
  const { documentElement, head } = (frame.contentWindow as Realm).document
  // As on any shop's page.
  documentElement.lang = 'en'
  const style = document.createElement('style')
  style.textContent = styles
  head.append(style)
  return frame
}

function timeOf(work: () => void): number {
  const beganAt = performance.now()
  work()
  return performance.now() - beganAt
}

/** @throws {Error} when what is mounted shows no button: nothing was measured then */
async function mount(realm: Realm, { name, tag }: Subject, count: number): Promise<number> {
  const { document } = realm
  const places = Array.from({ length: count }, (_, n) => placeFor(document, tag, n))
  const page = document.createElement('main')
  document.body.append(page)
  flush(document)
  const beganAt = performance.now()
  if (tag === null) for (const place of places) realm.mountPeer(page.appendChild(place))
  else page.append(...places)
  // What was put off to the end of the task belongs to it.
  await null
  flush(document)
  const ms = performance.now() - beganAt
  for (const place of places) if (!hasButton(place)) throw new Error(`${name} shows no button.`)
  page.remove()
  return ms
}

function placeFor(document: Document, tag: string | null, n: number): HTMLElement {
  const place = document.createElement(tag ?? 'div')
  // What a shop writes. The others do not look at it.
  for (const [name, value] of Object.entries({ order: `A-${n}`, amount: '49.90', currency: 'EUR' }))
    place.setAttribute(name, value)
  return place
}

const flush = (document: Document) => document.body.getBoundingClientRect().height

function hasButton(place: HTMLElement): boolean {
  const button = (place.shadowRoot ?? place).querySelector('button')
  return button !== null && button.getBoundingClientRect().height > 0
}

/** The screen that an element draws at first. */
function screenOf(subject: Subject): Screen {
  const frame = openFrame(subject)
  const realm = frame.contentWindow as Realm
  realm.eval(subject.script)
  const place = placeFor(realm.document, subject.tag, 0)
  realm.document.body.append(place)
  if (!place.shadowRoot) throw new Error(`${subject.name} has no shadow root.`)
  const screen = readScreen(place.shadowRoot)
  frame.remove()
  return screen
}

const inPage = { measure, screenOf }

declare global {
  var bench: typeof inPage
}
globalThis.bench = inPage
