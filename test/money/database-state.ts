// The state of the merchant's database. Only this file here knows the tables.
import { hashOf } from '../../src/merchant/session/capability.ts'
import { type Db, queryOne } from '../../src/merchant/store/db.ts'

export interface SessionState {
  readonly id: string
  readonly order: string
  readonly kind: string
  readonly outcome: string
  readonly status: string
  readonly serviceId: string | null
}

export interface DatabaseState {
  readonly sessions: readonly SessionState[]
  /** Orders and payouts that count as paid, and the session that paid them. */
  readonly paid: readonly {
    readonly subject: string
    readonly payout: boolean
    readonly session: string | null
  }[]
  readonly alerts: readonly {
    readonly kind: string
    readonly session: string | null
    readonly detail: string
  }[]
  /** Orders that were packed, once for each parcel. */
  readonly parcels: readonly string[]
}

export const readDatabaseState = (db: Db): Promise<DatabaseState> =>
  queryOne<DatabaseState>(
    db,
    `select
       (select coalesce(json_agg(json_build_object('id', id, 'order', order_id, 'kind', kind, 'outcome', outcome,
          'status', status, 'serviceId', service_id)), '[]') from payin_checkout.sessions) as sessions,
       (select coalesce(json_agg(p), '[]') from (
          select id as subject, false as payout, paid_session as session from orders where status = 'paid'
          union all select id, true, paid_session from payin_checkout.payouts where status = 'paid') p) as paid,
       (select coalesce(json_agg(json_build_object('kind', kind, 'session', session, 'detail', detail)), '[]')
        from payin_checkout.alerts) as alerts,
       (select coalesce(json_agg(order_id), '[]') from parcels) as parcels`,
    [],
  )

export interface Holder {
  readonly id: string
  readonly kind: string
  readonly serviceId: string | null
  /** SHA-256 of its public ids. */
  readonly idHashes: readonly string[]
}

/** The sessions of an order that are authorized or complete in the database now. */
export const readHolders = (db: Db, order: string, isPayout: boolean): Promise<Holder[]> =>
  db.query<Holder>(
    `select id, kind, service_id as "serviceId", array(select hash from payin_checkout.session_ids where session = sessions.id) as "idHashes"
     from payin_checkout.sessions where order_id = $1 and (kind = 'payout') = $2 and outcome in ('authorized', 'complete')`,
    [order, isPayout],
  )

export const isSessionOf = ({ idHashes }: Holder, publicId: string): boolean =>
  idHashes.includes(hashOf(publicId))

/** Whether a public id leads to a row that is not cleaned. */
export async function isUncleaned(db: Db, publicId: string): Promise<boolean> {
  const rows = await db.query(
    `select from payin_checkout.session_ids i join payin_checkout.sessions s on s.id = i.session
     where i.hash = $1 and s.cleaned_at is null`,
    [hashOf(publicId)],
  )
  return rows.length > 0
}

/** Sessions that were cleaned although their payment may still change, or an alert waits for a person. */
export const readCleanedTooEarly = (db: Db): Promise<{ order_id: string; status: string }[]> =>
  db.query(
    `select order_id, status from payin_checkout.sessions s where cleaned_at is not null
       and (outcome in ('open', 'authorized') or doubt is not null or next_check_at is not null or status = 'DISPUTED'
         or exists (select from payin_checkout.alerts where session = s.id)
         or exists (select from payin_checkout.outbox where session = s.id)
         or exists (select from payin_checkout.webhook_events where session = s.id and processed_at is null))`,
  )
