// Attempts whose create request the service has not answered yet: how they are recognized, and how one is closed when the
// service knows nothing of it.
import { kindOf } from '../kinds/kinds.ts'
import type { Log } from '../log.ts'
import type { Db } from '../store/db.ts'
import { notifyChange, readRow, type SessionRow } from './session-row.ts'

/** Whether the service has not answered the session's create request yet. */
export function isUndelivered(row: SessionRow): boolean {
  if (row.outcome !== 'open' || row.rejected_at) return false
  return kindOf(row.kind).sending === 'keyed' ? row.service_id === null : row.redirect_url === null
}

export interface CloseParts {
  readonly db: Db
  readonly log: Log
  readonly now: () => number
}

interface End {
  readonly status: 'EXPIRED' | 'FAILED'
  readonly outcome: 'expired' | 'failed'
  /** The JSON Pointers of the service's refusal; `null` when it did not refuse. */
  readonly pointers: readonly string[] | null
  /** When the payment is looked for once more. */
  readonly nextCheckAt?: Date | null
}

/** Closes an attempt of which the service knows nothing, unless it got an id meanwhile. Then the order may be tried again. */
export async function closeAttempt(
  { db, log, now }: CloseParts,
  row: SessionRow,
  end: End,
): Promise<SessionRow> {
  const { status, outcome, pointers, nextCheckAt = null } = end
  const at = new Date(now())
  const { after, ended } = await db.transaction(async (tx) => {
    const closed = await tx.query(
      `update payin_checkout.sessions set status = $2, outcome = $3, rejected_at = $4, rejected_pointers = $5, updated_at = $6,
         request_body = null, next_check_at = $8, checks = 0, version = version + 1
       where id = $1 and service_id is not distinct from $7 and outcome = 'open' returning id`,
      [
        row.id,
        status,
        outcome,
        pointers && at,
        pointers && JSON.stringify(pointers),
        at,
        row.service_id,
        nextCheckAt,
      ],
    )
    if (closed.length > 0) notifyChange(tx, row.id)
    return { after: await readRow(tx, row.id), ended: closed.length > 0 }
  })
  const { id: session, kind, order_id: order } = row
  if (ended) log('session_changed', { session, kind, order, status, outcome, was: 'open', source: 'create' })
  return after
}
