import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePostgresJs } from 'drizzle-orm/postgres-js'
import createKnex from 'knex'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { drizzleStore } from '../../../src/merchant/drizzle.ts'
import { knexStore } from '../../../src/merchant/knex.ts'
import { kyselyStore } from '../../../src/merchant/kysely.ts'
import { createStore } from '../../../src/merchant/store/create-store.ts'
import type { Store } from '../../../src/merchant/store/db.ts'
import { storeContract } from '../../../src/merchant/store-contract.ts'
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts'
import { openQuietPool } from '../../support/quiet-pool.ts'

interface Opened {
  readonly store: Store<unknown>
  close(): Promise<unknown>
}

function describeClient(name: string, open: (url: string) => Promise<Opened>): void {
  const url = process.env.TEST_DATABASE_URL
  describe.skipIf(!url)(`${name}${url ? '' : ' (skipped: TEST_DATABASE_URL names none)'}`, () => {
    let database: OwnDatabase
    let opened: Opened
    beforeAll(async () => {
      database = await createOwnDatabase(url ?? '')
      opened = await open(database.urlFor('shop'))
    })
    afterAll(async () => {
      await opened.store.close()
      await opened.close()
      await database.drop()
    })
    for (const { title, holds } of storeContract) test(title, () => holds(opened.store), 15_000)
  })
}

describeClient('Drizzle with pg', async (url) => {
  const pool = openQuietPool(url)
  return { store: drizzleStore(drizzlePg({ client: pool })), close: () => pool.end() }
})

describeClient('Drizzle with postgres.js', async (url) => {
  const sql = postgres(url, { onnotice: () => undefined })
  return { store: drizzleStore(drizzlePostgresJs({ client: sql })), close: () => sql.end() }
})

describeClient('Kysely, with a plugin that renames columns', async (url) => {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: openQuietPool(url) }),
    plugins: [new CamelCasePlugin()],
  })
  return { store: kyselyStore(db), close: () => db.destroy() }
})

describeClient('knex', async (url) => {
  const knex = createKnex({ client: 'pg', connection: url })
  return { store: knexStore(knex), close: () => knex.destroy() }
})

describeClient('postgres.js, by createStore', async (url) => {
  const sql = postgres(url, { onnotice: () => undefined })
  const store = createStore<postgres.TransactionSql>({
    query: (text, params) => sql.unsafe(text, [...params] as never[]),
    transaction: async (work) =>
      (await sql.begin('isolation level read committed', (own) =>
        work({ query: (text, params) => own.unsafe(text, [...params] as never[]), own }),
      )) as never,
    listen: async (channel, listener) => {
      const { unlisten } = await sql.listen(channel, listener)
      return unlisten
    },
  })
  return { store, close: () => sql.end() }
})
