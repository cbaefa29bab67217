import type pg from 'pg'
import { createFlights } from '../single-flight.ts'
import { retryOnCollision } from './collisions.ts'
import type { Connection } from './connection.ts'
import { type Connections, createConnections } from './connections.ts'
import { breaksConnection, isOutOfResources, isUnsupportedStartupSetting } from './database-errors.ts'
import type { OnFault, OpenedDb, Queries, Transaction } from './db.ts'
import { keepListening } from './listening.ts'
import { createNotifier, type Notification, type Notifier } from './notifier.ts'
import { defaultTimeLimits, type TimeLimits } from './time-limits.ts'

export interface PostgresOptions {
  /** How many connections it takes at most, beside one for each `listen`. */
  readonly max?: number
  readonly limits?: Partial<TimeLimits>
}

/**
 * Postgres: for real money and for several instances. A transaction pooler (PgBouncer) may stand in between: `NOTIFY`
 * does not pass it, so the server then lives on re-reading every few seconds, and it keeps no settings of a connection,
 * so each statement then brings its time limits along in a transaction of its own.
 */
export function openPostgres(
  connection: string | pg.ClientConfig,
  onFault: OnFault,
  { max = 10, limits: given = {} }: PostgresOptions = {},
): OpenedDb<Queries> {
  const limits = { ...defaultTimeLimits, ...given }
  const connections = createConnections({ connection, max, limits, onFault })
  const notifier = createNotifier(query, onFault)
  const inTransaction = createInTransaction(connections, limits, notifier)
  const listeners = new Set<() => Promise<void>>()
  const probe = createProbe(connections)
  let closing: Promise<void> | undefined

  function query<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    return retryOnCollision(() =>
      connections.using(async (connection) =>
        connection.hasTimeLimits
          ? (await connections.ask<T>(connection, sql, params)).rows
          : inTransaction(connection, (tx) => tx.query<T>(sql, params)),
      ),
    )
  }

  async function close(): Promise<void> {
    await notifier.idle()
    await Promise.all([...listeners].map((stop) => stop()))
    probe.end()
    await connections.end()
  }

  return {
    query,
    transaction: (work) =>
      retryOnCollision(() => connections.using((connection) => inTransaction(connection, work))),
    runAlone: (sql) => runAlone(connections, limits, sql),
    async listen(channel, heard) {
      const stopHere = notifier.add(channel, heard)
      const stopListening = await keepListening({ connections, limits, onFault }, channel, heard).catch(
        (error) => {
          stopHere()
          throw error
        },
      )
      const stop = async () => {
        stopHere()
        await stopListening()
      }
      listeners.add(stop)
      return async () => {
        listeners.delete(stop)
        await stop()
      }
    },
    isThere: probe.isThere,
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** On a connection of its own, since a pooled one ends a statement after seconds. A role may have a limit of its own, too. */
async function runAlone(
  { ask, openAlone }: Connections,
  { aloneMs }: TimeLimits,
  sql: string,
): Promise<void> {
  const open = (settings: pg.ClientConfig) => openAlone(() => undefined, settings)
  const connection = await open({ statement_timeout: aloneMs, lock_timeout: aloneMs }).catch((error) => {
    if (isUnsupportedStartupSetting(error)) return open({})
    throw error
  })
  try {
    await ask(connection, sql, [], aloneMs)
  } finally {
    void connection.end()
  }
}

/** A connection of its own, kept open: neither a pool in use nor a Postgres without a free connection is in its way. */
function createProbe({ ask, openAlone, using }: Connections) {
  const flights = createFlights<void>()
  let own: Connection | null = null

  async function probe(): Promise<void> {
    try {
      if (own === null || own.fault !== null) own = await openAlone(() => undefined)
      await ask(own, 'select 1')
    } catch (error) {
      // Full, and so it is there; whether this server can work with it is for the connections to tell that it has.
      if (!isOutOfResources(error)) throw error
      await using((connection) => ask(connection, 'select 1'))
    }
  }

  return {
    isThere: () => flights.join('probe', probe),
    end: () => void own?.end(),
  }
}

/** Thrown when a statement failed and the work went on as if nothing were: nothing of it was kept. */
class NotCommitted extends Error {
  override readonly name = 'NotCommitted'
}

function createInTransaction({ ask }: Connections, limits: TimeLimits, notifier: Notifier) {
  const { lockMs, statementMs, idleInTransactionMs } = limits
  // Said, because a database can have another default: who waits for an order's lock must then see what its holder has done.
  const begin = 'begin isolation level read committed'
  // One message, so it takes no longer than `begin` alone. `local`: gone with the transaction, also behind a pooler.
  const beginLimited = `${begin}; set local lock_timeout = ${lockMs}; set local statement_timeout = ${statementMs};
    set local idle_in_transaction_session_timeout = ${idleInTransactionMs}`

  return async function inTransaction<T>(
    connection: Connection,
    work: (tx: Transaction<Queries>) => Promise<T>,
  ): Promise<T> {
    const query = async <R extends object>(sql: string, params: readonly unknown[] = []) =>
      (await ask<R>(connection, sql, params)).rows
    const notifications: Notification[] = []
    try {
      await ask(connection, connection.hasTimeLimits ? begin : beginLimited)
      const result = await work({
        query,
        async run(sql) {
          await ask(connection, sql, [], limits.migrationMs)
        },
        notify: (...notification) => void notifications.push(notification),
        own: { query },
      })
      const { command } = await ask(connection, 'commit')
      if (command !== 'COMMIT')
        throw new NotCommitted('A statement of this transaction had failed, and its error was caught inside.')
      notifier.emit(notifications)
      return result
    } catch (error) {
      // When even the rollback fails the connection is in an unknown state: it is thrown away, not used again.
      if (connection.fault === null && !breaksConnection(error))
        await ask(connection, 'rollback').catch((fault: Error) => connection.abort(fault))
      throw error
    }
  }
}
