// Runs in the page: evaluates a script in a frame of its own and mounts what it brings.
import { mountInFrame, mountToLayout } from './mount.ts'
import { closeRealm, openRealm } from './realm.ts'
import { readScreen } from './screen.ts'

export interface Subject {
  readonly name: string
  /** One classic script. */
  readonly script: string
  /** A style sheet that belongs to it as a file. */
  readonly styles: string
  /** The element; `null` for what is mounted by a function. */
  readonly tag: string | null
  /** Whether it shows a button. Then one that shows none is a mistake: nothing was measured. */
  readonly hasButton: boolean
}

/** In milliseconds. */
export interface Times {
  readonly evaluate: number
  /** The first element of a page: what is made once is made here, such as a style sheet. */
  readonly first: number
  readonly second: number
  readonly hundred: number
  /** A hundred, most of which nobody sees yet. */
  readonly belowFold: number
}

let scripts = 0

async function measure(subject: Subject): Promise<Times> {
  const realm = await openRealm(subject.styles)
  // The same text twice would be found compiled.
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

/** What one element draws at first, once everything that it put off is done. */
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

const inPage = { measure, screenOf }

declare global {
  var bench: typeof inPage
}
globalThis.bench = inPage
