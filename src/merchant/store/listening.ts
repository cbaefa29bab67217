import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import { NoAnswer } from './database-errors.ts'
import type { NotificationListener } from './db.ts'
import type { TimeLimits } from './time-limits.ts'

export interface ListeningParts {
  readonly connections: Connections
  readonly limits: TimeLimits
  readonly onFault: (error: Error) => void
}

/**
 * Listens to a channel on a connection of its own, because a pooled connection is used by others, too. A lost connection
 * is replaced, with growing pauses between the tries. Then `listener` is called with `null`: notifications may be lost.
 * @returns a function that stops listening
 */
export async function keepListening(
  { connections, limits, onFault }: ListeningParts,
  channel: string,
  listener: NotificationListener,
): Promise<() => Promise<void>> {
  const stopped = new AbortController()
  const listen = `listen ${pg.escapeIdentifier(channel)}`
  const wait = (ms: number) =>
    pause(ms, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)

  /** Calls the listener. Its errors must end neither the process nor the listening. */
  const notify: NotificationListener = (...notification) => {
    try {
      listener(...notification)
    } catch (error) {
      onFault(error as Error)
    }
  }

  async function open(): Promise<Connection> {
    const connection = await connections.openAlone((next) => {
      // The notifier has delivered our own notifications already (notifier.ts). A second delivery would make each held
      // read query the database twice.
      next.on('notification', ({ payload, processId }) => {
        if (!connections.isOwn(processId)) notify(payload ?? null)
      })
    })
    try {
      await connections.execute(connection, listen)
    } catch (error) {
      // A standby rejects LISTEN, for example. We try again every few seconds, so this connection must not stay open.
      connection.abort(error as Error)
      throw error
    }
    return connection
  }

  /** Resolves when the connection is lost. @returns since when notifications may be lost, by `performance.now()` */
  async function untilLost(connection: Connection): Promise<number> {
    while (connection.fault === null && !stopped.signal.aborted) {
      await Promise.race([connection.ended, wait(limits.heartbeatMs)])
      // LISTEN again is the heartbeat: the answer shows that Postgres runs, and a repeated LISTEN changes nothing.
      if (connection.fault === null && !stopped.signal.aborted)
        await connections.execute(connection, listen).catch((error: Error) => connection.abort(error))
    }
    return connection.fault instanceof NoAnswer ? connection.lastReplyAt : performance.now()
  }

  async function reconnect(): Promise<Connection | null> {
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

  async function keepConnected(first: Connection): Promise<void> {
    let connection: Connection | null = first
    while (connection) {
      const lostAt = await untilLost(connection)
      if (connection.fault) onFault(connection.fault)
      if (stopped.signal.aborted) return void connection.end()
      connection = await reconnect()
      // Subscribe before the readers read again, or a change in between is lost.
      if (connection) notify(null, performance.now() - lostAt)
    }
  }

  const loop = keepConnected(await open())
  return async () => {
    stopped.abort()
    await loop
  }
}
