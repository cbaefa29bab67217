// What both ways of sending share: what they need, and how an attempt ends without ever having begun.
import type { ServiceError } from '../../server/index.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { ServicePorts } from '../kinds/service-port.ts'
import type { Log } from '../log.ts'
import type { Apply } from '../news/apply.ts'
import type { Refresh } from '../news/refresh.ts'
import type { Hearing } from '../news/schedule.ts'
import type { LostRows } from '../one-payment/lost-rows.ts'
import { isRefusedForGood } from '../service/answer.ts'
import type { Settings } from '../settings/settings.ts'
import type { Db } from '../store/db.ts'
import { announce, readRow, type SessionRow } from '../store/session-row.ts'

export interface DeliverParts {
  readonly db: Db
  readonly ports: ServicePorts
  readonly config: Pick<Settings, 'hostedPageOrigins'>
  readonly apply: Apply
  readonly refresh: Refresh
  readonly hearing: Hearing
  readonly lostRows: Pick<LostRows, 'notice'>
  readonly log: Log
  readonly now: () => number
}

/** A session with the address to open now, which for one-time links is written down nowhere. */
export interface Delivered {
  readonly row: SessionRow
  readonly link: string | null
}

/** A session after its request was sent. */
export interface Sent {
  readonly row: SessionRow
  /** Its payment was made by an attempt whose row is lost: more rows of the order may be missing. */
  readonly isAdopted: boolean
}

/** Tells whether the service's answer to the create is still owed. */
export function isUndelivered(row: SessionRow): boolean {
  if (row.outcome !== 'open' || row.rejected_at) return false
  return kindOf(row.kind).sending === 'keyed' ? row.service_id === null : row.redirect_url === null
}

/** Writes a refused create into the log; a refusal that only the shop can repair, loudly. */
export function logRefusal({ log }: DeliverParts, row: SessionRow, error: ServiceError): readonly string[] {
  const pointers = error.problem?.errors.map(({ pointer }) => pointer) ?? []
  const told = { session: row.id, order: row.order_id, kind: error.kind, status: error.status }
  log('create_failed', { ...told, pointers: pointers.join(' ') || null, message: error.message })
  if (isRefusedForGood(error)) return pointers
  if (error.kind === 'check_key' || error.kind === 'fix_request') {
    log('cannot_take_payments', {
      kind: error.kind,
      status: error.status,
      message: 'Check PAYMENTS_API_KEY and PAYMENTS_BASE_URL: the service refuses every payment.',
    })
  }
  return pointers
}

interface End {
  readonly status: 'EXPIRED' | 'FAILED'
  readonly outcome: 'expired' | 'failed'
  /** What the service pointed at when it refused; `null` when it refused nothing. */
  readonly pointers: readonly string[] | null
}

/** Ends an attempt of which nothing is known at the service, unless that has changed. The order may be tried anew. */
export async function close(
  { db, log, now }: Pick<DeliverParts, 'db' | 'log' | 'now'>,
  row: SessionRow,
  end: End,
): Promise<SessionRow> {
  const { status, outcome, pointers } = end
  const at = new Date(now())
  const { after, ended } = await db.transaction(async (tx) => {
    const closed = await tx.query(
      `update payin_checkout.sessions set status = $2, outcome = $3, rejected_at = $4, rejected_pointers = $5, updated_at = $6,
         request_body = null, next_check_at = null, version = version + 1
       where id = $1 and service_id is not distinct from $7 and outcome = 'open' returning id`,
      [row.id, status, outcome, pointers && at, pointers && JSON.stringify(pointers), at, row.service_id],
    )
    if (closed.length > 0) await announce(tx, row.id)
    return { after: await readRow(tx, row.id), ended: closed.length > 0 }
  })
  const { id: session, kind, order_id: order } = row
  if (ended) log('session_changed', { session, kind, order, status, outcome, was: 'open', source: 'create' })
  return after
}
