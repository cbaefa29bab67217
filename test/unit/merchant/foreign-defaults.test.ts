// The defaults of a shop's database and driver can be unusual. The store sets what a payment relies on.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedOrders } from '../../../demo/orders-on-sale.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { migrate, requireMigrated } from '../../../src/merchant/store/migrate.ts'
import { openPostgres } from '../../../src/merchant/store/postgres.ts'
import { makeTables } from '../../support/example-merchant.ts'
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts'
import { createWorld } from './harness.ts'

const url = process.env.TEST_DATABASE_URL

describe.skipIf(!url)(`with unusual defaults${url ? '' : ' (skipped: TEST_DATABASE_URL names none)'}`, () => {
  let database: OwnDatabase
  let db: Db
  beforeAll(async () => {
    database = await createOwnDatabase(url ?? '')
    const admin = new pg.Client({ connectionString: database.urlFor('admin') })
    await admin.connect()
    await admin.query(
      `do $$ begin
         execute format('alter database %I set default_transaction_isolation to serializable', current_database());
         execute format('alter database %I set datestyle to ''SQL, DMY''', current_database());
         execute format('alter database %I set timezone to ''America/St_Johns''', current_database());
       end $$`,
    )
    await admin.end()
    db = openPostgres(database.urlFor('shop'), () => undefined)
    await makeTables(db)
    await seedOrders(db, new Date('2026-11-01'))
  }, 60_000)
  afterAll(async () => {
    await db.close()
    await database.drop()
  })

  test('transactions run at read committed, so that a create request that waits for an order sees the changes of the one before', async () => {
    expect(
      await db.transaction(async (tx) =>
        tx.query(`select current_setting('transaction_isolation') as level`),
      ),
    ).toEqual([{ level: 'read committed' }])
    const world = await createWorld(db)
    const creates = await Promise.all(
      ['payin', 'payin', 'payin', 'payin'].map((kind) =>
        world.createSession('A-1001', randomUUID(), { kind }),
      ),
    )
    expect(creates.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201])
    expect(world.service.payins.size).toBe(1)
    await world.merchant.close()
  })

  test('times are read as they were written, although the database shows them in the style of another country', async () => {
    const at = new Date('2026-11-20T12:00:00.123Z')
    const read = 'select $1::timestamptz as beat_at'
    expect(await db.query(read, [at])).toEqual([{ beat_at: at }])
    expect(await db.transaction((tx) => tx.query(read, [at]))).toEqual([{ beat_at: at }])
  })

  test('a payment is followed even if the shop’s driver returns times as text', async () => {
    const { TIMESTAMPTZ, INT8 } = pg.types.builtins
    const before = pg.types.getTypeParser(TIMESTAMPTZ)
    pg.types.setTypeParser(TIMESTAMPTZ, (text: string) => text)
    pg.types.setTypeParser(INT8, BigInt)
    try {
      const world = await createWorld(db)
      const session = await world.pay('A-1002')
      const [payin] = [...world.service.payins.values()].slice(-1)
      if (!payin) throw new Error('There is no payin.')
      await world.move(payin, 'COMPLETED')
      expect(await (await world.read(session.id)).json()).toMatchObject({ outcome: 'complete' })
      expect(await world.order('A-1002')).toBe('paid')
      await world.merchant.close()
    } finally {
      pg.types.setTypeParser(TIMESTAMPTZ, before)
      pg.types.setTypeParser(INT8, (text: string) => text)
    }
  })

  test('notifications of a payment are sent after its commit, never inside it', async () => {
    const seen: string[] = []
    const spied: Db = {
      ...db,
      transaction: (work) =>
        db.transaction((tx) =>
          work({
            ...tx,
            query: (sql, params) => {
              seen.push(sql)
              return tx.query(sql, params)
            },
          }),
        ),
    }
    const world = await createWorld(spied)
    await world.pay('A-1003')
    const [payin] = [...world.service.payins.values()].slice(-1)
    if (!payin) throw new Error('There is no payin.')
    await world.move(payin, 'COMPLETED')
    expect(await world.order('A-1003')).toBe('paid')
    expect(seen.filter((sql) => /notify/i.test(sql))).toEqual([])
    await world.merchant.close()
  })

  test('a database that cannot hold every text is refused at the start, with what to do', async () => {
    const latin = await createOwnDatabase(url ?? '', `encoding 'LATIN1' locale 'C'`)
    const store = openPostgres(latin.urlFor('shop'), () => undefined)
    await expect(migrate(store)).rejects.toThrow(/encoding LATIN1.*create database … encoding 'UTF8'/)
    await store.close()
    await latin.drop()
  })

  test('a database that only reads is refused at the start, with what to do', async () => {
    const readOnly = new URL(database.urlFor('reader'))
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
    const store = openPostgres(readOnly.href, () => undefined)
    await expect(migrate(store)).rejects.toThrow('The database only reads: it is a standby')
    await expect(requireMigrated(store)).rejects.toThrow('The database only reads: it is a standby')
    await store.close()
  })
})
