// A shopper's browser: windows that open and close, one of them in front.
import type { RunningEngine } from './engines.ts'
import { eventually } from './eventually.ts'
import { Tab } from './tab.ts'
import { DriverError, type Wire } from './wire.ts'

export class Browser {
  readonly #engine: RunningEngine
  /** The driver's commands go to one window, or to the first frame in it. */
  #current: string | undefined
  /** An empty window that stays open, because a browser ends with its last window. */
  #home = ''

  constructor(engine: RunningEngine) {
    this.#engine = engine
  }

  get #wire(): Wire {
    return this.#engine.wire
  }

  /** Sends a command to a window. */
  async send(window: string, inFrame: boolean, ...command: Parameters<Wire['send']>): Promise<unknown> {
    const place = `${window}${inFrame ? ' frame' : ''}`
    if (this.#current !== place) {
      this.#current = undefined
      await this.#wire.send('POST', 'window', { handle: window })
      if (inFrame) await this.#wire.send('POST', 'frame', { id: 0 })
      this.#current = place
    }
    try {
      return await this.#wire.send(...command)
    } catch (error) {
      // The window or the document in its frame is gone: a polling caller finds it again.
      this.#current = undefined
      throw error
    }
  }

  async windows(): Promise<string[]> {
    return (await this.#wire.send('GET', 'window/handles')) as string[]
  }

  /** Opens an empty tab in front. */
  async openTab(): Promise<Tab> {
    this.#home ||= (await this.windows())[0] ?? ''
    const made = await this.send(this.#home, false, 'POST', 'window/new', { type: 'window' })
    return new Tab(this, (made as { handle: string }).handle)
  }

  /** Runs an action. @returns the window that it opens */
  async opened(action: () => Promise<void>): Promise<Tab> {
    const before = await this.windows()
    await action()
    return eventually(async () => {
      const [handle] = (await this.windows()).filter((each) => !before.includes(each))
      if (!handle) throw new Error('No window has opened.')
      return new Tab(this, handle)
    })
  }

  /** Closes every window that a journey opened. */
  async closeTabs(): Promise<void> {
    for (const handle of await this.windows()) {
      if (handle === this.#home) continue
      await this.send(handle, false, 'DELETE', 'window').catch(ignoreGone)
      this.#current = undefined
    }
  }

  stop(): Promise<void> {
    return this.#engine.stop()
  }
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof DriverError && error.code === 'no such window')) throw error
}
