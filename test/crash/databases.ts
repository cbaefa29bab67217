// The databases on which the crash tests run: Postgres when TEST_DATABASE_URL names one, else the embedded one. A long run uses
// both.

import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Db } from '../../src/merchant/store/db.ts'
import { openPostgres } from '../../src/merchant/store/postgres.ts'
import { drizzleOnPglite, drizzleOnPostgres, drizzleOrders } from '../support/drizzle-shop.ts'
import { emptyImage, openEmptyDatabase } from '../support/empty-database.ts'
import { makeTables, type OrdersOn } from '../support/example-merchant.ts'
import { createOwnDatabase } from '../support/own-database.ts'
import { createSharedDatabase, type SharedDatabase } from './shared-database.ts'

const postgres = process.env.TEST_DATABASE_URL

/** Whether this is `npm run test:money` or `npm run test:crashes`. */
export const isLong = [process.env.MONEY_RUNS, process.env.CRASH_RUNS].some(
  (runs) => Number(runs ?? 0) >= 100,
)

/**
 * Describes the tests once for each database, by the library's own connections and by the shop's.
 * @param alsoByTheShop `false` when the library's own are enough
 */
export function describeOnEachDatabase(
  tests: (database: () => SharedDatabase) => void,
  alsoByTheShop = true,
): void {
  if (isLong || !postgres) {
    describe('on PGlite', () => tests(useSharedDatabase(openEmptyDatabase)))
    describe.runIf(alsoByTheShop)("on the shop's own Drizzle connection to PGlite", () =>
      tests(useSharedDatabase(openDrizzle, drizzleOrders)),
    )
  }
  if (!postgres) return
  describe('on Postgres', () => tests(useSharedDatabase(() => openDatabaseIn(postgres, openPool))))
  describe.runIf(alsoByTheShop)("on the shop's own Drizzle connection to Postgres", () =>
    tests(useSharedDatabase(() => openDatabaseIn(postgres, drizzleOnPostgres), drizzleOrders)),
  )
}

const openPool = (url: string) => openPostgres(url, () => undefined)

const openDrizzle = async () =>
  drizzleOnPglite(await PGlite.create({ dataDir: 'memory://', loadDataDir: await emptyImage() }))

/** A database of its own, which is dropped when it is closed. */
async function openDatabaseIn(url: string, open: (url: string) => Db): Promise<Db> {
  const database = await createOwnDatabase(url)
  const db = open(database.urlFor('crash'))
  return {
    ...db,
    async close() {
      await db.close()
      await database.drop()
    },
  }
}

function useSharedDatabase(open: () => Promise<Db>, ordersOn?: OrdersOn): () => SharedDatabase {
  let database: SharedDatabase | undefined
  beforeAll(async () => {
    const db = await open()
    await makeTables(db)
    database = createSharedDatabase(db, ordersOn)
  }, 60_000)
  afterAll(async () => {
    await database?.db.close()
    database = undefined
  })
  return () => {
    if (!database) throw new Error('The database is open inside tests only.')
    return database
  }
}
