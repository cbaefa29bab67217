// Payments over each client of Postgres, also when its connection breaks in the middle of one.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedOrders } from '../../../demo/orders-on-sale.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { makeTables } from '../../support/example-merchant.ts'
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts'
import { type OpenedStore, openOwnStores, openPostgresStore } from '../../support/store-clients.ts'
import { createWorld, type World } from './harness.ts'
import { databaseUrl, unlessSkipped } from './instances-world.ts'
import { withDatabase } from './shop-process.ts'

/** The shop of the example calls `query` of its transaction, which not every client has. */
const forExample = (store: Db): Db => ({
  ...store,
  transaction: (work) => store.transaction((tx) => work({ ...tx, own: { query: tx.query } })),
})

/**
 * postgres.js 3.4.9 throws an uncaught error when a connection breaks in a transaction
 * (https://github.com/porsager/postgres/issues/1208). That ends a process, so it is not tried here.
 */
const survives = (name: string) => !name.includes('postgres.js')

const stores = [['pg', openPostgresStore], ...openOwnStores] as const

describe.skipIf(!databaseUrl).each(stores)(`with %s${unlessSkipped}`, (name, open) => {
  let database: OwnDatabase
  let opened: OpenedStore
  let shop: World

  beforeAll(async () => {
    database = await createOwnDatabase(databaseUrl ?? '')
    opened = open(database.urlFor('shop'))
    await makeTables(opened.store)
    await seedOrders(opened.store, new Date('2026-11-01'))
    await admin(`create function end_connection() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
  }, 60_000)
  beforeEach(async () => {
    shop = await createWorld(forExample(opened.store))
  })
  afterEach(() => shop.merchant.close())
  afterAll(async () => {
    await opened.store.close()
    await opened.closeClient()
    await database.drop()
  })

  const admin = (sql: string) =>
    withDatabase(database.urlFor('admin'), async (client) => void (await client.query(sql)))
  /** Postgres ends each connection that inserts into this table. */
  const breakAt = (table: string) =>
    admin(`create trigger ends before insert on payin_checkout.${table} execute function end_connection()`)
  const mend = (table: string) => admin(`drop trigger ends on payin_checkout.${table}`)
  const refusal = ({ status, headers }: Response) => [status, headers.get('retry-after')]

  test('a payment without a webhook is found by the sweep', async () => {
    await shop.pay('A-1003')
    shop.service.only().status = 'COMPLETED'
    await shop.merchant.sweep.runOnce(true)

    expect(await shop.order('A-1003')).toBe('paid')
  })

  if (!survives(name)) return

  test('a create request whose connection breaks gets 503 with Retry-After, and its repetition makes one payin', async () => {
    const key = randomUUID()

    await breakAt('sessions')
    const broken = await shop.createSession('A-1001', key)
    await mend('sessions')
    const again = await shop.createSession('A-1001', key)

    expect(refusal(broken)).toEqual([503, '1'])
    expect([again.status, shop.service.payins.size]).toEqual([201, 1])
    expect(shop.logged.join()).toContain('"event":"database_away"')
  })

  test('a webhook whose connection breaks gets 503 with Retry-After, and its payment is found in the next round', async () => {
    await shop.pay('A-1002')
    await shop.webhook(shop.service.only(), 'INITIATED')
    shop.service.only().status = 'COMPLETED'
    await shop.clock.advance(1_000)

    await breakAt('webhook_events')
    const broken = await shop.webhook(shop.service.only())
    await mend('webhook_events')

    expect(refusal(broken)).toEqual([503, '1'])
    await shop.clock.advance(2_000)
    await shop.merchant.sweep.runOnce()
    expect(await shop.order('A-1002')).toBe('paid')
  })
})
