// All connections of a store: the pool, and the connections that listen for notifications. When one statement gets no
// answer, every connection that has been silent for as long is closed and replaced, too. Otherwise each shopper in turn
// would wait for the full timeout before the next dead connection is found.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Connection } from './connection.ts'
import {
  breaksConnection,
  isOfIdleSession,
  isOutOfResources,
  isUnsupportedStartupSetting,
  NoAnswer,
} from './database-errors.ts'
import type { TimeLimits } from './time-limits.ts'

export interface ConnectionsOptions {
  /** An address, or options of `pg`. */
  readonly connection: string | pg.ClientConfig
  /** Maximum number of connections in the pool. */
  readonly max: number
  readonly limits: TimeLimits
  /** Called when an idle connection breaks, but not when Postgres ends it because it was idle. */
  readonly onFault: (error: Error) => void
}

type Pooled = Connection & pg.PoolClient

/** How often a connection is tried again while this process has none. */
const maxRefusals = 4
const refusalPauseMs = 40

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
  // Sent in the startup message, so they cost no extra statement. PgBouncer rejects them; after that they are left out.
  let startupSettings: pg.ClientConfig = {
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
        super({ ...config, ...startupSettings, pipeline: true })
        remember(this)
      }
    },
  })
  // The pool opens another one when it needs it, so a short time limit of the database loses nothing.
  pool.on('error', (error) => {
    if (!isOfIdleSession(error)) onFault(error)
  })

  function remember(connection: Connection): void {
    all.add(connection)
    connection.once('end', () => all.delete(connection))
  }

  /**
   * Closes the connections that probably have the same fault as one of them: those without a reply since that time.
   * A connection in use reports a broken socket by itself, but not a silent one. An error that Postgres itself sent
   * is about one connection only.
   */
  function closeSuspects(fault: Error, since: number): void {
    if (fault instanceof pg.DatabaseError) return
    for (const each of all)
      if (each.lastReplyAt < since && (fault instanceof NoAnswer || !each.isBusy)) each.abort(fault)
  }

  /** Sends one statement. @throws {NoAnswer} after `limitMs`; Postgres may still execute the statement */
  async function execute<T extends object>(
    connection: Connection,
    sql: string,
    params: readonly unknown[] = [],
    limitMs = limits.answerMs,
  ): Promise<pg.QueryResult<T>> {
    const sentAt = performance.now()
    let last: NodeJS.Immediate | undefined
    let timeout = setTimeout(onTimeout, limitMs)
    function onTimeout(): void {
      // Statements that were sent ahead of this one have been answered meanwhile, so Postgres has only just begun with it.
      const silentMs = performance.now() - Math.max(sentAt, connection.lastReplyAt)
      if (silentMs < limitMs - 1) timeout = setTimeout(onTimeout, limitMs - silentMs)
      // If this process itself was busy, the answer is already in the socket. It is read before this callback runs.
      else last = setImmediate(() => connection.abort(new NoAnswer(limitMs)))
    }
    try {
      connection.cork()
      const result = await connection.query<T>(sql, [...params])
      connection.lastReplyAt = performance.now()
      return result
    } catch (error) {
      if (error instanceof pg.DatabaseError) connection.lastReplyAt = performance.now()
      else if (connection.fault !== null) closeSuspects(connection.fault, sentAt)
      throw error
    } finally {
      clearTimeout(timeout)
      clearImmediate(last)
    }
  }

  let inUse = 0
  /** How many are being opened: each of them may soon be released. */
  let opening = 0
  /** Those who wait for a connection of the pool, because Postgres allows no further one. */
  const waiting: (() => void)[] = []

  async function connect(): Promise<Pooled> {
    const waitUntil = performance.now() + limits.connectMs
    for (let refusals = 1; ; refusals++) {
      // Connections that are opened at the same moment are all refused for the same settings.
      const sent = startupSettings
      try {
        return await open()
      } catch (error) {
        closeIdleOnShutdown(error)
        if (isUnsupportedStartupSetting(error) && Object.keys(sent).length > 0) startupSettings = {}
        else if (!isOutOfResources(error)) throw error
        // A role may have fewer connections than the pool, and the pool's own come free within milliseconds.
        else if (inUse + opening > 0) {
          if (!(await isReleased(waitUntil))) throw error
        }
        // Of connections that are opened at the same moment, Postgres may refuse all: each is counted against the others.
        else if (refusals > maxRefusals) throw error
        else await sleep(Math.random() * refusalPauseMs * refusals)
      }
    }
  }

  async function open(): Promise<Pooled> {
    opening++
    try {
      return (await pool.connect()) as Pooled
    } finally {
      opening--
    }
  }

  /** Waits until a connection is released. @param until by `performance.now()`. @returns whether one was, in time */
  function isReleased(until: number): Promise<boolean> {
    return new Promise((resolve) => {
      const onReleased = () => {
        clearTimeout(timeout)
        resolve(true)
      }
      const onTimeout = () => {
        waiting.splice(waiting.indexOf(onReleased), 1)
        resolve(false)
      }
      const timeout = setTimeout(onTimeout, Math.max(0, until - performance.now()))
      waiting.push(onReleased)
    })
  }

  /**
   * Closes idle connections when Postgres rejects a new one because it shuts down. A "smart" shutdown waits until all
   * clients have disconnected: our idle connections would block it for ever, and no new connection would be accepted.
   */
  function closeIdleOnShutdown(error: unknown): void {
    if (!(error instanceof pg.DatabaseError) || error.code !== '57P03') return
    for (const each of all) if (!each.isBusy) each.abort(error)
  }

  return {
    execute,

    /** Whether a notification was sent on one of these connections, by the id of the backend process. */
    isOwn: (processId: number): boolean => [...all].some(({ processID }) => processID === processId),

    /** Runs work with a connection of the pool. */
    async withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
      const connection = await connect()
      inUse++
      connection.isBusy = true
      try {
        // A pooler may also accept the limits and drop them, so the current settings are checked.
        connection.hasTimeLimits ??=
          (await execute<{ limited: boolean }>(connection, timeLimitsQuery)).rows[0]?.limited ?? false
        return await work(connection)
      } catch (error) {
        if (error instanceof Error && breaksConnection(error)) connection.fault ??= error
        throw error
      } finally {
        connection.isBusy = false
        inUse--
        connection.release(connection.fault ?? undefined)
        waiting.shift()?.()
      }
    },

    /**
     * Opens a connection outside of the pool. The caller closes it.
     * @param prepare adds listeners before the connection is open
     */
    async openAlone(prepare: (connection: Connection) => void): Promise<Connection> {
      const connection = new Connection(basics)
      remember(connection)
      prepare(connection)
      try {
        await connection.connect()
      } catch (error) {
        connection.abort(error as Error)
        closeIdleOnShutdown(error)
        throw error
      }
      connection.lastReplyAt = performance.now()
      return connection
    },

    /** Closes all connections in an orderly way, and after `limits.closeMs` by force. */
    async end(): Promise<void> {
      const ended = Promise.all([pool.end(), ...[...all].map((each) => each.ended)])
      const timeout = setTimeout(() => {
        for (const each of all) each.abort(new Error('The database was closed.'))
      }, limits.closeMs)
      await ended
      clearTimeout(timeout)
    },
  }
}
