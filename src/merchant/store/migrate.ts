import { codeOf } from './database-errors.ts'
import { type Db, type Queries, queryOne, type Transaction } from './db.ts'
import { buildIndexes, migrationLock } from './indexes.ts'
import { migrations } from './migrations/migrations.ts'
import { defaultTimeLimits } from './time-limits.ts'

// Creates and updates the tables of this library, in their own schema. Every change stands in migrations/, and runs once.
// Large indexes are built afterwards (indexes.ts).

/**
 * The schema of the tables. Each statement names it. The search_path of the connection is not used for that: it belongs
 * to the shop, and a transaction pooler does not keep settings.
 */
const ownSchema = 'payin_checkout'
const tableLockMs = 10_000
/** The name of our first change. It tells our table `migrations` apart from those of other tools. */
const firstChange = '001-tables.sql'

/** Thrown when the tables do not fit this version. The message holds the remedy. */
export class WrongTables extends Error {
  override readonly name = 'WrongTables'
}

/** Thrown when the database user may not create or change the tables. The message holds the remedy. */
export class MayNotMigrate extends Error {
  override readonly name = 'MayNotMigrate'
}

/**
 * Brings the tables up to date. Runs each change once, in order, all in one transaction; then builds the missing indexes
 * while the shop goes on (indexes.ts). Several servers may call it at once.
 * @returns the names of the changes that ran
 * @throws {WrongTables} when a newer version of this package changed the tables, or when there are two sets of tables
 * @throws {MayNotMigrate}
 */
export async function migrate(db: Db): Promise<string[]> {
  try {
    const ran = await db.transaction(migrateIn)
    await buildIndexes(db)
    return ran
  } catch (error) {
    if (codeOf(error) !== '42501') throw error
    throw new MayNotMigrate(await migrationRightsMessage(db, error as Error), { cause: error })
  }
}

async function migrateIn(tx: Transaction): Promise<string[]> {
  // Another server may be migrating, and building an index over a million rows takes minutes.
  await tx.run(`set local statement_timeout = ${defaultTimeLimits.migrationMs};
    set local lock_timeout = ${defaultTimeLimits.migrationMs}; select pg_advisory_xact_lock(${migrationLock})::text`)
  // While we wait for a table lock, every later statement on that table waits behind us. So we give up soon; the server
  // has to be started again.
  await tx.run(`set local lock_timeout = ${tableLockMs}`)
  const { place, isNew } = await findPlace(tx)
  // The changes name no schema. One of them moves the tables from the shop's schema into ours and continues there.
  await tx.run(`set local search_path = ${place}`)
  if (isNew)
    await tx.run(
      'create table migrations (name text primary key, applied_at timestamptz not null default now())',
    )
  const done = await doneIn(tx, place)
  refuseNewer(done)
  const fresh = migrations.filter(([name]) => !done.has(name))
  for (const [name, sql] of fresh) {
    await tx.run(sql)
    await tx.query('insert into migrations (name) values ($1)', [name])
  }
  return fresh.map(([name]) => name)
}

/** Checks the tables and changes nothing. @throws {WrongTables} when they are missing or of another version */
export async function requireMigrated(db: Queries): Promise<void> {
  const done = (await isMigrated(db)) ? await doneIn(db, ownSchema) : new Set<string>()
  refuseNewer(done)
  if (migrations.some(([name]) => !done.has(name)))
    throw new WrongTables(
      'The tables of payin-checkout are not there, or are those of an older version. Call `await migrate(store)` before `createMerchant`, or run it when you deploy.',
    )
}

/**
 * The schema in which the changes start: ours, created when it is missing, or the one where the version before put its
 * tables. When nothing has to change, the user needs no right to change anything.
 */
async function findPlace(tx: Transaction): Promise<{ place: string; isNew: boolean }> {
  const isHere = await isMigrated(tx)
  const [older, ...more] = await findOlder(tx)
  if (older !== undefined && (isHere || more.length > 0))
    throw new WrongTables(
      `There are two sets of tables of payin-checkout: in the schemas ${[...(isHere ? [ownSchema] : []), older, ...more].join(' and ')}. An older version that starts after this one leaves them so. Look in \`sessions\` which of them holds your payments, and rename the other schema or its tables; two shops need a database each.`,
    )
  if (isHere) return { place: ownSchema, isNew: false }
  // Not `create schema if not exists`: that needs the right to create a schema even when it exists.
  const there = await tx.query('select 1 from pg_catalog.pg_namespace where nspname = $1', [ownSchema])
  if (there.length === 0) await tx.run(`create schema ${ownSchema}`)
  return { place: older ?? ownSchema, isNew: older === undefined }
}

async function isMigrated(queries: Queries): Promise<boolean> {
  const sql = `select to_regclass('${ownSchema}.migrations') is not null as "isThere"`
  return (await queryOne<{ isThere: boolean }>(queries, sql, [])).isThere
}

/**
 * The schemas in which the version before keeps its tables, quoted for SQL. That version found them by the search_path.
 * The shop or its tools may also have a table `migrations`. Ours has two columns, contains the name of our first change,
 * and has a table `installation` beside it. The views that remain for older servers do not count as tables.
 */
async function findOlder(tx: Transaction): Promise<string[]> {
  const alike = await tx.query<{ place: string }>(
    `select quote_ident(n.nspname) as place
     from pg_catalog.pg_namespace n join pg_catalog.pg_class m on m.relnamespace = n.oid
     where n.nspname = any (current_schemas(false)) and n.nspname <> $1 and m.relname = 'migrations' and m.relkind = 'r'
       and exists (select 1 from pg_catalog.pg_class i
         where i.relnamespace = n.oid and i.relname = 'installation' and i.relkind = 'r')
       and (select array_agg(a.attname || ' ' || format_type(a.atttypid, null) order by a.attname)
         from pg_catalog.pg_attribute a where a.attrelid = m.oid and a.attnum > 0 and not a.attisdropped)
         = array['applied_at timestamp with time zone', 'name text']
     order by array_position(current_schemas(false), n.nspname)`,
    [ownSchema],
  )
  const older: string[] = []
  for (const { place } of alike) if ((await doneIn(tx, place)).has(firstChange)) older.push(place)
  return older
}

/** @param place a schema, quoted for SQL */
async function doneIn(queries: Queries, place: string): Promise<Set<string>> {
  const rows = await queries.query<{ name: string }>(`select name from ${place}.migrations`)
  return new Set(rows.map(({ name }) => name))
}

function refuseNewer(done: ReadonlySet<string>): void {
  const known = new Set(migrations.map(([name]) => name))
  const unknown = [...done].filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new WrongTables(
      `The tables are those of a newer version of payin-checkout (${unknown.join(', ')}). Install that version here too: this one would misread what it has written.`,
    )
}

async function migrationRightsMessage(db: Db, { message }: Error): Promise<string> {
  const sql = 'select quote_ident(current_user) as "user", quote_ident(current_database()) as database'
  const { user, database } = await queryOne<{ user: string; database: string }>(db, sql, [])
  return `The database user ${user} may not make or change the tables of payin-checkout (${message}). They lie in a schema of their own: let an administrator run \`create schema ${ownSchema} authorization ${user}\`, or \`grant create on database ${database} to ${user}\`. Where the schema is there already, it must belong to this user; the tables of an earlier version must, too, and in their schema this user must be allowed to create views.`
}
