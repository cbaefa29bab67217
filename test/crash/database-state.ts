// The state of the merchant's database, as the checks need it. Only this file here knows the server's tables.
import { hashOf } from '../../src/merchant/session/capability.ts'
import { type Queries, queryOne } from '../../src/merchant/store/db.ts'

/** One attempt to pay an order: a row of `sessions`. */
export interface Attempt {
  readonly id: string
  readonly order: string
  readonly attempt: number
  /** The payment's id at the service; `null` while it is unknown. */
  readonly serviceId: string | null
  readonly outcome: string
  /** Whether the sweep still checks it. */
  readonly isFollowed: boolean
  /** The hashes of its public ids. The return_url at the service contains such an id. */
  readonly idHashes: readonly string[]
}

export interface DatabaseState {
  readonly attempts: readonly Attempt[]
  /** Orders that count as paid, and the attempt that paid them. */
  readonly paid: readonly { readonly order: string; readonly attempt: string }[]
  /** Orders that were shipped, and the attempt whose money paid for that. */
  readonly shipped: readonly { readonly order: string; readonly attempt: string }[]
  /** The alerts. */
  readonly alerts: readonly { readonly kind: string; readonly attempt: string | null }[]
  /** How many webhooks and outbox events are stored and not processed. */
  readonly unfinished: number
}

/** Reads all of it in one statement. */
export const readDatabaseState = (db: Queries): Promise<DatabaseState> =>
  queryOne<DatabaseState>(
    db,
    `select
       (select coalesce(json_agg(json_build_object(
          'id', id, 'order', order_id, 'attempt', attempt, 'serviceId', service_id, 'outcome', outcome,
          'isFollowed', next_check_at is not null,
          'idHashes', array(select hash from payin_checkout.session_ids where session = sessions.id)
        ) order by order_id, kind, attempt), '[]') from payin_checkout.sessions) as attempts,
       (select coalesce(json_agg(json_build_object('order', id, 'attempt', paid_session) order by id), '[]')
        from orders where status = 'paid') as paid,
       (select coalesce(json_agg(json_build_object('order', order_id, 'attempt', session) order by order_id), '[]')
        from parcels join payin_checkout.outbox on outbox.id = outbox_id) as shipped,
       (select coalesce(json_agg(json_build_object('kind', kind, 'attempt', session) order by id), '[]')
        from payin_checkout.alerts) as alerts,
       (select count(*) from payin_checkout.webhook_events where processed_at is null)::int
         + (select count(*) from payin_checkout.outbox where done_at is null)::int as unfinished`,
    [],
  )

/** The attempt for which the service made a payment with this return_url. */
export function attemptBehind(returnUrl: string, attempts: readonly Attempt[]): Attempt | undefined {
  const hash = hashOf(new URL(returnUrl).searchParams.get('session') ?? '')
  return attempts.find(({ idHashes }) => idHashes.includes(hash))
}
