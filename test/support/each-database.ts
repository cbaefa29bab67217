// Runs the same tests on the embedded database, and on Postgres where TEST_DATABASE_URL names one.

import { describe } from 'vitest'
import type { Db } from '../../src/merchant/store/db.ts'
import { openPostgres } from '../../src/merchant/store/postgres.ts'
import { openEmptyDatabase } from './empty-database.ts'
import { makeTables } from './example-merchant.ts'
import { createOwnSchema } from './own-schema.ts'

/** Describes the tests once for each database. @param tests get a function that opens an empty one, with its tables */
export function describeOnEachDatabase(tests: (open: () => Promise<Db>) => void): void {
  const url = process.env.TEST_DATABASE_URL
  describe('on PGlite', () => tests(() => withTables(openEmptyDatabase())))
  describe.skipIf(!url)(`on Postgres${url ? '' : ' (skipped: TEST_DATABASE_URL names none)'}`, () =>
    tests(() => withTables(openSchemaOf(url ?? ''))),
  )
}

async function withTables(opening: Promise<Db>): Promise<Db> {
  const db = await opening
  await makeTables(db)
  return db
}

/** A schema of its own, which goes when the database is closed. */
async function openSchemaOf(url: string): Promise<Db> {
  const schema = await createOwnSchema(url)
  const db = openPostgres(schema.urlFor('each'), () => undefined)
  return {
    ...db,
    async close() {
      await db.close()
      await schema.drop()
    },
  }
}
