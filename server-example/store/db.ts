// The database as the server sees it. Postgres and the embedded PGlite stand behind this one port, and both run the
// same SQL: what is tried out on a laptop is what runs in production.

export interface Queries {
  /** Runs one statement. Only ever with `$1` parameters: text put into SQL is how shops get robbed. */
  query<T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]>
}

export interface Transaction extends Queries {
  /** Runs several statements without parameters; for migrations. */
  run(sql: string): Promise<void>
}

export interface Db extends Queries {
  /** Runs `work` in a transaction. Inside it use only `tx`: a `db.query` there hangs on PGlite for ever. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Calls back for each notification; with `null` when some may have been missed, so that readers re-read.
   * @returns how to stop
   */
  listen(channel: string, heard: (payload: string | null) => void): Promise<() => Promise<void>>
  close(): Promise<void>
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
