// A database of a shop that has been open for years.
import type { Db } from '../../src/merchant/store/db.ts'

/** Tables that grow with the shop: none of them may ever be read whole. */
export const growing = [
  'orders',
  'payouts',
  'sessions',
  'session_ids',
  'session_claims',
  'webhook_events',
  'alerts',
  'outbox',
  'parcels',
] as const

/**
 * Fills every table. Of a hundred sessions 90 are complete, 9 have failed, and one is open and followed.
 * @param count how many sessions
 */
export async function fill(db: Db, count: number): Promise<void> {
  const rows = (sql: string) => db.query(sql, [count])
  await rows(
    `insert into orders (id, title, amount_value, amount_currency, payer_email, status, placed_at)
     select 'X-' || n, 'An order', '49.90', 'EUR', 'ada@shop.example', 'paid', now() - n * interval '1 minute'
     from generate_series(1, $1::int) n`,
  )
  await rows(
    `insert into payin_checkout.sessions (id, seed, kind, order_id, attempt, choice_hash, amount_value, amount_currency, service_key,
       service_id, status, outcome, next_check_at, created_at, updated_at, reference)
     select md5('row' || n)::uuid, md5('a' || n) || md5('b' || n),
       (array['payin', 'payin', 'payin', 'bank_transfer', 'on_ramp', 'payout'])[1 + n % 6], 'X-' || n, 1, md5('none'),
       '49.90', 'EUR', md5('key' || n), md5('payin' || n),
       case when n % 100 = 0 then 'CREATED' when n % 100 < 10 then 'FAILED' else 'COMPLETED' end,
       case when n % 100 = 0 then 'open' when n % 100 < 10 then 'failed' else 'complete' end,
       case when n % 100 = 0 then now() + n * interval '1 second' end, now(), now(), 'X-' || n
     from generate_series(1, $1::int) n`,
  )
  await rows(
    `insert into payin_checkout.session_ids (hash, session) select md5('id' || n), md5('row' || n)::uuid from generate_series(1, $1::int) n`,
  )
  await rows(
    `insert into payin_checkout.session_claims (key_hash, session, order_id, request_hash, created_at)
     select md5('claim' || n), md5('row' || n)::uuid, 'X-' || n, '', now() from generate_series(1, $1::int) n`,
  )
  await rows(
    `insert into payin_checkout.webhook_events (hash, kind, service_id, session, word, received_at, processed_at, result)
     select md5('event' || n), 'payin', md5('payin' || n), md5('row' || n)::uuid, 'COMPLETED', now(), now(), 'fetched'
     from generate_series(1, $1::int) n`,
  )
  await rows(
    `insert into payin_checkout.outbox (id, kind, session, subject, amount_value, amount_currency, created_at, next_try_at, done_at)
     select 'order_paid:' || n, 'order_paid', md5('row' || n)::uuid, 'X-' || n, '49.90', 'EUR', now(), now(), now()
     from generate_series(1, $1::int) n`,
  )
  await rows(
    `insert into payin_checkout.alerts (kind, session, detail, created_at)
     select 'late_complete', md5('row' || n)::uuid, 'was failed', now() from generate_series(1, $1::int / 10) n`,
  )
  await rows(
    `insert into payin_checkout.payouts (id, amount_value, amount_currency, created_at)
     select 'P-' || n, '49.90', 'EUR', now() from generate_series(1, $1::int / 10) n`,
  )
  await rows(
    `insert into parcels (outbox_id, order_id, packed_at)
     select 'order_paid:' || n, 'X-' || n, now() from generate_series(1, $1::int) n`,
  )
  await db.query('analyze')
}
