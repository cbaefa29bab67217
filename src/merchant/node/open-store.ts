import { pgliteStore } from '../pglite.ts'
import { postgresStore } from '../postgres.ts'
import { codeOf, isDatabaseBusy, isDatabaseUnavailable } from '../store/database-errors.ts'
import type { Db, Store } from '../store/db.ts'
import { MayNotMigrate, migrate } from '../store/migrate.ts'

/** Where the database is. */
export interface StoreLocation {
  /** `null`: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
}

/**
 * Thrown when Postgres cannot be used. The message holds the remedy. It never holds the address, which has a password.
 */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'
}

/** The configured database. It is opened on first use. */
export const storeOf = ({ databaseUrl, dataDir }: StoreLocation): Store =>
  databaseUrl ? postgresStore({ connectionString: databaseUrl }) : pgliteStore(dataDir)

/**
 * Brings the tables of the configured database up to date.
 * @throws {DirectoryInUse}
 * @throws {DatabaseUnreachable}
 * @throws {WrongTables}
 * @throws {MissingPackage}
 */
export async function prepareStore(
  { databaseUrl }: Pick<StoreLocation, 'databaseUrl'>,
  db: Db,
): Promise<void> {
  try {
    await migrate(db)
  } catch (error) {
    const message = databaseUrl ? messageOf(error) : null
    if (message === null) throw error
    throw new DatabaseUnreachable(message, { cause: error })
  }
}

function messageOf(error: unknown): string | null {
  if (error instanceof MayNotMigrate) return error.message
  const code = codeOf(error) || 'no answer'
  // Connection faults, and the SQLSTATE classes 28 (wrong user or password) and 3D (no such database).
  if (isDatabaseUnavailable(error) || /^(E[A-Z]+|28...|3D...)$/.test(code))
    return `The database of DATABASE_URL cannot be used (${code}). Check that Postgres runs there, and that user, password and database name are right.`
  if (isDatabaseBusy(error))
    return `The tables could not be brought up to date (${code}): something else holds them locked, such as a backup. Start again when it has ended.`
  return null
}
