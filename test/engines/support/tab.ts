// One window of a browser, and a shopper's actions in it. Elements are found by role and name, as the engine
// computes them for screen readers, also inside open shadow roots.
import type { Browser } from './browser.ts'
import { eventually } from './eventually.ts'
import { deepText, findByRole, focusedElement, pointOf } from './in-page.ts'
import { DriverError } from './wire.ts'

/** ARIA roles, and `password`: a password field has no ARIA role. */
export type Role = 'button' | 'combobox' | 'heading' | 'link' | 'option' | 'password' | 'radio' | 'textbox'
export type Name = string | RegExp

/** A reference to an element between page and driver. */
type Reference = Record<string, string>

export interface Focused {
  readonly role: string
  readonly name: string
  readonly value: string
  readonly caret: number
}

/** Keys without a character, in WebDriver's encoding. */
export const keys = {
  Tab: '\uE004',
  Enter: '\uE007',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
}

/**
 * Whether a press closed its window, or navigated before Firefox could answer: its reply then "cannot be
 * cloned". The journey's next wait shows whether the press arrived.
 */
const leftItsPage = ({ code, message }: DriverError) =>
  code === 'no such window' || message.includes('message reply cannot be cloned')

const fits = (text: string, name: Name) => (typeof name === 'string' ? text === name : name.test(text))

export class Tab {
  readonly #browser: Browser
  readonly #handle: string
  readonly #inFrame: boolean

  constructor(browser: Browser, handle: string, inFrame = false) {
    this.#browser = browser
    this.#handle = handle
    this.#inFrame = inFrame
  }

  /** The first frame of the page. */
  get frame(): Tab {
    return new Tab(this.#browser, this.#handle, true)
  }

  #send(method: 'GET' | 'POST' | 'DELETE', path: string, parameters?: object): Promise<unknown> {
    return this.#browser.send(this.#handle, this.#inFrame, method, path, parameters)
  }

  /** Runs the body of a function in the page. */
  run(script: string, ...args: unknown[]): Promise<unknown> {
    return this.#send('POST', 'execute/sync', { script, args })
  }

  async goto(url: string): Promise<void> {
    await this.#send('POST', 'url', { url })
  }

  async url(): Promise<string> {
    return String(await this.#send('GET', 'url'))
  }

  async reload(): Promise<void> {
    await this.#send('POST', 'refresh')
  }

  async back(): Promise<void> {
    await this.#send('POST', 'back')
  }

  async close(): Promise<void> {
    await this.#send('DELETE', 'window')
  }

  async isOpen(): Promise<boolean> {
    return (await this.#browser.windows()).includes(this.#handle)
  }

  /** Waits until the window is gone. */
  async closes(): Promise<void> {
    await eventually(async () => {
      if (await this.isOpen()) throw new Error(`The window stays open at ${await this.url()}.`)
    })
  }

  /** Waits until the window shows this address. */
  async arrivesAt(address: Name): Promise<void> {
    await eventually(async () => {
      const url = await this.url()
      if (!fits(url, address)) throw new Error(`The window shows ${url}, not ${address}.`)
    })
  }

  /** The visible text of the page, or of the elements that match a selector. */
  async text(selector = 'body'): Promise<string> {
    return String(await this.run(deepText, selector))
  }

  /** Waits until the page, or the elements that match a selector, show a text. */
  async sees(text: Name, selector = 'body'): Promise<void> {
    await eventually(async () => {
      const shown = await this.text(selector)
      if (typeof text === 'string' ? !shown.includes(text) : !text.test(shown)) {
        throw new Error(`The page does not show ${text}:\n${shown}`)
      }
    })
  }

  /** The visible elements with a role and name. */
  async findAll(role: Role, name: Name): Promise<Reference[]> {
    const found: Reference[] = []
    for (const each of (await this.run(findByRole, role)) as Reference[]) {
      const [id] = Object.values(each)
      const label = String(await this.#send('GET', `element/${id}/computedlabel`)).trim()
      if (!fits(label, name)) continue
      if (role === 'password' || (await this.#send('GET', `element/${id}/computedrole`)) === role)
        found.push(each)
    }
    return found
  }

  /** Waits until exactly one is visible. */
  find(role: Role, name: Name): Promise<Reference> {
    return eventually(async () => {
      const [one, ...others] = await this.findAll(role, name)
      if (!one || others.length > 0) {
        throw new Error(
          `${others.length + (one ? 1 : 0)} of ${role} ${name} on the page:\n${await this.text()}`,
        )
      }
      return one
    })
  }

  /** Clicks it as soon as it is visible, enabled, not moving and not covered. */
  async press(role: Role, name: Name): Promise<void> {
    const target = await eventually(async () => {
      const element = await this.find(role, name)
      const first = await this.run(pointOf, element)
      const second = (await this.run(pointOf, element)) as { target: Reference }
      if (JSON.stringify(first) !== JSON.stringify(second)) throw new Error(`${role} ${name} moves.`)
      return second.target
    })
    await this.#act({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        // The middle of the element, plus the position of its frame.
        { type: 'pointerMove', x: 0, y: 0, duration: 0, origin: target },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    })
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#act({ type: 'key', id: 'keys', actions })
  }

  /** Focuses an empty field and types. */
  async fill(name: Name, text: string, role: Role = 'textbox'): Promise<void> {
    await this.press(role, name)
    await this.type(text)
  }

  /** Role, name and caret position of the focused element. */
  async focused(): Promise<Focused> {
    const { element, value, caret } = (await this.run(focusedElement)) as {
      element: Reference
      value: string
      caret: number
    }
    const [id] = Object.values(element)
    const name = String(await this.#send('GET', `element/${id}/computedlabel`)).trim()
    return { role: String(await this.#send('GET', `element/${id}/computedrole`)), name, value, caret }
  }

  async #act(input: object): Promise<void> {
    try {
      await this.#send('POST', 'actions', { actions: [input] })
    } catch (error) {
      if (!(error instanceof DriverError && leftItsPage(error))) throw error
    }
  }
}
