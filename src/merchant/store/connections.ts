// All connections of a store: the pool, and those that listen. They watch each other: a statement that gets no answer
// makes every connection suspect that has been silent for as long, and all of these are replaced together. Found dead one
// by one they would cost each shopper the whole wait again.
import pg from 'pg'
import { Connection } from './connection.ts'
import { breaksConnection, isUnsupportedStartupSetting, NoAnswer } from './database-errors.ts'
import type { TimeLimits } from './time-limits.ts'

export interface ConnectionsOptions {
  /** An address, or options of `pg`. */
  readonly connection: string | pg.ClientConfig
  /** How many connections the pool has at most. */
  readonly max: number
  readonly limits: TimeLimits
  /** Told when a connection breaks while nobody uses it. */
  readonly onFault: (error: Error) => void
}

type Pooled = Connection & pg.PoolClient

export type Connections = ReturnType<typeof createConnections>

const timeLimitsQuery = `select current_setting('lock_timeout') <> '0' and current_setting('statement_timeout') <> '0'
  and current_setting('idle_in_transaction_session_timeout') <> '0' as limited`

export function createConnections({ connection: given, max, limits, onFault }: ConnectionsOptions) {
  const all = new Set<Connection>()
  const basics = {
    ...(typeof given === 'string' ? { connectionString: given } : given),
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.keepAliveMs,
  }
  // Sent with the start of a connection, they cost nothing later. PgBouncer refuses them, and is not asked again.
  let atStart: pg.ClientConfig = {
    lock_timeout: limits.lockMs,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  }
  const pool = new pg.Pool({
    ...basics,
    max,
    maxLifetimeSeconds: limits.lifetimeMs / 1_000,
    Client: class extends Connection {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, ...atStart })
        remember(this)
      }
    },
  })
  pool.on('error', onFault)

  function remember(connection: Connection): void {
    all.add(connection)
    connection.once('end', () => all.delete(connection))
  }

  /**
   * Gives up the connections that will have the same fault as one of them: nothing was heard on them since then. Those in
   * use hear of a broken connection by themselves, but not of a silent one. What Postgres has said about one connection
   * is true of that one alone.
   */
  function replaceAlike(fault: Error, since: number): void {
    if (fault instanceof pg.DatabaseError) return
    for (const each of all)
      if (each.lastReplyAt < since && (fault instanceof NoAnswer || !each.isBusy)) each.abort(fault)
  }

  /** Sends one statement. @throws {NoAnswer} after `limitMs`; it may still be carried out */
  async function ask<T extends object>(
    connection: Connection,
    sql: string,
    params: readonly unknown[] = [],
    limitMs = limits.answerMs,
  ): Promise<pg.QueryResult<T>> {
    const sentAt = performance.now()
    let last: NodeJS.Immediate | undefined
    const late = setTimeout(() => {
      // Where this process itself was busy, the answer lies in the socket: it is read before this runs.
      last = setImmediate(() => connection.abort(new NoAnswer(limitMs)))
    }, limitMs)
    try {
      const result = await connection.query<T>(sql, [...params])
      connection.lastReplyAt = performance.now()
      return result
    } catch (error) {
      if (error instanceof pg.DatabaseError) connection.lastReplyAt = performance.now()
      else if (connection.fault !== null) replaceAlike(connection.fault, sentAt)
      throw error
    } finally {
      clearTimeout(late)
      clearImmediate(last)
    }
  }

  async function connect(): Promise<Pooled> {
    try {
      return (await pool.connect()) as Pooled
    } catch (error) {
      letGoOf(error)
      if (!isUnsupportedStartupSetting(error)) throw error
      atStart = {}
      return (await pool.connect()) as Pooled
    }
  }

  /**
   * Postgres takes no new connection because it shuts down. Where it waits for all clients to leave ("smart"), those that
   * nobody uses now would keep it waiting for ever, and no new one could be had.
   */
  function letGoOf(error: unknown): void {
    if (!(error instanceof pg.DatabaseError) || error.code !== '57P03') return
    for (const each of all) if (!each.isBusy) each.abort(error)
  }

  return {
    ask,

    /** Tells whether a notification was sent on one of these, by the number of its process at Postgres. */
    isOwn: (processId: number): boolean => [...all].some(({ processID }) => processID === processId),

    /** Lends a connection of the pool. */
    async using<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
      const connection = await connect()
      connection.isBusy = true
      try {
        // A pooler may also take the limits and drop them: only a look tells.
        connection.hasTimeLimits ??=
          (await ask<{ limited: boolean }>(connection, timeLimitsQuery)).rows[0]?.limited ?? false
        return await work(connection)
      } catch (error) {
        if (error instanceof Error && breaksConnection(error)) connection.fault ??= error
        throw error
      } finally {
        connection.isBusy = false
        connection.release(connection.fault ?? undefined)
      }
    },

    /**
     * Opens a connection beside the pool, for whoever keeps it.
     * @param prepare adds listeners before it is open
     * @param settings begin with it, such as `statement_timeout`; PgBouncer refuses them
     */
    async openAlone(
      prepare: (connection: Connection) => void,
      settings: pg.ClientConfig = {},
    ): Promise<Connection> {
      const connection = new Connection({ ...basics, ...settings })
      remember(connection)
      prepare(connection)
      try {
        await connection.connect()
      } catch (error) {
        connection.abort(error as Error)
        letGoOf(error)
        throw error
      }
      connection.lastReplyAt = performance.now()
      return connection
    },

    /** Ends all of them: with a goodbye, but not for longer than that takes where somebody hears it. */
    async end(): Promise<void> {
      const ended = Promise.all([pool.end(), ...[...all].map((each) => each.ended)])
      const late = setTimeout(() => {
        for (const each of all) each.abort(new Error('The database was closed.'))
      }, limits.closeMs)
      await ended
      clearTimeout(late)
    },
  }
}
