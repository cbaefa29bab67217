// A new database in a shared Postgres, which is dropped after use. Its connections have the usual
// search_path, so that a statement which does not name the library's schema fails.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface OwnDatabase {
  /** A connection string of this database. @param name shown by `pg_stat_activity` */
  urlFor(name: string): string
  /** Drops the database, also with open connections. */
  drop(): Promise<void>
}

/** Makes an empty database. @param options of `create database` */
export async function createOwnDatabase(databaseUrl: string, options = ''): Promise<OwnDatabase> {
  const database = `test_${randomBytes(8).toString('hex')}`
  // Not from template1, which must have no connections meanwhile.
  await runAlone(databaseUrl, `create database ${database} template template0 ${options}`)
  return {
    urlFor(name) {
      const url = new URL(databaseUrl)
      url.pathname = `/${database}`
      url.searchParams.set('application_name', `${database}_${name}`)
      return url.href
    },
    drop: () => runAlone(databaseUrl, `drop database if exists ${database} with (force)`),
  }
}

/** Temporary errors: the template is in use, or two databases were created at the same moment. */
const passing = ['55006', '23505']

/** Runs a statement outside of a transaction, on a new connection. */
async function runAlone(databaseUrl: string, sql: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const client = new pg.Client({ connectionString: databaseUrl })
    try {
      await client.connect()
      await client.query(sql)
      return
    } catch (error) {
      if (tries === 10 || !passing.includes(String((error as { code?: unknown }).code))) throw error
      await sleep(Math.random() * 100 * tries)
    } finally {
      await client.end()
    }
  }
}
