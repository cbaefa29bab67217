import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import { NoAnswer } from './database-errors.ts'
import type { Heard } from './db.ts'
import type { TimeLimits } from './time-limits.ts'

export interface ListeningParts {
  readonly connections: Connections
  readonly limits: TimeLimits
  readonly onFault: (error: Error) => void
}

/**
 * Listens to a channel on a connection of its own, since a pooled one would be handed to somebody else. A lost connection
 * is replaced with growing pauses, and `heard` is told that notifications may have been missed.
 * @returns how to stop
 */
export async function keepListening(
  { connections, limits, onFault }: ListeningParts,
  channel: string,
  heard: Heard,
): Promise<() => Promise<void>> {
  const stopped = new AbortController()
  const listen = `listen ${pg.escapeIdentifier(channel)}`
  const wait = (ms: number) =>
    pause(ms, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)

  /** What fails in a listener must neither end the process nor the listening. */
  const tell: Heard = (...news) => {
    try {
      heard(...news)
    } catch (error) {
      onFault(error as Error)
    }
  }

  async function open(): Promise<Connection> {
    const connection = await connections.openAlone((next) => {
      // What this process sends it has told its own listeners already (notifier.ts). Told twice, each held read would look twice.
      next.on('notification', ({ payload, processId }) => {
        if (!connections.isOwn(processId)) tell(payload ?? null)
      })
    })
    try {
      await connections.ask(connection, listen)
    } catch (error) {
      // As a standby answers, which knows no LISTEN: tried again every few seconds, connections must not pile up.
      connection.abort(error as Error)
      throw error
    }
    return connection
  }

  /** Resolves when it is lost. @returns since when nothing may have been heard, by `performance.now()` */
  async function untilLost(connection: Connection): Promise<number> {
    while (connection.fault === null && !stopped.signal.aborted) {
      await Promise.race([connection.ended, wait(limits.heartbeatMs)])
      // The same statement again, and not another: it answers whether Postgres is there, and listening twice is listening.
      if (connection.fault === null && !stopped.signal.aborted)
        await connections.ask(connection, listen).catch((error: Error) => connection.abort(error))
    }
    return connection.fault instanceof NoAnswer ? connection.lastReplyAt : performance.now()
  }

  async function openAgain(): Promise<Connection | null> {
    for (let tries = 0; !stopped.signal.aborted; tries++) {
      await wait(Math.min(limits.reconnectMs, 100 * 2 ** tries))
      if (stopped.signal.aborted) break
      try {
        return await open()
      } catch (error) {
        onFault(error as Error)
      }
    }
    return null
  }

  async function keep(first: Connection): Promise<void> {
    let connection: Connection | null = first
    while (connection) {
      const lostAt = await untilLost(connection)
      if (connection.fault) onFault(connection.fault)
      if (stopped.signal.aborted) return void connection.end()
      connection = await openAgain()
      // Subscribed first: whoever waits reads the tables again, and no change falls in between.
      if (connection) tell(null, performance.now() - lostAt)
    }
  }

  const kept = keep(await open())
  return async () => {
    stopped.abort()
    await kept
  }
}
