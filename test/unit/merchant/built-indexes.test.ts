// Indexes of large tables are built beside the running shop. An index whose build is cut off is built again by the next
// server.
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../src/merchant/store/db.ts'
import { buildIndexes, indexes } from '../../../src/merchant/store/indexes.ts'
import { migrate } from '../../../src/merchant/store/migrate.ts'
import { openPostgres } from '../../../src/merchant/store/postgres.ts'
import { describeOnEachEmptyDatabase } from '../../support/each-database.ts'
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts'
import { databaseUrl, unlessSkipped } from './instances-world.ts'

const names = indexes.map(({ name }) => name)
const validIn = async (db: Db) => {
  const found = await db.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indisvalid and c.relname = any($1) order by array_position($1, c.relname::text)`,
    [names],
  )
  return found.map(({ name }) => name)
}
const [first = ''] = names

describeOnEachEmptyDatabase((db) => {
  test('a migration ends with all indexes, and rebuilds one that was lost', async () => {
    await migrate(db())
    expect(await validIn(db())).toEqual(names)
    await db().query(`drop index payin_checkout.${first}`)

    await migrate(db())

    expect([await validIn(db()), await buildIndexes(db())]).toEqual([names, []])
  })

  test('a store that cannot run a statement outside a transaction builds the indexes in one', async () => {
    const { runAlone, ...plain } = db()
    await migrate(plain)
    expect([typeof runAlone, await validIn(db())]).toEqual(['function', names])
  })

  test('an index that a dead server left half built is built again', async () => {
    await migrate(db())
    await db().query(
      `update pg_index set indisvalid = false where indexrelid = 'payin_checkout.${first}'::regclass`,
    )
    expect(await validIn(db())).toEqual(names.slice(1))

    expect(await buildIndexes(db())).toEqual([first])

    expect(await validIn(db())).toEqual(names)
  })
})

describe.skipIf(!databaseUrl)(`on a Postgres that is in use${unlessSkipped}`, () => {
  let database: OwnDatabase
  const opened: Db[] = []
  const open = (name: string) => {
    const db = openPostgres(database.urlFor(name), () => undefined)
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

  test('servers that start together build each index once, and all of them start', async () => {
    const servers = ['a', 'b', 'c', 'd'].map(open)
    await Promise.all(servers.map((db) => migrate(db)))
    expect(await validIn(servers[0] as Db)).toEqual(names)
  })

  test('a shopper writes and reads while an index is built, and the next server builds it if the builder is killed', async () => {
    const [db, killer] = [open('shop'), open('killer')]
    await migrate(db)
    await db.query(`drop index payin_checkout.${first}`)
    // A transaction that is older than the index delays its build, as a backup does.
    const backup = new pg.Client(database.urlFor('backup'))
    await backup.connect()
    await backup.query('begin isolation level repeatable read; select count(*) from payin_checkout.sessions')

    const building = migrate(open('builder')).catch((error) => error)
    const builder = () =>
      killer.query<{ pid: number }>(
        'select pid from pg_stat_progress_create_index where datname = current_database()',
      )
    await expect.poll(builder).toHaveLength(1)
    await db.query(
      `insert into payin_checkout.sessions (id, seed, kind, order_id, attempt, choice_hash, amount_value, amount_currency,
         service_key, created_at, updated_at)
       values (gen_random_uuid(), repeat('a', 64), 'payin', 'A-1', 1, '', '1.00', 'EUR', 'key', now(), now())`,
    )
    expect(await db.query('select order_id from payin_checkout.sessions')).toEqual([{ order_id: 'A-1' }])

    // Only in this database: others use this Postgres, too.
    const [{ pid } = { pid: 0 }] = await builder()
    await killer.query('select pg_terminate_backend($1)', [pid])
    expect(await building).toBeInstanceOf(Error)
    expect(await validIn(db)).toEqual(names.slice(1))
    await backup.end()
    await migrate(open('next'))
    expect(await validIn(db)).toEqual(names)
  })
})
