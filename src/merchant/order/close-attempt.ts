import type { Log } from '../log.ts'
import { readRow, type SessionRow } from '../session/session-row.ts'
import type { Db } from '../store/db.ts'
import { type End, writeEnd } from './write/payments.ts'

export interface CloseParts {
  readonly db: Db
  readonly log: Log
  readonly now: () => number
}

/** Closes an attempt of which the service knows nothing, unless it got an id meanwhile. Then the order may be tried again. */
export async function closeAttempt(
  { db, log, now }: CloseParts,
  row: SessionRow,
  end: End,
): Promise<SessionRow> {
  const { closed, after } = await db.transaction(async (tx) => {
    const closed = await writeEnd(tx, row, end, new Date(now()))
    return { closed, after: closed ?? (await readRow(tx, row.id)) }
  })
  const { id: session, kind, order_id: order, status, outcome } = after
  const age_ms = now() - after.created_at.getTime()
  if (closed)
    log('session_changed', { session, kind, order, status, outcome, was: 'open', age_ms, source: 'create' })
  return after
}
