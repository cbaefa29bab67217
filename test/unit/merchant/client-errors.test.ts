// What a failure of Postgres means is recognised in the errors that each client really throws.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Meaning, meaningOf } from '../../../src/merchant/store/database-errors.ts'
import type { Store, Transaction } from '../../../src/merchant/store/db.ts'
import { type OwnPostgres, startOwnPostgres, whyNoPostgres } from '../../support/own-postgres.ts'
import { type OpenStore, openOwnStores, openPostgresStore } from '../../support/store-clients.ts'
import { faultOf, unless } from './failing-postgres.ts'
import { withDatabase } from './shop-process.ts'

// postgres.js throws an uncaught error when a connection breaks in a transaction; see broken-connections.test.ts. Its
// recorded errors are in database-errors.test.ts.
const survivors = openOwnStores.filter(([name]) => !name.includes('postgres.js'))
const stores: typeof openOwnStores = [['pg', openPostgresStore], ...survivors]

describe.skipIf(whyNoPostgres !== null)(`a failure of Postgres${unless}`, () => {
  let postgres: OwnPostgres
  beforeAll(async () => {
    postgres = await startOwnPostgres()
    await withDatabase(postgres.url, (client) =>
      client.query(`create table marks (id int primary key, n int); insert into marks values (1, 0), (2, 0);
        create role crowd login connection limit 0`),
    )
  }, 60_000)
  afterAll(() => postgres?.dispose())

  async function withStore<T>(
    open: OpenStore,
    work: (store: Store<unknown>) => Promise<T>,
    url = postgres.url,
  ) {
    const { store, closeClient } = open(url)
    try {
      return await work(store)
    } finally {
      await store.close()
      await closeClient()
    }
  }

  /** Ends the connection of a transaction and waits until its client has noticed. */
  async function cut(tx: Transaction<unknown>): Promise<void> {
    const [row] = await tx.query<{ pid: number }>('select pg_backend_pid()::int as pid')
    await withDatabase(postgres.url, (client) =>
      client.query('select pg_terminate_backend($1, 5000)', [row?.pid]),
    )
    await pause(20)
  }
  const raise = (code: string) => `do $$ begin raise exception 'raised' using errcode = '${code}'; end $$`
  const inTransaction = (work: (tx: Transaction<unknown>) => Promise<unknown>) => (store: Store<unknown>) =>
    store.transaction(work)

  const failures: readonly (readonly [
    string,
    readonly (Meaning | null)[],
    (store: Store<unknown>) => Promise<unknown>,
  ])[] = [
    [
      'that ends the connection between two statements',
      ['away'],
      inTransaction(async (tx) => {
        await cut(tx)
        await tx.query('update marks set n = 1')
      }),
    ],
    [
      'that ends the connection during a statement',
      ['broken', 'away'],
      inTransaction((tx) =>
        tx.query('select pg_terminate_backend(pg_backend_pid())::text, pg_sleep(3)::text'),
      ),
    ],
    ['that ends the connection before the commit', ['away'], inTransaction(cut)],
    [
      'that ends the connection of a transaction whose work then fails',
      [null],
      inTransaction(async (tx) => {
        await cut(tx)
        throw new RangeError('no')
      }),
    ],
    [
      'that ends a transaction which is idle for too long',
      ['away'],
      inTransaction(async (tx) => {
        const [own] = await tx.query<{ pid: number }>(
          `select pg_backend_pid()::int as pid, set_config('idle_in_transaction_session_timeout', '50', true)`,
        )
        await withDatabase(postgres.url, async (client) => {
          const still = () => client.query('select 1 from pg_stat_activity where pid = $1', [own?.pid])
          await expect.poll(still).toHaveProperty('rows', [])
        })
        await pause(20)
        await tx.query('select 1 as one')
      }),
    ],
    [
      'that ends a slow statement',
      ['busy'],
      inTransaction(async (tx) => {
        await tx.query(`select set_config('statement_timeout', '50', true)`)
        await tx.query('select pg_sleep(3)::text')
      }),
    ],
    [
      'that ends the wait for a lock',
      ['busy'],
      (store) =>
        withDatabase(postgres.url, async (client) => {
          await client.query('begin; select 1 from marks for update')
          await store.transaction(async (tx) => {
            await tx.query(`select set_config('lock_timeout', '50', true)`)
            await tx.query('update marks set n = 1')
          })
        }),
    ],
    ['that finds a deadlock', ['collision'], inTransaction((tx) => tx.query(raise('40P01')))],
    ['that cannot serialize', ['collision'], inTransaction((tx) => tx.query(raise('40001')))],
    ['with a full disk', ['full'], inTransaction((tx) => tx.query(raise('53100')))],
    [
      'that has become a standby',
      ['broken'],
      inTransaction(async (tx) => {
        await tx.query('set transaction read only')
        await tx.query('update marks set n = 1')
      }),
    ],
    ['which refuses a row', [null], inTransaction((tx) => tx.query('insert into marks values (1, 1)'))],
    ['which knows no such table', [null], (store) => store.query('select 1 from no_table')],
    [
      'whose first error was a collision that the work has caught',
      ['collision'],
      inTransaction(async (tx) => {
        await tx.query(raise('40P01')).catch(() => undefined)
        await tx.query('select 1 as one')
      }),
    ],
    [
      'whose only error was a collision that the work has caught',
      ['collision'],
      inTransaction((tx) => tx.query(raise('40P01')).catch(() => undefined)),
    ],
  ]

  describe.each(stores)('with %s', (_, open) => {
    test.each(failures)('%s means %s', async (_, meanings, fail) => {
      const error = await withStore(open, (store) => faultOf(fail(store)))
      expect(meanings, String(error)).toContain(meaningOf(error))
    })

    test.each([
      ['at a port where nothing listens', 'away', 'postgres://postgres@127.0.0.1:1/postgres'],
      ['at a host with several addresses', 'away', 'postgres://postgres@localhost:1/postgres'],
      ['at an unknown host', 'away', 'postgres://postgres@no-such-host.invalid/postgres'],
    ])('%s is %s', async (_, meaning, url) => {
      const errors = await withStore(
        open,
        (store) =>
          Promise.all([
            faultOf(store.query('select 1')),
            faultOf(store.transaction((tx) => tx.query('select 1'))),
          ]),
        url,
      )
      expect(errors.map(meaningOf)).toEqual([meaning, meaning])
    })

    test('without a free connection means full', async () => {
      const url = postgres.url.replace('postgres@', 'crowd@')
      await withStore(
        open,
        async (store) => {
          expect(meaningOf(await faultOf(store.query('select 1')))).toBe('full')
          expect(meaningOf(await faultOf(store.transaction((tx) => tx.query('select 1'))))).toBe('full')
        },
        url,
      )
    })

    test('that shuts down and comes back means away until it is there', async () => {
      await withStore(open, async (store) => {
        const within = store.transaction(async (tx) => {
          await tx.query('update marks set n = 1')
          await postgres.shutDown('fast')
          await tx.query('update marks set n = 2')
        })
        const errors = [await faultOf(within), await faultOf(store.query('select 1 as one'))]
        await postgres.start()
        expect(errors.map(meaningOf)).toEqual(['away', 'away'])
        await expect.poll(() => store.query('select 1 as one').catch(() => null)).toEqual([{ one: 1 }])
      })
    }, 30_000)
  })
})
