// What a person must look at: rows in `alerts`, each raised once.
import type { Log } from './log.ts'
import type { Queries } from './store/db.ts'

export const alertKinds = [
  'amount_differs',
  'disputed',
  'final_changed',
  'hosted_page_refused',
  'late_complete',
  'late_promise',
  'not_fulfilled',
  'order_unknown',
  'paid_twice',
  'second_payment',
  'unknown_payment',
  'webhook_given_up',
] as const

export type AlertKind = (typeof alertKinds)[number]

export interface Alert {
  readonly kind: AlertKind
  /** The session's row, as logs name it. */
  readonly session: string | null
  /** The order's id, or the payout's reference. */
  readonly subject: string | null
  readonly detail: string
  /** ISO 8601. */
  readonly created_at: string
}

/** What was raised last, the newest first, at most 200. */
export async function listAlerts(queries: Queries): Promise<Alert[]> {
  const rows = await queries.query<Omit<Alert, 'created_at'> & { created_at: Date }>(
    `select a.kind, a.session, coalesce(a.subject, s.order_id) as subject, a.detail, a.created_at
     from payin_checkout.alerts a left join payin_checkout.sessions s on s.id = a.session order by a.id desc limit 200`,
  )
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** What an alert is about. */
export interface AlertSubject {
  /** The session's row; `null` where there is none. */
  readonly session: string | null
  /** The order's id or the payout's reference, where no session tells it. */
  readonly subject?: string | null
}

/** Raises something for a person to look at; the same thing only once. Tells whether it is new. */
export async function raise(
  queries: Queries,
  kind: AlertKind,
  { session, subject = null }: AlertSubject,
  detail: string,
  at: Date,
): Promise<boolean> {
  const rows = await queries.query(
    `insert into payin_checkout.alerts (kind, session, subject, detail, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning id`,
    [kind, session, subject, detail, at],
  )
  return rows.length > 0
}

/** Says in the log that something was raised. What it is stands in the table: it may quote the service. */
export function logAlert(
  log: Log,
  kind: AlertKind,
  { id: session, order_id: order }: { readonly id: string | null; readonly order_id: string | null },
): void {
  log('alert', {
    kind,
    session,
    order,
    message: 'A person must look: GET /backoffice/alerts, or the table payin_checkout.alerts.',
  })
}
