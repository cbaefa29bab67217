import type { Config } from '../config.ts'
import { isDatabaseAway, isDatabaseBusy } from './database-away.ts'
import type { Db, Probed } from './db.ts'
import { MayNotMigrate, migrate } from './migrate.ts'
import { openPglite } from './pglite.ts'
import { type OnFault, openPostgres } from './postgres.ts'

/** Thrown when Postgres cannot be used; the message holds the remedy and never the address, which holds a password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'
}

/** The configured database. Nothing is opened before it is first asked. */
export const storeOf = (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onFault: OnFault,
): Db & Probed =>
  databaseUrl ? openPostgres(databaseUrl, onFault) : openWhenAsked(() => openPglite(dataDir))

/**
 * Brings the tables of the configured database up to date.
 * @throws {DirectoryInUse}
 * @throws {DatabaseUnreachable}
 */
export async function prepareStore({ databaseUrl }: Pick<Config, 'databaseUrl'>, db: Db): Promise<void> {
  try {
    await migrate(db)
  } catch (error) {
    const sentence = databaseUrl ? sentenceOf(error) : null
    if (sentence === null) throw error
    throw new DatabaseUnreachable(sentence, { cause: error })
  }
}

function openWhenAsked(open: () => Promise<Db & Probed>): Db & Probed {
  let opening: Promise<Db & Probed> | undefined
  const opened = () => {
    opening ??= open()
    return opening
  }
  return {
    query: async (sql, params) => (await opened()).query(sql, params),
    transaction: async (work) => (await opened()).transaction(work),
    listen: async (channel, heard) => (await opened()).listen(channel, heard),
    isThere: async () => (await opened()).isThere(),
    close: async () => (await opening?.catch(() => undefined))?.close(),
  }
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof MayNotMigrate) return error.message
  const { code = 'no answer' } = error as { code?: string }
  // Connection faults, and Postgres' classes 28 (who are you?) and 3D (no such database).
  if (isDatabaseAway(error) || /^(E[A-Z]+|28...|3D...)$/.test(code))
    return `The database of DATABASE_URL cannot be used (${code}). Check that Postgres runs there, and that user, password and database name are right.`
  if (isDatabaseBusy(error))
    return `The tables could not be brought up to date (${code}): something else holds them locked, such as a backup. Start again when it has ended.`
  return null
}
