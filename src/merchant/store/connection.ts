import { Socket } from 'node:net'
import pg from 'pg'

/** One connection to Postgres that never ends the process, and that can be given up without a goodbye. */
export class Connection extends pg.Client {
  /** Why it is of no use any more; `null` while it works. */
  fault: Error | null = null
  /** When Postgres last said something on it, by `performance.now()`. */
  lastReplyAt = performance.now()
  /** Whether Postgres keeps the time limits on it by itself; `null` when that was not asked yet. */
  hasTimeLimits: boolean | null = null
  /** Somebody works with it now. */
  isBusy = false
  /** The number of its process at Postgres, which the types of pg leave out; `null` before it is open. */
  declare readonly processID: number | null
  /** Resolves when it is closed, however that came. */
  readonly ended: Promise<void>
  readonly #socket: Socket

  constructor(config: pg.ClientConfig = {}) {
    // Made here and not by pg, which gives no way to close a socket without waiting for the other side.
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.#socket = socket
    this.ended = new Promise((resolve) => this.once('end', resolve))
    // An `error` event without a listener ends the process, and pg's pool listens to idle connections only.
    this.on('error', (error) => {
      this.fault ??= error
    })
  }

  /** Closes it at once. Whoever waits for an answer on it gets this error. */
  abort(error: Error): void {
    this.fault ??= error
    this.#socket.destroy(error)
  }
}
