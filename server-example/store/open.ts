import type { Config } from '../config.ts'
import type { Db } from './db.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite.ts'
import { type OnFault, openPostgres } from './postgres.ts'

/** Thrown when Postgres cannot be used; the message holds the remedy and never the address, which holds a password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'
}

/** Opens the configured database and brings its tables up to date. @throws {DirectoryInUse} @throws {DatabaseUnreachable} */
export async function openDb(config: Pick<Config, 'databaseUrl' | 'dataDir'>, onFault: OnFault): Promise<Db> {
  const db = config.databaseUrl ? openPostgres(config.databaseUrl, onFault) : await openPglite(config.dataDir)
  try {
    await migrate(db)
  } catch (error) {
    await db.close()
    const code = (error as { code?: unknown }).code
    // Connection faults, and Postgres' classes 28 (who are you?) and 3D (no such database).
    if (!config.databaseUrl || !/^(E[A-Z]+|28...|3D...|57P03)$/.test(String(code))) throw error
    throw new DatabaseUnreachable(
      `The database of DATABASE_URL cannot be used (${code}). Check that Postgres runs there, and that user, password and database name are right.`,
      { cause: error },
    )
  }
  return db
}
