// What the merchant's database says, as the checks need it. The only file here that knows the server's tables.
import { hashOf } from '../../src/merchant/session/capability.ts'
import { type Queries, queryOne } from '../../src/merchant/store/db.ts'

/** One try to pay an order: a row of `sessions`. */
export interface Attempt {
  readonly id: string
  readonly order: string
  readonly attempt: number
  /** The service's object behind it; `null` as long as none is known. */
  readonly serviceId: string | null
  readonly outcome: string
  /** Whether the service is still asked about it. */
  readonly isFollowed: boolean
  /** Of its public ids, which the service knows by the return_url. */
  readonly idHashes: readonly string[]
}

export interface DatabaseState {
  readonly attempts: readonly Attempt[]
  /** Orders that count as paid, and by which attempt. */
  readonly paid: readonly { readonly order: string; readonly attempt: string }[]
  /** Orders that were packed and shipped, and for whose money. */
  readonly shipped: readonly { readonly order: string; readonly attempt: string }[]
  /** What a person was told to look at. */
  readonly alerts: readonly { readonly kind: string; readonly attempt: string | null }[]
  /** Webhooks and hand-overs that were written down and not worked through. */
  readonly unfinished: number
}

/** Reads all of it as it is at one moment. */
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

/** The attempt for which the service made an object with this return_url. */
export function attemptBehind(returnUrl: string, attempts: readonly Attempt[]): Attempt | undefined {
  const hash = hashOf(new URL(returnUrl).searchParams.get('session') ?? '')
  return attempts.find(({ idHashes }) => idHashes.includes(hash))
}
