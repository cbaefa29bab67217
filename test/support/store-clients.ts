// A store over each client of Postgres that is installed here, in a database of the caller's.
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePostgresJs } from 'drizzle-orm/postgres-js'
import createKnex from 'knex'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import postgres from 'postgres'
import { drizzleStore } from '../../src/merchant/drizzle.ts'
import { knexStore } from '../../src/merchant/knex.ts'
import { kyselyStore } from '../../src/merchant/kysely.ts'
import { postgresStore } from '../../src/merchant/postgres.ts'
import { createStore } from '../../src/merchant/store/create-store.ts'
import type { Store } from '../../src/merchant/store/db.ts'
import { openQuietPool } from './quiet-pool.ts'

const inCamelCase = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

export interface OpenedStore {
  readonly store: Store<unknown>
  /** Closes the shop's own connections. The store does not. */
  closeClient(): Promise<unknown>
}

export type OpenStore = (url: string) => OpenedStore

export const openPostgresStore: OpenStore = (connectionString) => ({
  store: postgresStore({ connectionString }) as Store<unknown>,
  closeClient: async () => undefined,
})

/** Stores over a client of the shop. */
export const openOwnStores: readonly (readonly [name: string, OpenStore])[] = [
  [
    'Drizzle with pg',
    (url) => {
      const pool = openQuietPool(url)
      return { store: drizzleStore(drizzlePg({ client: pool })), closeClient: () => pool.end() }
    },
  ],
  [
    'Drizzle with postgres.js',
    (url) => {
      const sql = postgres(url, { onnotice: () => undefined })
      return { store: drizzleStore(drizzlePostgresJs({ client: sql })), closeClient: () => sql.end() }
    },
  ],
  [
    'Kysely, with a plugin that renames columns',
    (url) => {
      const db = new Kysely<unknown>({
        dialect: new PostgresDialect({ pool: openQuietPool(url) }),
        plugins: [new CamelCasePlugin()],
      })
      return { store: kyselyStore(db), closeClient: () => db.destroy() }
    },
  ],
  [
    'knex',
    (url) => {
      const log = { error: () => undefined, warn: () => undefined }
      const knex = createKnex({
        client: 'pg',
        connection: url,
        acquireConnectionTimeout: 3_000,
        log,
        // As the mappers of knex's documentation do.
        postProcessResponse: ({ rows, ...result }) => ({ ...result, rows: rows?.map(inCamelCase) }),
      })
      return { store: knexStore(knex), closeClient: () => knex.destroy() }
    },
  ],
  [
    'postgres.js, by createStore',
    (url) => {
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
      return { store, closeClient: () => sql.end() }
    },
  ],
]
