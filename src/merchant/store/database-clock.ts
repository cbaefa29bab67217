// The time of the database, which all instances of a shop share. Times that one instance writes and another one compares
// must not come from the clock of a machine: one that is an hour ahead would stop the reads and leases of all others for
// that hour.
import type { Clock } from '../../server/index.ts'
import { type Queries, queryOne } from './db.ts'

/** Reads the database's clock, in milliseconds since 1970. */
export type DatabaseNow = () => Promise<number>

/**
 * A difference up to this is ignored: it may be the time that the answer took, and a clock that is corrected by some
 * milliseconds all the time would go back now and then.
 */
const toleranceMs = 250

export type DatabaseClock = Awaited<ReturnType<typeof startDatabaseClock>>

/** Reads the clock of Postgres. Not `now()`: in a transaction that is the time of its begin. */
export const databaseNowOf =
  (db: Queries): DatabaseNow =>
  async () =>
    (await queryOne<{ read_at: Date }>(db, 'select clock_timestamp() as read_at', [])).read_at.getTime()

/**
 * Compares the clocks once.
 * @param databaseNow without it, the two clocks are the same one
 */
export async function startDatabaseClock(clock: Pick<Clock, 'now'>, databaseNow: DatabaseNow | null) {
  let aheadMs = 0

  async function compare(): Promise<void> {
    if (databaseNow === null) return
    const askedAt = clock.now()
    const there = await databaseNow()
    const measured = (askedAt + clock.now()) / 2 - there
    if (Math.abs(measured - aheadMs) > toleranceMs) aheadMs = Math.round(measured)
  }

  await compare()
  return {
    /** The database's time now, without a query. */
    now: (): number => clock.now() - aheadMs,
    /** Compares the clocks again. A clock may be set while a server runs. */
    compare,
  }
}
