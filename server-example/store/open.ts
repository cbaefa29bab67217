import type { Config } from '../config.ts'
import { isDatabaseAway, isDatabaseBusy } from './database-away.ts'
import type { Db, Probed } from './db.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite.ts'
import { type OnFault, openPostgres } from './postgres.ts'

/** Thrown when Postgres cannot be used; the message holds the remedy and never the address, which holds a password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'
}

/** Opens the configured database and brings its tables up to date. @throws {DirectoryInUse} @throws {DatabaseUnreachable} */
export async function openDb(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onFault: OnFault,
): Promise<Db & Probed> {
  const db = config.databaseUrl ? openPostgres(config.databaseUrl, onFault) : await openPglite(config.dataDir)
  try {
    await migrate(db)
  } catch (error) {
    await db.close()
    const sentence = config.databaseUrl ? sentenceOf(error) : null
    if (sentence === null) throw error
    throw new DatabaseUnreachable(sentence, { cause: error })
  }
  return db
}

function sentenceOf(error: unknown): string | null {
  const { code = 'no answer' } = error as { code?: string }
  // Connection faults, and Postgres' classes 28 (who are you?) and 3D (no such database).
  if (isDatabaseAway(error) || /^(E[A-Z]+|28...|3D...)$/.test(code))
    return `The database of DATABASE_URL cannot be used (${code}). Check that Postgres runs there, and that user, password and database name are right.`
  if (isDatabaseBusy(error))
    return `The tables could not be brought up to date (${code}): something else holds them locked, such as a backup. Start again when it has ended.`
  return null
}
