// A schema of its own in a Postgres that others use too: tables appear in it and go with it.
import { randomBytes } from 'node:crypto'
import { openPostgres } from '../../src/merchant/store/postgres.ts'

export interface OwnSchema {
  /** A connection string whose tables are those of this schema. @param name shown by `pg_stat_activity` */
  urlFor(name: string): string
  /** Whoever uses the schema has closed its connections by then. */
  drop(): Promise<void>
}

/** Makes an empty schema. */
export async function createOwnSchema(databaseUrl: string): Promise<OwnSchema> {
  const schema = `test_${randomBytes(8).toString('hex')}`
  const admin = openPostgres(databaseUrl, () => undefined)
  await admin.query(`create schema ${schema}`)
  return {
    urlFor(name) {
      const url = new URL(databaseUrl)
      url.searchParams.set('options', `-c search_path=${schema}`)
      url.searchParams.set('application_name', `${schema}_${name}`)
      return url.href
    },
    async drop() {
      await admin.query(`drop schema ${schema} cascade`)
      await admin.close()
    },
  }
}
