// A database of the version that kept its tables in the shop's schema, created as in that version: by statements that name
// no schema.
import type { Db, Queries } from '../../src/merchant/store/db.ts'
import { migrations } from '../../src/merchant/store/migrations/migrations.ts'

/** The changes of the version before; later changes are in the tables' own schema. */
export const olderChanges = migrations.filter(([name]) => name < '007')

export const tablesOfOlder = [
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
] as const

/** Creates the tables in the schema of the search_path. @param count how many of the changes that version has */
export async function makeOlderTables(db: Db, count = olderChanges.length): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    for (const [name, sql] of olderChanges.slice(0, count)) {
      await tx.run(sql)
      await tx.query('insert into migrations (name) values ($1)', [name])
    }
  })
}

export const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Adds a session, with the columns of the first version. */
export async function addOlderSession(queries: Queries, n: number): Promise<void> {
  await queries.query(
    `insert into sessions (id, seed, kind, order_id, attempt, choice_hash, amount_value, amount_currency, service_key,
       created_at, updated_at)
     values ($1, $2, 'payin', $3, 1, 'none', '49.90', 'EUR', $4, now(), now())`,
    [idOf(n), String(n).padStart(64, '0'), `A-${n}`, `key-${n}`],
  )
  await queries.query('insert into session_ids (hash, session) values ($1, $2)', [`id-${n}`, idOf(n)])
}

/** Puts rows into every table of the newest of those versions. */
export async function fillOlderTables(db: Db): Promise<void> {
  for (const n of [1, 2, 3]) await addOlderSession(db, n)
  for (const sql of [
    `insert into session_claims values ('claim-1', '${idOf(1)}', 'A-1', 'request', now())`,
    `insert into webhook_events (hash, kind, received_at, next_try_at) values ('event-1', 'payin', now(), 'epoch')`,
    `insert into alerts (kind, session, detail, created_at) values ('paid_twice', '${idOf(1)}', 'refund it', now())`,
    `insert into payouts (id, amount_value, amount_currency, created_at) values ('refund-1', '5.00', 'EUR', now())`,
    `insert into outbox (id, kind, session, subject, amount_value, amount_currency, created_at, next_try_at)
       values ('order_paid:1', 'order_paid', '${idOf(1)}', 'A-1', '49.90', 'EUR', now(), 'epoch')`,
    'insert into service_budget (only_row) values (true)',
  ])
    await db.query(sql)
}

/** Columns that later changes have added to these tables; the views do not show them. */
const laterColumns = ['cleaned_at', 'looked_at']

/** Every row of these tables, in the columns of that version. @param schema of the tables, or of the views with their names */
export async function rowsOf(db: Db, schema: string): Promise<Map<string, object[]>> {
  const rows = new Map<string, object[]>()
  for (const table of tablesOfOlder)
    rows.set(
      table,
      await db.query(`select (to_jsonb(t) - $1::text[])::text as row from ${schema}.${table} t order by 1`, [
        laterColumns,
      ]),
    )
  return rows
}

/** The relations of a schema: tables, views, sequences, indexes. */
export async function relationsOf(db: Db, schema: string, kinds = 'rvSmi'): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select c.relname || case c.relkind when 'v' then ' (a view)' else '' end as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and position(c.relkind::text in $2) > 0 order by c.relname`,
    [schema, kinds],
  )
  return rows.map(({ name }) => name)
}
