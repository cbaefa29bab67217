// Sessions that are asked about before their time has come. What others hold locked is left out: it must keep no other
// from being asked about. It is named, so that it is asked about once it is free.
import type { Db } from '../store/db.ts'

/** A statement over all sessions would take longer than one may. */
const atOnce = 1_000

interface Named {
  readonly id: string
}

/**
 * Makes all due that are followed and were last read before then. After an outage every instance does this, and each
 * session is read once.
 * @returns the rows that somebody held locked
 */
export async function markAllDue(db: Db, now: Date, readBefore: Date): Promise<string[]> {
  const isLeft = 'next_check_at > $1 and coalesce(fetch_started_at, created_at) <= $2'
  let due: object[]
  do {
    due = await db.query(
      `update payin_checkout.sessions set next_check_at = $1 where id in (
         select id from payin_checkout.sessions where ${isLeft} limit ${atOnce} for update skip locked
       ) returning 1`,
      [now, readBefore],
    )
  } while (due.length === atOnce)
  const locked = await db.query<Named>(
    `select id from payin_checkout.sessions where ${isLeft} limit ${atOnce}`,
    [now, readBefore],
  )
  return locked.map(({ id }) => id)
}

/** The same for these rows. @returns those that somebody still holds locked */
export async function markDue(db: Db, now: Date, sessions: readonly string[]): Promise<string[]> {
  if (sessions.length === 0) return []
  const isLeft = 'id = any($2::uuid[]) and next_check_at > $1'
  await db.query(
    `update payin_checkout.sessions set next_check_at = $1 where id in (
       select id from payin_checkout.sessions where ${isLeft} for update skip locked
     )`,
    [now, sessions],
  )
  const locked = await db.query<Named>(`select id from payin_checkout.sessions where ${isLeft}`, [
    now,
    sessions,
  ])
  return locked.map(({ id }) => id)
}
