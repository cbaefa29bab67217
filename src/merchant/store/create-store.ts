// A store over the shop's own database client. It adds what a payment needs and a client does not guarantee by itself:
// the isolation level, time limits, a check that a commit really committed, and notifications.
import { isOfFailedTransaction, mayAnswerElsewhere, NoAnswer } from './database-errors.ts'
import type { NotificationListener, OnFault, Queries, Store, Transaction } from './db.ts'
import { createFirstFailure, NotCommitted, retryOnCollision } from './failed-transactions.ts'
import { createNotifier, type Notification } from './notifier.ts'
import { EndedByShop } from './own-queries.ts'
import { isUsable, probeStatement } from './probe.ts'
import { statementsOf } from './statements.ts'
import { defaultTimeLimits } from './time-limits.ts'

type Query = (sql: string, params: readonly unknown[]) => Promise<readonly object[]>

/** What `createStore` needs from a Postgres client. */
export interface DatabaseClient<Own> {
  /**
   * Runs one statement with `$1` parameters: string, number, boolean, `null` or an array of strings.
   * @returns its rows
   */
  readonly query: Query
  /**
   * Runs `work` in a transaction with the isolation level `read committed`. `own` is the transaction as the shop's code
   * uses it. Commits when `work` resolves; rolls back and rejects when `work` rejects.
   */
  transaction<T>(work: (tx: { readonly query: Query; readonly own: Own }) => Promise<T>): Promise<T>
  /**
   * Calls back for each notification of a channel, on a connection that stays open, and with `null` when notifications
   * may have been lost. Without it, changes made by another instance are seen within five seconds.
   * @returns a function that stops listening
   */
  listen?(channel: string, listener: NotificationListener): Promise<() => Promise<void>>
}

/**
 * Creates a store over the shop's own connection, so that "order paid" and "session complete" are one commit of the
 * shop's own transaction. The shop keeps ownership of the connection: `close` leaves it open.
 */
export function createStore<Own>(client: DatabaseClient<Own>): Store<Own> {
  const faultHandlers = new Set<OnFault>()
  const onFault: OnFault = (error) => {
    for (const handler of faultHandlers) handler(error)
  }
  let answeredAt = 0

  async function execute<T extends object>(
    query: Query,
    sql: string,
    params: readonly unknown[] = [],
  ): Promise<T[]> {
    const rows = await query(sql, params.map(toParameter))
    answeredAt = performance.now()
    // Some clients return an array subclass of their own.
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
    const timeLimit = createTimeLimit(limits.idleInTransactionMs)
    const failure = createFirstFailure()
    let thrown: { readonly error: unknown } | undefined
    const running = client.transaction(async ({ query, own }) => {
      let isUsedByShop = false
      const queryInTime: Query = (sql, params) =>
        timeLimit.isOver ? Promise.reject(timeLimit.error) : failure.watch(() => query(sql, params))
      const tx: Transaction<Own> = {
        query: (sql, params) => execute(queryInTime, sql, params),
        async run(sql) {
          timeLimit.end()
          for (const statement of statementsOf(sql)) await execute(queryInTime, statement)
        },
        notify: (...notification) => void notifications.push(notification),
        get own() {
          isUsedByShop = true
          return own
        },
      }
      try {
        const began = await begin(tx)
        const result = await work(tx)
        if (isUsedByShop || timeLimit.isOver || failure.error !== undefined) await requireWorking(tx, began)
        return result
      } catch (error) {
        thrown = { error }
        throw error
      }
    })
    // On a broken connection the client's rollback fails, too, and some clients reject with the error of that.
    const ended = running.catch((error) => {
      throw thrown ? thrown.error : error
    })
    return { result: await timeLimit.wait(ended), notifications }
  }

  /** A plain SELECT waits for no lock. Any other statement runs in a transaction, since that sets the time limits. */
  function query<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    if (!isRead(sql)) return transaction((tx) => tx.query<T>(sql, params))
    return createTimeLimit(limits.connectMs + limits.answerMs).wait(execute<T>(client.query, sql, params))
  }

  const notifier = createNotifier((sql, params) => query(sql, params), onFault)

  return {
    query,
    transaction,
    async listen(channel, listener) {
      const stopHere = notifier.add(channel, listener)
      const stop = await client.listen?.(channel, listener).catch((error) => {
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
      const rows = await query(probeStatement).catch((error) => {
        // All connections of the shop's pool may be in use. An answer to another statement meanwhile proves as much.
        if (!mayAnswerElsewhere(error) || answeredAt < askedAt) throw error
        return []
      })
      return isUsable(rows)
    },
    onFault(handler) {
      faultHandlers.add(handler)
      return () => void faultHandlers.delete(handler)
    },
    close: () => notifier.idle(),
  }
}

const limits = defaultTimeLimits

/** Converts a parameter: some clients send dates in the machine's time zone, or cannot send dates at all. */
const toParameter = (param: unknown): unknown => {
  if (param instanceof Date) return param.toISOString()
  // JSON has no Infinity, and some clients send their parameters as JSON.
  return param === Number.POSITIVE_INFINITY ? 'Infinity' : param
}

const isRead = (sql: string): boolean =>
  /^\s*select\b/i.test(sql) && !/\bfor\s+(no\s+key\s+)?(update|share)\b/i.test(sql)

/** When a transaction began, in seconds. Outside of one, `now()` is the time of the statement. */
const beganColumn = 'extract(epoch from now())::text as began'

/**
 * Sets the time limits of a transaction.
 * @returns when it began
 * @throws {Error} when the isolation level is not `read committed`
 */
async function begin(tx: Queries): Promise<string | undefined> {
  const [set] = await tx.query<{ isolation: string; began: string }>(
    `select set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),
       set_config('idle_in_transaction_session_timeout', $3, true),
       current_setting('transaction_isolation') as isolation, ${beganColumn}`,
    [limits.lockMs, limits.statementMs, limits.idleInTransactionMs].map(String),
  )
  if (set?.isolation !== 'read committed')
    throw new Error(
      `The store's transaction has the isolation level ${JSON.stringify(set?.isolation)}. It must be "read committed": a transaction that waits for an order's lock must then see the changes of the one before. Let \`transaction\` begin with it.`,
    )
  return set.began
}

/**
 * Runs one more statement at the end of a transaction. If a statement of the shop failed and its error was caught,
 * Postgres answers "commit" with a rollback, and no client reports it. But it refuses this statement, so we notice.
 * @param began when the transaction began
 * @throws what failed first, or {NotCommitted} when only the shop's own client has seen it
 * @throws {EndedByShop}
 */
async function requireWorking(tx: Queries, began: string | undefined): Promise<void> {
  try {
    const [now] = await tx.query<{ began: string }>(`select ${beganColumn}`)
    if (now?.began !== began) throw new EndedByShop()
  } catch (error) {
    throw isOfFailedTransaction(error) ? new NotCommitted(error) : error
  }
}

/** Long enough for a second connection to open. A pool with one connection waits this long, once. */
const secondConnectionMs = 500

/**
 * Rejects a client that runs all transactions on one connection. There, two concurrent transactions are one: the first
 * commit also commits half of the other. `pg.Client` accepts both silently; a pool uses another connection or waits.
 * @throws {TypeError}
 */
async function rejectSingleConnection<Own>(client: DatabaseClient<Own>): Promise<void> {
  const pidIn = async (query: Query): Promise<unknown> => {
    const [row = {}] = await query(backendPid, [])
    requireNames(row)
    return Object.values(row)[0]
  }
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
  // Not inside the first transaction: some clients treat a transaction in there as a part of it.
  const isShared = opened
    .then((pid) =>
      client.transaction(async ({ query }) => (await pidIn(query)) === pid && !ended.signal.aborted),
    )
    .finally(() => ended.abort())
  const both = Promise.all([isShared, first])
  if ((await createTimeLimit(limits.idleInTransactionMs).wait(both))[0])
    throw new TypeError(
      'The store runs all transactions on one connection, where two at a time become one. Give it a pool, such as new pg.Pool(…) in place of new pg.Client(…).',
    )
}

const backendPid = 'select pg_backend_pid() as backend_pid'

/** A client may rename columns, to `camelCase` for example. Then no statement of this library finds its values. */
function requireNames(row: object): void {
  const [name] = Object.keys(row)
  if (name !== undefined && name !== 'backend_pid')
    throw new TypeError(
      `The database client renames columns: backend_pid came as ${name}. Give the store a client without that, such as postgres.js without \`transform\`: the library reads its own tables by their names.`,
    )
}

/** Limits the wait for a silent database: a client without a timeout would wait for ever. */
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
    /** Removes the limit, for work that may take longer. */
    end: () => clearTimeout(timer),
    /** Waits for the work within the limit. @throws {NoAnswer} */
    async wait<T>(work: Promise<T>): Promise<T> {
      try {
        return await Promise.race([work, late])
      } finally {
        clearTimeout(timer)
        work.catch(() => undefined)
      }
    },
  }
}
