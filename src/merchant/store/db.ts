// The database as the server sees it. Postgres and the embedded PGlite stand behind this one port, and both run the
// same SQL: what is tried out on a laptop is what runs in production.

export interface Queries {
  /** Runs one statement. Only ever with `$1` parameters: text put into SQL is how shops get robbed. */
  query<T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]>
}

/** A transaction, in which the level of isolation is `read committed`. @typeParam Own how the shop's own code uses it */
export interface Transaction<Own = unknown> extends Queries {
  /** Runs several statements without parameters, however long they take; for migrations. */
  run(sql: string): Promise<void>
  /**
   * Tells those who `listen`, here and in other processes, once this transaction is committed. Not before, so that no commit
   * waits for another; a process that dies in between tells nobody, and readers re-read.
   */
  notify(channel: string, payload: string): void
  /** The same transaction for the shop's functions: of a store over the shop's own connection, its own object. */
  readonly own: Own
}

/**
 * Told each notification; `null` when some may have been missed, so that readers re-read.
 * @param awayMs with `null`: for how long nothing could be heard
 */
export type Heard = (payload: string | null, awayMs?: number) => void

export interface Db<Own = unknown> extends Queries {
  /**
   * Runs `work` in a transaction. Inside it use only `tx`: a `db.query` there hangs on PGlite for ever.
   * `work` is called again when it collided with another transaction (deadlock) and Postgres has undone it: so it changes
   * nothing but what it changes by `tx`.
   */
  transaction<T>(work: (tx: Transaction<Own>) => Promise<T>): Promise<T>
  /**
   * Runs one statement outside of any transaction, for as long as an hour, on a connection of its own: what builds an index
   * beside the running shop may not be part of a transaction. A store without it builds its indexes in a transaction, which
   * stops the writes to that table for as long.
   */
  runAlone?(sql: string): Promise<void>
  /** Calls back for each notification of the channel. @returns how to stop */
  listen(channel: string, heard: Heard): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Something that whoever watches over the server can ask. */
export interface Probed {
  /**
   * Resolves when the database answers, however busy this server is with it: that all its connections are in use tells
   * nothing about the database.
   */
  isThere(): Promise<void>
}

/** A database as this library opens it itself. */
export type OpenedDb<Own> = Required<Db<Own>> & Probed

/** Told when a connection breaks; the store repairs itself, somebody should still know. */
export type OnFault = (error: Error) => void

/**
 * A database as a shop gives it to the library.
 * @typeParam Own what `markPaid` and `lock` get as their transaction
 */
export interface Store<Own = Queries> extends Db<Own>, Probed {
  /** Where the store tells of broken connections. @returns how to hear no more */
  onFault?(heard: OnFault): () => void
  /** One process only, and a power cut can lose the last rows: not for real money. */
  readonly isForTryingOut?: boolean
}

/** Reads exactly one row. @throws when there is none */
export async function queryOne<T extends object>(
  queries: Queries,
  sql: string,
  params: readonly unknown[],
): Promise<T> {
  const [row] = await queries.query<T>(sql, params)
  if (!row) throw new Error('A row that must exist is missing. Was the database changed by hand?')
  return row
}
