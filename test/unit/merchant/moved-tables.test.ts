// An older version kept its tables in the shop's schema. They are moved while servers of that version still run, and
// views stay behind for these servers.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../src/merchant/store/db.ts'
import { migrate, requireMigrated, WrongTables } from '../../../src/merchant/store/migrate.ts'
import { migrations } from '../../../src/merchant/store/migrations/migrations.ts'
import { openPostgres } from '../../../src/merchant/store/postgres.ts'
import { allBlocks } from '../../support/documents.ts'
import { describeOnEachEmptyDatabase } from '../../support/each-database.ts'
import {
  addOlderSession,
  fillOlderTables,
  idOf,
  makeOlderTables,
  olderChanges,
  relationsOf,
  rowsOf,
  tablesOfOlder,
} from '../../support/older-tables.ts'
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts'
import { databaseUrl, unlessSkipped } from './instances-world.ts'
import { olderStatements } from './older-statements.ts'

const views = tablesOfOlder.map((table) => `${table} (a view)`)
const move = '007-own-schema.sql'
/** The move and the changes after it. */
const changes = migrations.map(([name]) => name).filter((name) => name >= move)

describeOnEachEmptyDatabase((db) => {
  test('the tables of the older version are moved without losing a row, and views stay in their place', async () => {
    await makeOlderTables(db())
    await fillOlderTables(db())
    const before = await rowsOf(db(), 'public')
    await expect(requireMigrated(db())).rejects.toThrow('await migrate(store)')

    expect(await migrate(db())).toEqual(changes)

    expect([...before.values()].every((rows) => rows.length > 0)).toBe(true)
    const after = await rowsOf(db(), 'payin_checkout')
    expect(after.get('migrations')).toHaveLength(migrations.length)
    for (const table of tablesOfOlder.filter((table) => table !== 'migrations'))
      expect([table, after.get(table)]).toEqual([table, before.get(table)])
    expect(await relationsOf(db(), 'public')).toEqual(views)
    expect(await relationsOf(db(), 'payin_checkout', 'rv')).toEqual(tablesOfOlder)
    expect(await migrate(db())).toEqual([])
    await requireMigrated(db())
  })

  test('a server of the older version continues through the views, and both versions read the same', async () => {
    await makeOlderTables(db())
    await fillOlderTables(db())
    await migrate(db())

    for (const [sql, params] of olderStatements)
      expect([sql, await db().query(sql, params)]).not.toEqual([sql, []])

    expect(await rowsOf(db(), 'public')).toEqual(await rowsOf(db(), 'payin_checkout'))
    expect(await db().query('select count(*)::int as n from payin_checkout.sessions')).toEqual([{ n: 4 }])
    const raised = await db().query<{ id: number }>('select id from payin_checkout.alerts order by id')
    expect(raised.map(({ id }) => id)).toEqual([1, 2])
    // Its next start takes the views for its tables, and ignores changes whose names it does not know.
    await db().transaction((tx) =>
      tx.run(
        'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
      ),
    )
    expect(await relationsOf(db(), 'public')).toEqual(views)
    expect(await migrate(db())).toEqual([])
  })

  test.each([1, 2, 3, 4, 5])(
    'tables after %i of the older changes get the missing ones, then move',
    async (count) => {
      await makeOlderTables(db(), count)
      await addOlderSession(db(), 1)
      const names = migrations.map(([name]) => name)

      expect(await migrate(db())).toEqual(names.slice(count))

      expect(await db().query('select name from payin_checkout.migrations order by name')).toEqual(
        names.map((name) => ({ name })),
      )
      expect(await db().query('select order_id, doubt from payin_checkout.sessions')).toEqual([
        { order_id: 'A-1', doubt: null },
      ])
      expect(await relationsOf(db(), 'public')).toEqual(views)
    },
  )

  test('a migration that is cut off leaves the old tables as they were, and can be repeated', async () => {
    await makeOlderTables(db())
    await fillOlderTables(db())
    const before = [await relationsOf(db(), 'public'), await rowsOf(db(), 'public')]
    const cutOff: Db = {
      ...db(),
      transaction: (work) =>
        db().transaction((tx) =>
          work({
            ...tx,
            async run(sql) {
              await tx.run(sql)
              if (sql === migrations.at(-1)?.[1]) throw new Error('cut off')
            },
          }),
        ),
    }

    await expect(migrate(cutOff)).rejects.toThrow('cut off')

    expect([await relationsOf(db(), 'public'), await rowsOf(db(), 'public')]).toEqual(before)
    expect(await db().query(`select 1 from pg_namespace where nspname = 'payin_checkout'`)).toEqual([])
    expect(await migrate(db())).toEqual(changes)
  })

  test('tables that an older server made again beside ours are refused, and stay untouched', async () => {
    await migrate(db())
    await makeOlderTables(db())
    await addOlderSession(db(), 1)

    await expect(migrate(db())).rejects.toThrow(
      /^There are two sets .* in the schemas payin_checkout and public\./,
    )
    await expect(migrate(db())).rejects.toThrow(WrongTables)
    expect(await db().query('select order_id from public.sessions')).toEqual([{ order_id: 'A-1' }])
    expect(await db().query('select order_id from payin_checkout.sessions')).toEqual([])
  })

  test('a change that follows the move in the same migration finds the tables in their new place', async () => {
    await makeOlderTables(db())
    const places = await db().transaction(async (tx) => {
      await tx.run('create schema payin_checkout')
      await tx.run(migrations.find(([name]) => name === move)?.[1] ?? '')
      return tx.query('select current_schema() as place')
    })
    expect(places).toEqual([{ place: 'payin_checkout' }])
  })

  test('the shop’s schema is empty once the views are dropped as the documents say', async () => {
    await makeOlderTables(db())
    await migrate(db())
    const sql = allBlocks('sql').map(({ code }) => code)

    await db().transaction((tx) => tx.run(sql.join('\n')))

    expect(await relationsOf(db(), 'public')).toEqual([])
    expect(await migrate(db())).toEqual([])
  })

  test('a shop whose own schema was called payin_checkout keeps its tables there, without views', async () => {
    await db().transaction(async (tx) => {
      await tx.run('create schema payin_checkout; set local search_path = payin_checkout')
      await makeOlderTables({ ...db(), transaction: (work) => work(tx) })
      await addOlderSession(tx, 1)
    })
    expect(await migrate(db())).toEqual(changes)
    expect(await db().query('select order_id from payin_checkout.sessions')).toEqual([{ order_id: 'A-1' }])
    expect(await relationsOf(db(), 'public')).toEqual([])
  })
})

describe.skipIf(!databaseUrl)(`several servers on one Postgres${unlessSkipped}`, () => {
  let database: OwnDatabase
  const opened: Db[] = []
  const open = (name: string, search = '') => {
    const db = openPostgres(database.urlFor(name) + search, () => undefined)
    opened.push(db)
    return db
  }
  beforeEach(async () => {
    database = await createOwnDatabase(databaseUrl ?? '')
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((db) => db.close()))
    await database.drop()
  })

  /** Resolves when this number of statements in this database wait for a lock. */
  const blocked = (db: Db, count: number) =>
    expect
      .poll(() =>
        db.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      )
      .toHaveLength(count)

  test.each([
    ['of the older version', makeOlderTables, changes],
    ['that do not exist yet', async () => undefined, migrations.map(([name]) => name)],
  ])('that migrate tables %s at the same moment do it once', async (_, make, names) => {
    const first = open('first')
    await make(first)
    const { all } = await first.transaction(async (tx) => {
      // Holds the lock of a server that has just begun. Without it the first is done before the second begins.
      await tx.query('select pg_advisory_xact_lock(4242001)')
      const all = ['a', 'b', 'c'].map((name) => migrate(open(name)))
      await blocked(first, all.length)
      return { all }
    })
    expect((await Promise.all(all)).flat()).toEqual(names)
  })

  test('of the older version finish what they have begun, and waiting statements continue through the views', async () => {
    const [older, newer] = [open('older'), open('newer')]
    await makeOlderTables(older)
    await fillOlderTables(older)
    const { migrating, waiting } = await older.transaction(async (tx) => {
      await tx.query('select * from sessions where id = $1 for no key update', [idOf(1)])
      const migrating = migrate(newer)
      await blocked(older, 1)
      const waiting = older.query(`update sessions set status = 'B' where id = $1 returning status`, [
        idOf(2),
      ])
      await blocked(older, 2)
      await tx.query(`update sessions set status = 'A' where id = $1`, [idOf(1)])
      return { migrating, waiting }
    })

    expect(await migrating).toEqual(changes)
    expect(await waiting).toEqual([{ status: 'B' }])
    const sql = 'select status from payin_checkout.sessions order by id limit 2'
    expect(await newer.query(sql)).toEqual([{ status: 'A' }, { status: 'B' }])
  })

  test('find the older tables in the schema of their search_path, and leave other schemas alone', async () => {
    const admin = open('admin')
    await admin.query('create schema "The Shop"')
    const inShop = open('shop', `&options=${encodeURIComponent('-c search_path="The\\ Shop",public')}`)
    await makeOlderTables(inShop, olderChanges.length)
    await addOlderSession(inShop, 1)

    expect(await migrate(inShop)).toEqual(changes)

    expect(await relationsOf(admin, 'The Shop')).toEqual(views)
    expect(await relationsOf(admin, 'public')).toEqual([])
    expect(await inShop.query('select order_id from sessions')).toEqual([{ order_id: 'A-1' }])
  })

  test('on one database with two sets of older tables are refused, because either may hold the payments', async () => {
    const admin = open('admin')
    await admin.query('create schema other')
    await makeOlderTables(admin)
    const inOther = open('other', `&options=${encodeURIComponent('-c search_path=other,public')}`)
    await makeOlderTables(inOther)

    await expect(migrate(inOther)).rejects.toThrow('in the schemas other and public.')
    expect(await relationsOf(admin, 'payin_checkout')).toEqual([])
  })
})
