// A transaction pooler between server and Postgres refuses or drops the settings of a connection, so each statement
// brings its limits along. The shop works the same.

import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { seedOrders } from '../../../demo/orders-on-sale.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { openPostgres } from '../../../src/merchant/store/postgres.ts'
import { makeTables } from '../../support/example-merchant.ts'
import { type OwnPgbouncer, startOwnPgbouncer, whyNoPgbouncer } from '../../support/own-pgbouncer.ts'
import { type OwnPostgres, startOwnPostgres, whyNoPostgres } from '../../support/own-postgres.ts'
import { createWorld } from './harness.ts'

const why = whyNoPostgres ?? whyNoPgbouncer
const unless = why ? ` (skipped: ${why})` : ''
const settings = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout'

describe.skipIf(why !== null).each([
  ['refuses settings at the start of a connection', []],
  ['accepts settings and drops them', [`ignore_startup_parameters = ${settings}`]],
])(`behind a PgBouncer that %s${unless}`, (_, ini) => {
  let postgres: OwnPostgres
  let bouncer: OwnPgbouncer
  let db: Db
  let other: pg.Client

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    // Two connections for all, so they change hands with every transaction.
    bouncer = await startOwnPgbouncer(postgres.url, ['default_pool_size = 2', ...ini])
    db = openPostgres(bouncer.url, () => undefined, { limits: { lockMs: 300 } })
    await makeTables(db)
    await seedOrders(db, new Date('2026-11-01'))
    other = new pg.Client({ connectionString: bouncer.url })
    await other.connect()
  })
  afterEach(() => other.query('rollback'))
  afterAll(async () => {
    await other?.end()
    await db?.close()
    await bouncer?.dispose()
    await postgres?.dispose()
  })

  test('an order is paid', async () => {
    const world = await createWorld(db)
    const { id } = await world.pay('A-1001')
    await world.move(world.service.only(), 'COMPLETED')

    expect(await (await world.read(id)).json()).toMatchObject({ outcome: 'complete' })
    expect([await world.order('A-1001'), await world.alerts()]).toEqual(['paid', []])
    await world.merchant.close()
  })

  test.each([
    ['a statement', (db: Db) => db.query('update orders set title = title where id = $1', ['A-1001'])],
    [
      'a transaction',
      (db: Db) =>
        db.transaction((tx) => tx.query('select 1 from orders where id = $1 for update', ['A-1001'])),
    ],
  ])('%s that waits for a locked row gives up', async (_, write) => {
    await other.query('begin')
    await other.query(`select 1 from orders where id = 'A-1001' for update`)

    await expect(write(db)).rejects.toMatchObject({ code: '55P03' })
  })

  test('the limits of this server end with each transaction, and reach no other client', async () => {
    await db.query('select 1')
    await db.transaction((tx) => tx.query('select 1'))

    const { rows } = await other.query(
      `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
    )
    expect(rows).toEqual([{ lock: '0', statement: '0' }])
  })
})

test.skipIf(why !== null)(
  `a PgBouncer that accepts no further client is waited for, like a full Postgres${unless}`,
  async () => {
    const postgres = await startOwnPostgres()
    const bouncer = await startOwnPgbouncer(postgres.url, ['max_client_conn = 2'])
    const db = openPostgres(bouncer.url, () => undefined)
    try {
      const sleeps = Array.from({ length: 8 }, () =>
        db.query<{ n: number }>('select 1 as n from pg_sleep(0.05)'),
      )
      expect(new Set((await Promise.all(sleeps)).map(([row]) => row?.n))).toEqual(new Set([1]))
      await db.isThere()
    } finally {
      await db.close()
      await bouncer.dispose()
      await postgres.dispose()
    }
  },
)
