import type { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'

/** One connection to Postgres. Its errors never end the process, and it can be closed without waiting for Postgres. */
export class Connection extends pg.Client {
  /** Why the connection is unusable; `null` while it works. */
  fault: Error | null = null
  /** When Postgres last replied on this connection, by `performance.now()`. */
  lastReplyAt = performance.now()
  /** Whether Postgres enforces the time limits on this connection; `null` until that was checked. */
  hasTimeLimits: boolean | null = null
  /** Whether the connection is in use now. */
  isBusy = false
  /** The id of its backend process, missing in the types of pg; `null` before the connection is open. */
  declare readonly processID: number | null
  /** Whether a transaction is open, also one that has failed, as Postgres says with each answer. */
  isInTransaction = false
  /** Resolves when the connection is closed, for any reason. */
  readonly ended: Promise<void>
  readonly #socket: Duplex
  #isCorked = false

  constructor(config: pg.ClientConfig = {}) {
    // Created here and not by pg: pg offers no way to close a socket without waiting for the other side.
    const { stream } = config
    const socket = (typeof stream === 'function' ? stream() : stream) ?? new Socket()
    super({ ...config, stream: () => socket })
    this.#socket = socket
    this.ended = new Promise((resolve) => this.once('end', resolve))
    // Not by a function of the client, which the lowest version of pg does not have.
    const { connection } = this as unknown as { readonly connection: EventEmitter }
    connection.on('readyForQuery', ({ status }: { readonly status: string }) => {
      this.isInTransaction = status !== 'I'
    })
    // An `error` event without a listener ends the process, and pg's pool listens only to idle connections.
    this.on('error', (error) => {
      this.fault ??= error
    })
  }

  /** Sends all that is written in this turn of the event loop in one packet, also several statements. */
  cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#isCorked = false
      this.#socket.uncork()
    })
  }

  /**
   * The startup message of pg, with a `DateStyle` that pg can read: it reads a time in any other style as `null`, and the
   * default of a database or user may be another one. Poolers know this setting, because other drivers send it, too.
   */
  getStartupConf(): object {
    const { getStartupConf } = pg.Client.prototype as unknown as { getStartupConf(this: Connection): object }
    return { ...getStartupConf.call(this), DateStyle: 'ISO' }
  }

  /** Closes the connection at once. Statements that wait for an answer on it reject with this error. */
  abort(error: Error): void {
    this.fault ??= error
    this.#socket.destroy(error)
  }
}
