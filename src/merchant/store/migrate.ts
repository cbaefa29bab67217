import { OperatorError } from '../errors/operator-error.ts'
import { codeOf, isDatabaseBusy, isDatabaseUnavailable } from './database-errors.ts'
import { type Db, type Queries, queryOne, type Transaction } from './db.ts'
import { migrations } from './migrations/migrations.ts'
import { isUsable, probeStatement } from './probe.ts'
import { defaultTimeLimits } from './time-limits.ts'

// Creates and updates the tables of this library, in their own schema. Every change stands in migrations/, and runs once.

/**
 * The schema of the tables. Each statement names it. The search_path of the connection is not used for that: it belongs
 * to the shop, and a transaction pooler does not keep settings.
 */
const ownSchema = 'payin_checkout'
/** Advisory lock key. Any number, but the same in every process, so that servers that start together run one at a time. */
const migrationLock = 4_242_001
const tableLockMs = 10_000

/** Thrown when the tables do not fit this version. The message holds the remedy. */
export class WrongTables extends OperatorError {
  override readonly name = 'WrongTables'
}

/** Thrown when the database user may not create or change the tables. The message holds the remedy. */
export class MayNotMigrate extends OperatorError {
  override readonly name = 'MayNotMigrate'
}

/**
 * Thrown when Postgres cannot be used. The message holds the remedy. It never holds the address, which has a password.
 */
export class DatabaseUnreachable extends OperatorError {
  override readonly name = 'DatabaseUnreachable'
}

/**
 * Brings the tables up to date. Runs each change once, in order, all in one transaction. Several servers may call it at
 * once.
 * @returns the names of the changes that ran
 * @throws {WrongTables} when a newer version of this package changed the tables
 * @throws {MayNotMigrate}
 * @throws {DatabaseUnreachable}
 */
export async function migrate(db: Db): Promise<string[]> {
  try {
    return await db.transaction(migrateIn)
  } catch (error) {
    if (codeOf(error) !== '42501') throw unreachable(error) ?? error
    throw new MayNotMigrate(await migrationRightsMessage(db, error as Error))
  }
}

function unreachable(error: unknown): DatabaseUnreachable | null {
  if (error instanceof OperatorError) return null
  const code = codeOf(error) || 'no answer'
  if (isDatabaseUnavailable(error) || /^E[A-Z]+$/.test(code))
    return new DatabaseUnreachable(
      `The database of the store (DATABASE_URL) cannot be used (${code}). Check that Postgres runs there, and that user, password and database name are right.`,
    )
  if (isDatabaseBusy(error))
    return new DatabaseUnreachable(
      `The tables could not be brought up to date (${code}): something else holds them locked, such as a backup. Start again when it has ended.`,
    )
  return null
}

async function migrateIn(tx: Transaction): Promise<string[]> {
  // Another server may be migrating.
  await tx.run(`set local statement_timeout = ${defaultTimeLimits.migrationMs};
    set local lock_timeout = ${defaultTimeLimits.migrationMs}; select pg_advisory_xact_lock(${migrationLock})::text`)
  // While we wait for a table lock, every later statement on that table waits behind us. So we give up soon; the server
  // has to be started again.
  await tx.run(`set local lock_timeout = ${tableLockMs}`)
  const isNew = !(await isMigrated(tx))
  if (isNew) await createSchema(tx)
  await tx.run(`set local search_path = ${ownSchema}`)
  if (isNew)
    await tx.run(
      'create table migrations (name text primary key, applied_at timestamptz not null default now())',
    )
  const missing = await missingChanges(tx)
  for (const [name, sql] of missing) {
    await tx.run(sql)
    await tx.query('insert into migrations (name) values ($1)', [name])
  }
  return missing.map(([name]) => name)
}

/**
 * Checks the tables and changes nothing.
 * @throws {WrongTables} when they are missing or of another version
 * @throws {DatabaseUnreachable}
 */
export async function requireMigrated(db: Queries): Promise<void> {
  const isCurrent = async () => (await isMigrated(db)) && (await missingChanges(db)).length === 0
  const isReady = await isCurrent().catch((error) => {
    if (codeOf(error) !== '42501') throw unreachable(error) ?? error
    return true
  })
  if (!isReady)
    throw new WrongTables(
      'The tables of payin-checkout are not there, or are those of an older version. Call `await migrate(store)` before `createMerchant`, or run it when you deploy.',
    )
  if (isUsable(await db.query(probeStatement))) return
  const { user } = await userOf(db)
  throw new DatabaseUnreachable(
    `The database user ${user} may not read and write all tables of payin-checkout. Let their owner run \`grant usage on schema ${ownSchema} to ${user}; grant select, insert, update, delete on all tables in schema ${ownSchema} to ${user}\`.`,
  )
}

/** Not `create schema if not exists`: that needs the right to create a schema even when it exists. */
async function createSchema(tx: Transaction): Promise<void> {
  const there = await tx.query('select 1 from pg_catalog.pg_namespace where nspname = $1', [ownSchema])
  if (there.length === 0) await tx.run(`create schema ${ownSchema}`)
}

/** A payment with a text that the database cannot hold, such as a reason of the service, would never be stored. */
const holdEveryText = ['UTF8', 'SQL_ASCII']

/** @throws {OperatorError} when the database stores nothing, or cannot hold every text */
async function isMigrated(queries: Queries): Promise<boolean> {
  isUsable(await queries.query(probeStatement))
  const sql = `select to_regclass('${ownSchema}.migrations') is not null as "isThere", current_setting('server_encoding') as encoding`
  const { isThere, encoding } = await queryOne<{ isThere: boolean; encoding: string }>(queries, sql, [])
  if (!holdEveryText.includes(encoding))
    throw new DatabaseUnreachable(
      `The database of the store (DATABASE_URL) has the encoding ${encoding}, which cannot hold every text: a payment with another one could not be stored. Use a database of \`create database … encoding 'UTF8' template template0\`.`,
    )
  return isThere
}

/** The changes that have not run here. @throws {WrongTables} when a newer version of this package changed the tables */
async function missingChanges(queries: Queries) {
  const rows = await queries.query<{ name: string }>(`select name from ${ownSchema}.migrations`)
  const done = new Set(rows.map(({ name }) => name))
  const unknown = [...done].filter((name) => !migrations.some(([known]) => known === name))
  if (unknown.length > 0)
    throw new WrongTables(
      `The tables are those of a newer version of payin-checkout (${unknown.join(', ')}). Install that version here too: this one would misread what it has written.`,
    )
  return migrations.filter(([name]) => !done.has(name))
}

async function migrationRightsMessage(db: Db, { message }: Error): Promise<string> {
  const { user, database } = await userOf(db)
  return `The database user ${user} may not make or change the tables of payin-checkout (${message}). They lie in a schema of their own: let an administrator run \`create schema ${ownSchema} authorization ${user}\`, or \`grant create on database ${database} to ${user}\`. Where the schema is there already, it must belong to this user.`
}

const userOf = (db: Queries) =>
  queryOne<{ user: string; database: string }>(
    db,
    'select quote_ident(current_user) as "user", quote_ident(current_database()) as database',
    [],
  )
