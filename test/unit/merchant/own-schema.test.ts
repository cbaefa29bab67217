// The tables are in a schema of their own, because the shop may have tables of the same names.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { seedOrders } from '../../../demo/orders-on-sale.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { migrate, requireMigrated } from '../../../src/merchant/store/migrate.ts'
import { migrations } from '../../../src/merchant/store/migrations/migrations.ts'
import { describeOnEachEmptyDatabase } from '../../support/each-database.ts'
import { createWorld } from './harness.ts'

const tables = [
  'alerts',
  'installation',
  'migrations',
  'outbox',
  'payouts',
  'service_budget',
  'session_claims',
  'session_ids',
  'sessions',
  'webhook_events',
]

/** The relations of a schema: tables, views, sequences, indexes. */
async function relationsOf(db: Db, schema: string, kinds = 'rvSmi'): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and position(c.relkind::text in $2) > 0 order by c.relname`,
    [schema, kinds],
  )
  return rows.map(({ name }) => name)
}

describeOnEachEmptyDatabase((db) => {
  test('a new database holds nothing of the library in the shop’s schema', async () => {
    expect(await migrate(db())).toEqual(migrations.map(([name]) => name))
    expect(await relationsOf(db(), 'public')).toEqual([])
    expect(await relationsOf(db(), 'payin_checkout', 'rv')).toEqual(tables)
    expect(await migrate(db())).toEqual([])
    await requireMigrated(db())
  })

  test.each([
    [
      'TypeORM’s migrations',
      `create table migrations (id serial primary key, "timestamp" bigint not null, name varchar not null);
       insert into migrations ("timestamp", name) values (1, '001-tables.sql')`,
    ],
    [
      'a tool’s migrations with the same columns and other names',
      `create table migrations (name text primary key, applied_at timestamptz not null default now());
       insert into migrations (name) values ('0001_users')`,
    ],
    [
      'a tool’s migrations with times of another type',
      `create table migrations (name text primary key, applied_at timestamp not null default now());
       insert into migrations (name) values ('001-tables.sql')`,
    ],
  ])('a shop with %s keeps every table of its own, and both work', async (_, theirMigrations) => {
    await db().transaction((tx) =>
      tx.run(`${theirMigrations};
        create table installation (plugin text primary key); insert into installation values ('blog');
        create table sessions (sid varchar primary key, sess json not null); insert into sessions values ('s', '{}');
        create table alerts (id int primary key, text text); insert into alerts values (1, 'stock is low');
        create table outbox (id int primary key, mail text); insert into outbox values (1, 'hello');
        create table payouts (id int primary key, cents int); insert into payouts values (1, 500)`),
    )
    const theirs = ['migrations', 'installation', 'sessions', 'alerts', 'outbox', 'payouts']
    const read = () => Promise.all(theirs.map((table) => db().query(`select * from public.${table}`)))
    const before = await read()

    await migrate(db())
    await seedOrders(db(), new Date('2026-11-01'))
    const world = await createWorld(db())
    const { id } = await world.pay('A-1001')
    await world.move(world.service.only(), 'COMPLETED')
    await world.merchant.sweep.runOnce()

    expect(await (await world.read(id)).json()).toMatchObject({ outcome: 'complete' })
    expect([await world.order('A-1001'), await world.alerts()]).toEqual(['paid', []])
    expect(await read()).toEqual(before)
    expect(await relationsOf(db(), 'public', 'rv')).toEqual([...theirs, 'orders', 'parcels'].toSorted())
    await world.merchant.close()
  })
})

describe('the source of the library', () => {
  const names = tables.join('|')
  /** Keywords before a table name, also before the second of a list. */
  const beforeTable = `\\b(?:from|join|into|update|using|table|only|truncate|analyze|references)\\s+(?:[\\w."]+\\s*,\\s*)*`

  /** The tables that a text names without their schema. */
  function unqualifiedIn(source: string): string[] {
    const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
    const afterKeyword = code.matchAll(new RegExp(`${beforeTable}"?(${names})\\b"?(?!\\s*\\()`, 'gi'))
    const texts = code.match(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g) ?? []
    const inSql = texts
      .filter((text) =>
        /\b(select|insert into|update|delete from|truncate|lock table|alter table)\b/i.test(text),
      )
      .flatMap((text) => [...text.matchAll(new RegExp(`(?<![\\w./"])"?(${names})\\b(?![\\w."])`, 'gi'))])
    const intoTable = code.matchAll(new RegExp(`insert\\s+into\\s+"?(${names})\\b`, 'gi'))
    return [...afterKeyword, ...inSql, ...intoTable].map(([, name]) => name ?? '')
  }

  test.each([
    ["query('select id from sessions')", true],
    ["query('SELECT id FROM Sessions')", true],
    ['query(\'select id from "sessions"\')', true],
    ['query(`update\n  sessions set n = 1`)', true],
    ["query('select 1 from payin_checkout.payouts p join sessions s on true')", true],
    ["query('truncate payin_checkout.alerts, outbox')", true],
    ["query('insert into alerts (kind) values ($1)')", true],
    ["const part = 'from webhook_events'", true],
    ["query('select null::sessions')", true],
    ["query('select id from payin_checkout.sessions where sessions.id = $1')", false],
    ['// rows that were deleted from sessions', false],
    ["log('the table payin_checkout.alerts')", false],
  ])('is searched correctly for tables without a schema: %s', (source, isFound) => {
    expect(unqualifiedIn(source).length > 0).toBe(isFound)
  })

  test('names the schema of each table in each statement', () => {
    const folder = fileURLToPath(new URL('../../../src/merchant/', import.meta.url))
    // The changes of the tables run with the search_path of their schema.
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !/^store\/migrat/.test(file),
    )
    const sources = files.map((file) => ({ file, source: readFileSync(folder + file, 'utf8') }))
    const unqualified = sources.flatMap(({ file, source }) =>
      unqualifiedIn(source).map((table) => `${file}: ${table}`),
    )
    expect(unqualified).toEqual([])
    const qualified = sources.flatMap(({ source }) => source.match(/payin_checkout\.\w+/g) ?? [])
    expect(new Set(qualified)).toEqual(
      new Set(tables.filter((table) => table !== 'migrations').map((table) => `payin_checkout.${table}`)),
    )
    expect(qualified.length).toBeGreaterThan(70)
  })
})
