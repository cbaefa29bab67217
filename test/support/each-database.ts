// Runs the same tests on the embedded database, and on Postgres where TEST_DATABASE_URL names one.
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { Db, OpenedDb, Queries } from '../../src/merchant/store/db.ts'
import { openPostgres } from '../../src/merchant/store/postgres.ts'
import { openEmptyDatabase } from './empty-database.ts'
import { makeTables } from './example-merchant.ts'
import { createOwnDatabase } from './own-database.ts'

type Open = () => Promise<Db>

/** Describes the tests once for each database. @param tests get a function that opens an empty one, with its tables */
export function describeOnEachDatabase(tests: (open: Open) => void): void {
  describeOnEach((open) => tests(() => withTables(open())))
}

/**
 * Describes the tests once for each database, with a new one for each test.
 * @param tests get a function that returns the database of the running test: empty, and without tables
 */
export function describeOnEachEmptyDatabase(tests: (db: () => Db) => void): void {
  describeOnEach((open) => {
    let db: Db
    beforeEach(async () => {
      db = await open()
    }, 60_000)
    afterEach(() => db.close())
    tests(() => db)
  })
}

/**
 * Keeps one embedded database for all tests of a file, because opening another one takes most of a second.
 * @returns the database of the running test: empty, and without tables
 */
export function useEmptyDatabase(): () => OpenedDb<Queries> {
  let db: OpenedDb<Queries>
  beforeAll(async () => {
    db = await openEmptyDatabase()
  }, 60_000)
  afterEach(() =>
    db.transaction((tx) =>
      tx.run('drop schema if exists payin_checkout, public cascade; create schema public'),
    ),
  )
  afterAll(() => db.close())
  return () => db
}

function describeOnEach(tests: (open: Open) => void): void {
  const url = process.env.TEST_DATABASE_URL
  describe('on PGlite', () => tests(openEmptyDatabase))
  describe.skipIf(!url)(`on Postgres${url ? '' : ' (skipped: TEST_DATABASE_URL names none)'}`, () =>
    tests(() => openDatabaseIn(url ?? '')),
  )
}

async function withTables(opening: Promise<Db>): Promise<Db> {
  const db = await opening
  await makeTables(db)
  return db
}

/** A new database, which is dropped on close. */
async function openDatabaseIn(url: string): Promise<Db> {
  const database = await createOwnDatabase(url)
  const db = openPostgres(database.urlFor('each'), () => undefined)
  return {
    ...db,
    async close() {
      await db.close()
      await database.drop()
    },
  }
}
