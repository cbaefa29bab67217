import type { Db, Queries } from './db.ts'
import { migrations } from './migrations/migrations.ts'
import { usualLimits } from './time-limits.ts'

/** Any number, but the same in every process: two servers that start together take turns. */
const lockNumber = 4_242_001
const tableLockMs = 10_000

/** Thrown when the tables are not those of this version; the message holds the remedy. */
export class WrongTables extends Error {
  override readonly name = 'WrongTables'
}

/**
 * Brings the tables up to date: runs each change once, in order, all in one transaction. Several servers may do so at once.
 * @returns the names of the changes that ran
 * @throws {WrongTables} when a newer version of this package has changed the tables
 */
export async function migrate(db: Db): Promise<string[]> {
  return db.transaction(async (tx) => {
    // Another server may be migrating, and an index over a million rows takes its time.
    await tx.run(`set local statement_timeout = ${usualLimits.migrationMs};
      set local lock_timeout = ${usualLimits.migrationMs}; select pg_advisory_xact_lock(${lockNumber})`)
    // Tables are waited for in a queue that stops every shopper behind us: rather start again than hold it up.
    await tx.run(`set local lock_timeout = ${tableLockMs}`)
    await tx.run(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const done = await doneIn(tx)
    refuseNewer(done)
    const fresh = migrations.filter(([name]) => !done.has(name))
    for (const [name, sql] of fresh) {
      await tx.run(sql)
      await tx.query('insert into migrations (name) values ($1)', [name])
    }
    return fresh.map(([name]) => name)
  })
}

/** @throws {WrongTables} when the tables are not there, or are those of another version */
export async function requireMigrated(db: Queries): Promise<void> {
  const [{ isThere } = { isThere: false }] = await db.query<{ isThere: boolean }>(
    `select to_regclass('migrations') is not null as "isThere"`,
  )
  const done = isThere ? await doneIn(db) : new Set<string>()
  refuseNewer(done)
  if (migrations.some(([name]) => !done.has(name)))
    throw new WrongTables(
      'The tables of payin-checkout are not there, or are those of an older version. Call `await migrate(store)` before `createMerchant`, or run it when you deploy.',
    )
}

async function doneIn(db: Queries): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>('select name from migrations')
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
