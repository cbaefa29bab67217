import { readdir, readFile } from 'node:fs/promises'
import type { Db } from './db.ts'
import { usualLimits } from './time-limits.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any number, but the same in every process: two servers that start together take turns. */
const lockNumber = 4_242_001
const tableLockMs = 10_000

/**
 * Brings the tables up to date: runs each numbered file once, in order, all in one transaction.
 * @returns the names of the files that ran
 */
export async function migrate(db: Db): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{3}-.*\.sql$/.test(name)).sort()
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')] as const),
  )
  return db.transaction(async (tx) => {
    // Another server may be migrating, and an index over a million rows takes its time.
    await tx.run(`set local statement_timeout = ${usualLimits.migrationMs};
      set local lock_timeout = ${usualLimits.migrationMs}; select pg_advisory_xact_lock(${lockNumber})`)
    // Tables are waited for in a queue that stops every shopper behind us: rather start again than hold it up.
    await tx.run(`set local lock_timeout = ${tableLockMs}`)
    await tx.run(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const done = new Set(
      (await tx.query<{ name: string }>('select name from migrations')).map(({ name }) => name),
    )
    const fresh = files.filter(([name]) => !done.has(name))
    for (const [name, sql] of fresh) {
      await tx.run(sql)
      await tx.query('insert into migrations (name) values ($1)', [name])
    }
    return fresh.map(([name]) => name)
  })
}
