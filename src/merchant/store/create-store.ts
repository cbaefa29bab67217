// A store over the shop's own database connection, whichever client that is. What the payment needs of a database and a client
// does not promise by itself is added here: the level of isolation, time limits, a commit that is one, notifications.
import { retryOnCollision } from './collisions.ts'
import { NoAnswer } from './database-errors.ts'
import type { Heard, OnFault, Queries, Store, Transaction } from './db.ts'
import { createNotifier, type Notification } from './notifier.ts'
import { statementsOf } from './statements.ts'
import { defaultTimeLimits } from './time-limits.ts'

type Query = (sql: string, params: readonly unknown[]) => Promise<readonly object[]>

/** What a client of Postgres must be able to do. */
export interface DatabaseClient<Own> {
  /** Runs one statement with `$1` parameters, each a text, a number, a boolean, `null` or a list of texts. @returns its rows */
  readonly query: Query
  /**
   * Runs `work` in a transaction of the level `read committed`. `own` is the transaction as the shop's code uses it.
   * It commits when `work` has ended, and rolls back and rejects when `work` has failed.
   */
  transaction<T>(work: (tx: { readonly query: Query; readonly own: Own }) => Promise<T>): Promise<T>
  /**
   * Calls back for each notification of a channel, by a connection that is kept; with `null` when some may have been missed.
   * Absent: what another instance has changed is seen within five seconds.
   * @returns how to stop
   */
  listen?(channel: string, heard: Heard): Promise<() => Promise<void>>
}

/**
 * Makes a store of the shop's own connection, so that "order paid" and "session complete" are one commit of the shop's own
 * transaction. The connection stays the shop's: `close` leaves it open.
 */
export function createStore<Own>(client: DatabaseClient<Own>): Store<Own> {
  const told = new Set<OnFault>()
  const onFault: OnFault = (error) => {
    for (const heard of told) heard(error)
  }
  let answeredAt = 0

  async function ask<T extends object>(
    query: Query,
    sql: string,
    params: readonly unknown[] = [],
  ): Promise<T[]> {
    const rows = await query(sql, params.map(toParameter))
    answeredAt = performance.now()
    // Some clients answer a list of a class of their own.
    return [...rows] as T[]
  }

  let probed: Promise<void> | null = null
  const probe = () => {
    probed ??= rejectSingleConnection(client).catch((error) => {
      probed = null
      throw error
    })
    return probed
  }

  const transaction: Store<Own>['transaction'] = async (work) => {
    await probe()
    const { result, notifications } = await retryOnCollision(() => transactOnce(work))
    notifier.emit(notifications)
    return result
  }

  async function transactOnce<T>(work: (tx: Transaction<Own>) => Promise<T>) {
    const notifications: Notification[] = []
    const guard = createTimeLimit(limits.idleInTransactionMs)
    const running = client.transaction(async ({ query, own }) => {
      let isShops = false
      const isMine: Query = (sql, params) => (guard.isOver ? Promise.reject(guard.error) : query(sql, params))
      const tx: Transaction<Own> = {
        query: (sql, params) => ask(isMine, sql, params),
        async run(sql) {
          guard.end()
          for (const statement of statementsOf(sql)) await ask(isMine, statement)
        },
        notify: (...notification) => void notifications.push(notification),
        get own() {
          isShops = true
          return own
        },
      }
      await begin(tx)
      const result = await work(tx)
      // Where a statement of the shop has failed and its error was caught, Postgres answers "commit" with a rollback, and no
      // client says so. A statement fails in such a transaction.
      if (isShops || guard.isOver) await tx.query('select 1 as one')
      return result
    })
    return { result: await guard.of(running), notifications }
  }

  /** A reading statement waits for nobody; any other gets time limits, which are those of a transaction. */
  function query<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    if (!isRead(sql)) return transaction((tx) => tx.query<T>(sql, params))
    return createTimeLimit(limits.connectMs + limits.answerMs).of(ask<T>(client.query, sql, params))
  }

  const notifier = createNotifier((sql, params) => query(sql, params), onFault)

  return {
    query,
    transaction,
    async runAlone(sql) {
      await client.query(sql, [])
    },
    async listen(channel, heard) {
      const stopHere = notifier.add(channel, heard)
      const stop = await client.listen?.(channel, heard).catch((error) => {
        stopHere()
        throw error
      })
      return async () => {
        stopHere()
        await stop?.()
      }
    },
    async isThere() {
      const askedAt = performance.now()
      await query('select 1 as one').catch((error) => {
        // All connections of the shop's pool may be in use: what another one was answered meanwhile tells as much.
        if (!(error instanceof NoAnswer) || answeredAt < askedAt) throw error
      })
    },
    onFault(heard) {
      told.add(heard)
      return () => void told.delete(heard)
    },
    close: () => notifier.idle(),
  }
}

const limits = defaultTimeLimits

/** A client may give dates to Postgres in the time zone of the machine, or not at all. */
const toParameter = (param: unknown): unknown => {
  if (param instanceof Date) return param.toISOString()
  // A client that speaks JSON has no word for it.
  return param === Number.POSITIVE_INFINITY ? 'Infinity' : param
}

const isRead = (sql: string): boolean =>
  /^\s*select\b/i.test(sql) && !/\bfor\s+(no\s+key\s+)?(update|share)\b/i.test(sql)

/** @throws {Error} when the client does not keep its promises */
async function begin(tx: Queries): Promise<void> {
  const [set] = await tx.query<{ isolation: string }>(
    `select set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),
       set_config('idle_in_transaction_session_timeout', $3, true),
       current_setting('transaction_isolation') as isolation`,
    [limits.lockMs, limits.statementMs, limits.idleInTransactionMs].map(String),
  )
  if (set?.isolation !== 'read committed')
    throw new Error(
      `The store's transaction is of the level ${JSON.stringify(set?.isolation)}. It must be "read committed": who waits for an order must then see what the one before has done. Let \`transaction\` begin with it.`,
    )
}

/** Long enough for a second connection to open; who has a pool of one connection waits for it once. */
const secondConnectionMs = 500

/**
 * Two transactions of one connection are one: the first to commit commits half of the other. A client such as `pg.Client` takes
 * both without a word, where a pool would lend another connection or wait.
 * @throws {TypeError}
 */
async function rejectSingleConnection<Own>(client: DatabaseClient<Own>): Promise<void> {
  const pidIn = async (query: Query): Promise<unknown> =>
    Object.values((await query(backendPid, []))[0] ?? {})[0]
  const ended = new AbortController()
  let first = Promise.resolve()
  const opened = new Promise<unknown>((resolve, reject) => {
    first = client.transaction(async ({ query }) => {
      resolve(await pidIn(query))
      await new Promise<void>((resolve) => {
        ended.signal.addEventListener('abort', () => resolve())
        setTimeout(resolve, secondConnectionMs).unref?.()
      })
      ended.abort()
    })
    first.catch(reject)
  })
  // Not inside of the first: some clients take a transaction in there for a part of it.
  const isShared = opened
    .then((pid) =>
      client.transaction(async ({ query }) => (await pidIn(query)) === pid && !ended.signal.aborted),
    )
    .finally(() => ended.abort())
  const both = Promise.all([isShared, first])
  if ((await createTimeLimit(limits.idleInTransactionMs).of(both))[0])
    throw new TypeError(
      'The store runs all transactions on one connection, where two at a time become one. Give it a pool, such as new pg.Pool(…) in place of new pg.Client(…).',
    )
}

const backendPid = 'select pg_backend_pid() as pid'

/** Ends waiting for a database that says nothing: a client that waits for its answer waits for ever. */
function createTimeLimit(ms: number) {
  let error: NoAnswer | null = null
  let fail: (error: NoAnswer) => void = () => undefined
  const late = new Promise<never>((_, reject) => {
    fail = reject
  })
  late.catch(() => undefined)
  const timer = setTimeout(() => {
    error = new NoAnswer(ms)
    fail(error)
  }, ms)
  return {
    get isOver() {
      return error !== null
    },
    get error() {
      return error
    },
    /** Waits for as long as it takes. */
    end: () => clearTimeout(timer),
    async of<T>(work: Promise<T>): Promise<T> {
      try {
        return await Promise.race([work, late])
      } finally {
        clearTimeout(timer)
        work.catch(() => undefined)
      }
    },
  }
}
