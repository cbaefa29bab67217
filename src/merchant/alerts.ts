// Alerts: what a person must look at. Each is one row in the table `alerts`, and is raised once. Payments are not
// decided here.
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
  /** The id of the session's row, as in logs. */
  readonly session: string | null
  /** The order's id, or the payout's reference. */
  readonly subject: string | null
  readonly detail: string
  /** ISO 8601. */
  readonly created_at: string
}

/** The latest alerts, the newest first, at most 200. */
export async function listAlerts(queries: Queries): Promise<Alert[]> {
  const rows = await queries.query<Omit<Alert, 'created_at'> & { created_at: Date }>(
    `select a.kind, a.session, coalesce(a.subject, s.order_id) as subject, a.detail, a.created_at
     from payin_checkout.alerts a left join payin_checkout.sessions s on s.id = a.session order by a.id desc limit 200`,
  )
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** What an alert is about. */
export interface AlertSubject {
  /** The id of the session's row; `null` when there is none. */
  readonly session: string | null
  /** The order's id or the payout's reference, when there is no session with it. */
  readonly subject?: string | null
}

/** Raises an alert. The same alert is stored once. @returns whether it is new */
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

/** Logs that an alert was raised, without its detail: the detail may quote the service, so it is only in the table. */
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
