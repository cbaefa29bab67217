// On which databases the crash tests run: the embedded one always, and Postgres where TEST_DATABASE_URL names one.

import { afterAll, beforeAll, describe } from 'vitest'
import type { Db } from '../../src/merchant/store/db.ts'
import { openPostgres } from '../../src/merchant/store/postgres.ts'
import { openEmptyDatabase } from '../support/empty-database.ts'
import { makeTables } from '../support/example-merchant.ts'
import { createOwnDatabase } from '../support/own-database.ts'
import { createGround, type Ground } from './ground.ts'

const postgres = process.env.TEST_DATABASE_URL

/**
 * Describes the tests once for each database.
 * @param alsoOnPostgres `false` where that takes too long for every run
 */
export function describeOnEachDatabase(tests: (ground: () => Ground) => void, alsoOnPostgres = true): void {
  describe('on PGlite', () => tests(useGround(openEmptyDatabase)))
  if (postgres && alsoOnPostgres)
    describe('on Postgres', () => tests(useGround(() => openDatabaseIn(postgres))))
}

/** A database of its own, which goes when it is closed. */
async function openDatabaseIn(url: string): Promise<Db> {
  const database = await createOwnDatabase(url)
  const db = openPostgres(database.urlFor('crash'), () => undefined)
  return {
    ...db,
    async close() {
      await db.close()
      await database.drop()
    },
  }
}

function useGround(open: () => Promise<Db>): () => Ground {
  let ground: Ground | undefined
  beforeAll(async () => {
    const db = await open()
    await makeTables(db)
    ground = createGround(db)
  }, 60_000)
  afterAll(async () => {
    await ground?.db.close()
    ground = undefined
  })
  return () => {
    if (!ground) throw new Error('The database is open inside tests only.')
    return ground
  }
}
