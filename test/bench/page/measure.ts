// Runs in the page: evaluates a script in a new frame and mounts its element.
import { mountInFrame, mountToLayout } from './mount.ts'
import { closeRealm, openRealm } from './realm.ts'
import { readScreen } from './screen.ts'

export interface Subject {
  readonly name: string
  /** One classic script. */
  readonly script: string
  /** Its style sheet, if it is a separate file. */
  readonly styles: string
  /** The element; `null` if a function mounts it. */
  readonly tag: string | null
  /** Whether it shows a button. Then a missing button is an error, because nothing was measured. */
  readonly hasButton: boolean
}

/** In milliseconds. */
export interface Times {
  readonly evaluate: number
  /** The first element of a page, which includes one-time work, such as the style sheet. */
  readonly first: number
  readonly second: number
  readonly hundred: number
  /** A hundred elements, most of them out of view. */
  readonly belowFold: number
}

let scripts = 0

async function measure(subject: Subject): Promise<Times> {
  const realm = await openRealm(subject.styles)
  // Change the text, because the browser caches compiled code of the same text.
  const script = `${subject.script}\n//${scripts++}`
  const beganAt = performance.now()
  realm.eval(script)
  const evaluate = performance.now() - beganAt
  await realm.startPeer?.()
  const times = {
    evaluate,
    first: await mountToLayout(realm, subject, 1),
    second: await mountToLayout(realm, subject, 1),
    hundred: await mountToLayout(realm, subject, 100),
    belowFold: await mountInFrame(realm, subject, 100),
  }
  closeRealm(realm)
  return times
}

/** The first element of this page, which has loaded the script itself. In milliseconds. */
async function firstOfPage(subject: Subject): Promise<number> {
  await window.startPeer?.()
  return mountToLayout(window, subject, 1)
}

/** The first screen of one element, after all its deferred work. */
async function screenOf(subject: Subject): Promise<string> {
  const realm = await openRealm(subject.styles)
  realm.eval(subject.script)
  const screen = await new Promise<string>((resolve, reject) => {
    mountToLayout(realm, subject, 1, ([element]) => {
      if (element?.shadowRoot) resolve(readScreen(element.shadowRoot))
      else reject(new Error(`${subject.name} has no shadow root.`))
    }).catch(reject)
  })
  closeRealm(realm)
  return screen
}

const inPage = { measure, firstOfPage, screenOf }

declare global {
  var bench: typeof inPage
}
globalThis.bench = inPage
