import type pg from 'pg'
import { createFlights } from '../single-flight.ts'
import type { Connection } from './connection.ts'
import { requireReadableAddress } from './connection-address.ts'
import { type Connections, createConnections } from './connections.ts'
import { breaksConnection, isOutOfResources } from './database-errors.ts'
import type { OnFault, OpenedDb, Queries, Transaction } from './db.ts'
import { createFirstFailure, NotCommitted, retryOnCollision } from './failed-transactions.ts'
import { keepListening } from './listening.ts'
import { createNotifier, type Notification, type Notifier } from './notifier.ts'
import { EndedByShop, ownQueries } from './own-queries.ts'
import { isUsable, probeStatement } from './probe.ts'
import { defaultTimeLimits, type TimeLimits } from './time-limits.ts'

export interface PostgresOptions {
  /** Maximum number of connections, without the one for each `listen`. */
  readonly max?: number
  readonly limits?: Partial<TimeLimits>
}

/**
 * Opens Postgres: for real money and for several instances. A transaction pooler (PgBouncer) may stand in between, with
 * two consequences. It does not pass `NOTIFY` on, so the server reads again every few seconds instead. It does not keep
 * connection settings, so each statement runs in a transaction that sets the time limits.
 * @throws {SettingsError} when the address cannot be read
 */
export function openPostgres(
  connection: string | pg.ClientConfig,
  onFault: OnFault,
  { max = 10, limits: given = {} }: PostgresOptions = {},
): OpenedDb<Queries> {
  if (typeof connection === 'string') requireReadableAddress(connection)
  const limits = { ...defaultTimeLimits, ...given }
  const connections = createConnections({ connection, max, limits, onFault })
  const notifier = createNotifier(query, onFault)
  const inTransaction = createInTransaction(connections, limits, notifier)
  const listeners = new Set<() => Promise<void>>()
  const probe = createProbe(connections)
  let closing: Promise<void> | undefined

  function query<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    return retryOnCollision(() =>
      connections.withConnection(async (connection) =>
        connection.hasTimeLimits
          ? (await connections.execute<T>(connection, sql, params)).rows
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
      retryOnCollision(() => connections.withConnection((connection) => inTransaction(connection, work))),
    async listen(channel, listener) {
      const stopHere = notifier.add(channel, listener)
      const stopListening = await keepListening({ connections, limits, onFault }, channel, listener).catch(
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

/** The health check uses a connection of its own that stays open. So a busy pool or a full Postgres does not block it. */
function createProbe({ execute, openAlone, withConnection }: Connections) {
  const flights = createFlights<boolean>()
  let own: Connection | null = null

  async function probe(): Promise<boolean> {
    try {
      if (own === null || own.fault !== null) own = await openAlone(() => undefined)
      return isUsable((await execute(own, probeStatement)).rows)
    } catch (error) {
      // Postgres runs but has no free connection. Whether this server can work shows on the connections it already has.
      if (!isOutOfResources(error)) throw error
      return isUsable((await withConnection((connection) => execute(connection, probeStatement))).rows)
    }
  }

  return {
    isThere: () => flights.join('probe', probe),
    end: () => void own?.end(),
  }
}

function createInTransaction({ execute: send }: Connections, limits: TimeLimits, notifier: Notifier) {
  const { lockMs, statementMs, idleInTransactionMs } = limits
  // Set explicitly, because a database can have another default. A transaction that waits for an order's lock must then
  // see what the holder of the lock changed.
  const begin = 'begin isolation level read committed'
  // One message, so it takes no longer than `begin` alone. `local` settings end with the transaction, also behind a
  // pooler.
  const beginLimited = `${begin}; set local lock_timeout = ${lockMs}; set local statement_timeout = ${statementMs};
    set local idle_in_transaction_session_timeout = ${idleInTransactionMs}`

  return async function inTransaction<T>(
    connection: Connection,
    work: (tx: Transaction<Queries>) => Promise<T>,
  ): Promise<T> {
    const beginning = connection.hasTimeLimits ? begin : beginLimited
    let isOver = false
    const notifications: Notification[] = []
    // Sent before the first statement, so that an order's lock can be taken in the same message.
    let begun: Promise<unknown> | undefined
    const failure = createFirstFailure()

    async function execute<R extends object>(sql: string, params?: readonly unknown[], limitMs?: number) {
      if (!isOver) begun ??= send(connection, beginning)
      // Pipelined statements wait here, too: after a failed begin, a statement would be a transaction of its own.
      await begun
      // The connection may be used by another transaction by now, and this statement would be a part of that.
      if (isOver)
        throw new Error('This transaction has ended. Await each query of a transaction inside of it.')
      return failure.watch(() => send<R>(connection, sql, params, limitMs))
    }
    const query = async <R extends object>(sql: string, params?: readonly unknown[]) =>
      (await execute<R>(sql, params)).rows
    try {
      const result = await work({
        query,
        async run(sql) {
          await execute(sql, [], limits.migrationMs)
        },
        async lock(name) {
          // One message takes several statements, but no parameters. Hexadecimal digits need no quoting.
          const text = `convert_from(decode('${Buffer.from(name).toString('hex')}', 'hex'), 'UTF8')`
          const lock = `select pg_advisory_xact_lock(hashtextextended(${text}, 0))`
          if (begun || isOver) return void (await execute(lock))
          begun = send(connection, `${beginning}; ${lock}`)
          await begun
        },
        notify: (...notification) => void notifications.push(notification),
        // Versions of pg before 8.23 have no pipeline. Where the limits are missing, a pooler may stand in between, and some
        // lose count of pipelined statements.
        isPipelined: connection.pipeline === true && connection.hasTimeLimits === true,
        own: ownQueries(query, () => connection.isInTransaction),
      })
      isOver = true
      if (begun && !connection.isInTransaction) throw new EndedByShop()
      if (begun && (await send(connection, 'commit')).command !== 'COMMIT')
        throw new NotCommitted(failure.error)
      notifier.emit(notifications)
      return result
    } catch (error) {
      isOver = true
      // When the rollback fails, too, the connection is in an unknown state. It is closed and not used again.
      if (begun && connection.fault === null && !breaksConnection(error))
        await send(connection, 'rollback').catch((fault: Error) => connection.abort(fault))
      throw error
    }
  }
}
