// The database port of this library. Postgres, the embedded PGlite and the shop's own clients implement it, and all run
// the same SQL: what you try out on a laptop is what runs in production. No driver is imported here.

export interface Queries {
  /** Runs one statement. Pass every value as a `$1` parameter: text concatenated into SQL allows SQL injection. */
  query<T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]>
}

/** A transaction with the isolation level `read committed`. @typeParam Own the transaction as the shop's code uses it */
export interface Transaction<Own = unknown> extends Queries {
  /** Runs several statements without parameters, with no statement timeout of seconds. For migrations. */
  run(sql: string): Promise<void>
  /**
   * Notifies listeners in this process and in others, after this transaction has committed. It is not sent inside the
   * transaction, because then commits would wait for each other. If the process dies in between, nothing is sent;
   * listeners therefore read again from time to time.
   */
  notify(channel: string, payload: string): void
  /**
   * Takes an advisory lock until the transaction ends. Optional: a store that has it sends the lock together with the begin.
   * Use `lockUntilEnd`, which works on every store.
   */
  lock?(name: string): Promise<void>
  /** Whether a statement may be sent before the one ahead of it is answered. Used by `together`. */
  readonly isPipelined?: boolean
  /** The same transaction for the shop's functions. In a store over the shop's own client it is that client's object. */
  readonly own: Own
}

/**
 * Called for each notification, and with `null` when notifications may have been lost: then read again.
 * @param awayMs with `null`: for how long notifications may have been lost, in milliseconds
 */
export type NotificationListener = (payload: string | null, awayMs?: number) => void

export interface Db<Own = unknown> extends Queries {
  /**
   * Runs `work` in a transaction. Use only `tx` inside: on PGlite, a `db.query` there never returns.
   * When the transaction collides with another one (deadlock) and Postgres rolls it back, `work` is called again. So it
   * must change nothing except through `tx`.
   */
  transaction<T>(work: (tx: Transaction<Own>) => Promise<T>): Promise<T>
  /** Calls back for each notification of the channel. @returns a function that stops listening */
  listen(channel: string, listener: NotificationListener): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** What a health check asks. */
export interface Probed {
  /**
   * Resolves when the database answers and can store something. It must not fail only because all connections of this server are in use: that
   * says nothing about the database.
   * @returns `false` when the tables of this library are missing, or this user may not read and write them
   */
  isThere(): Promise<boolean>
}

/** A database that this library opened itself. */
export type OpenedDb<Own> = Db<Own> & Probed

/** Called when a connection breaks. The store replaces it; the call is for the log. */
export type OnFault = (error: Error) => void

/**
 * A database as a shop passes it to the library.
 * @typeParam Own the transaction that `find` and `setPaid` get
 */
export interface Store<Own = Queries> extends Db<Own>, Probed {
  /** Adds a handler for broken connections. @returns a function that removes it */
  onFault?(listener: OnFault): () => void
  /** Whether the store is for trying out only: it takes one process, and a power cut can lose the last rows. */
  readonly isForTryingOut?: boolean
}

/**
 * Takes an advisory lock until the transaction ends. Others that want a lock of this name wait, in every process. The cast
 * to text is for clients that cannot read `void`.
 */
export async function lockUntilEnd(tx: Transaction, name: string): Promise<void> {
  if (tx.lock) await tx.lock(name)
  else await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))::text', [name])
}

/** Reads the first row. @throws {Error} when there is none */
export async function queryOne<T extends object>(
  queries: Queries,
  sql: string,
  params: readonly unknown[],
): Promise<T> {
  const [row] = await queries.query<T>(sql, params)
  if (!row) throw new Error('A row that must exist is missing. Was the database changed by hand?')
  return row
}
