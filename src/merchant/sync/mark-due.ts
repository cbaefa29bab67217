// Moves sessions to the front of the sweep: their next check is now. A row that another transaction has locked is skipped, so
// that it does not hold up the others. Its id is returned, so that the caller tries again later.
import type { Db } from '../store/db.ts'

/** One statement over all sessions would exceed the statement timeout. */
const batchSize = 1_000

interface RowId {
  readonly id: string
}

/**
 * Marks every session as due that is still checked and was last read before `readBefore`. After an outage each instance
 * calls this, and each session is read only once.
 * @returns the ids of rows that were locked
 */
export async function markAllDue(db: Db, now: Date, readBefore: Date): Promise<string[]> {
  const isNotDue = 'next_check_at > $1 and coalesce(fetch_started_at, created_at) <= $2'
  let due: object[]
  do {
    due = await db.query(
      `update payin_checkout.sessions set next_check_at = $1 where id in (
         select id from payin_checkout.sessions where ${isNotDue} limit ${batchSize} for update skip locked
       ) returning 1`,
      [now, readBefore],
    )
  } while (due.length === batchSize)
  const locked = await db.query<RowId>(
    `select id from payin_checkout.sessions where ${isNotDue} limit ${batchSize}`,
    [now, readBefore],
  )
  return locked.map(({ id }) => id)
}

/** Marks these sessions as due. @returns the ids of rows that are still locked */
export async function markDue(db: Db, now: Date, sessions: readonly string[]): Promise<string[]> {
  if (sessions.length === 0) return []
  const isNotDue = 'id = any($2::uuid[]) and next_check_at > $1'
  await db.query(
    `update payin_checkout.sessions set next_check_at = $1 where id in (
       select id from payin_checkout.sessions where ${isNotDue} for update skip locked
     )`,
    [now, sessions],
  )
  const locked = await db.query<RowId>(`select id from payin_checkout.sessions where ${isNotDue}`, [
    now,
    sessions,
  ])
  return locked.map(({ id }) => id)
}
