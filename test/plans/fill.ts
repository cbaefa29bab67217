// Fills the database of a shop that has been open for two years and has never cleaned anything.
import type { Db } from '../../src/merchant/store/db.ts'
import { withoutIndexes } from './without-indexes.ts'

/** Tables that grow with the shop: no statement may scan one of them completely. */
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

/** The hash of a public id of an order with a thousand attempts. */
export const manyAttempts = 'often tried'

/** When the n-th row was created: the rows are spread over 800 days. */
const createdAt = `(now() - interval '800 days' + n * (interval '800 days' / $1::int))`

const shopsOwn = [
  `insert into orders (id, title, amount_value, amount_currency, payer_email, status, placed_at)
   select 'X-' || n, 'An order', '49.90', 'EUR', 'ada@shop.example', 'paid', ${createdAt} from generate_series(1, $1::int) n`,
  `insert into parcels (outbox_id, order_id, packed_at)
   select 'order_paid:' || md5('row' || n)::uuid, 'X-' || n, ${createdAt} from generate_series(1, $1::int) n`,
]

/**
 * Of a hundred sessions 90 are complete, 9 have failed, and one is open and checked. One in ten has an alert, which is more
 * than in any shop: Postgres rightly scans a table of few pages completely, so the table must be large.
 */
const ours = [
  `insert into payin_checkout.sessions (id, seed, kind, order_id, attempt, choice_hash, amount_value, amount_currency, service_key,
     service_id, status, outcome, redirect_url, next_check_at, fetch_started_at, created_at, updated_at, reference, nonce, api_key_hash)
   select md5('row' || n)::uuid, md5('a' || n) || md5('b' || n),
     (array['payin', 'payin', 'payin', 'bank_transfer', 'on_ramp', 'payout'])[1 + n % 6], 'X-' || n, 1, md5('none') || md5('none'),
     '49.90', 'EUR', md5('row' || n)::uuid::text, md5('payin' || n)::uuid::text,
     case when n % 100 = 0 then 'CREATED' when n % 100 < 10 then 'FAILED' else 'COMPLETED' end,
     case when n % 100 = 0 then 'open' when n % 100 < 10 then 'failed' else 'complete' end,
     'https://pay.example/pay/' || md5('page' || n) || md5('token' || n),
     case when n % 100 = 0 then now() + n * interval '1 second' end, ${createdAt}, ${createdAt}, ${createdAt} + interval '1 hour', 'X-' || n, '', ''
   from generate_series(1, $1::int) n`,
  `insert into payin_checkout.session_ids (hash, session)
   select md5('id' || n) || md5('hash' || n), md5('row' || n)::uuid from generate_series(1, $1::int) n`,
  `insert into payin_checkout.session_claims (key_hash, session, order_id, request_hash, created_at)
   select md5('claim' || n) || md5('hash' || n), md5('row' || n)::uuid, 'X-' || n, md5('r' || n) || md5('s' || n), ${createdAt}
   from generate_series(1, $1::int) n`,
  `insert into payin_checkout.webhook_events (hash, kind, service_id, session, status, received_at, next_try_at, processed_at, result)
   select md5('event' || n || word) || md5('hash' || n), 'payin', md5('payin' || n)::uuid::text, md5('row' || n)::uuid, word,
     ${createdAt}, ${createdAt}, ${createdAt}, 'fetched' from generate_series(1, $1::int) n, unnest(array['AUTHORIZED', 'COMPLETED']) word`,
  `insert into payin_checkout.outbox (id, kind, session, subject, amount_value, amount_currency, created_at, next_try_at, done_at)
   select 'order_paid:' || md5('row' || n)::uuid, 'order_paid', md5('row' || n)::uuid, 'X-' || n, '49.90', 'EUR', ${createdAt}, ${createdAt}, ${createdAt}
   from generate_series(1, $1::int) n where n % 100 >= 10`,
  `insert into payin_checkout.alerts (kind, session, detail, created_at)
   select 'late_complete', md5('row' || n)::uuid, 'was failed', ${createdAt} from generate_series(1, $1::int, 10) n`,
  `insert into payin_checkout.payouts (id, amount_value, amount_currency, created_at)
   select 'X-' || n, '49.90', 'EUR', ${createdAt} from generate_series(5, $1::int, 6) n`,
]

/** Fills every table. @param count how many sessions */
export async function fill(db: Db, count: number): Promise<void> {
  for (const sql of shopsOwn) await db.query(sql, [count])
  await withoutIndexes(db, async () => {
    for (const sql of ours) await db.query(sql, [count])
    await db.query(
      `insert into payin_checkout.sessions (id, seed, kind, order_id, attempt, choice_hash, amount_value, amount_currency,
         service_key, service_id, status, outcome, created_at, updated_at, reference, nonce, api_key_hash)
       select md5('try' || n)::uuid, md5('c' || n) || md5('d' || n), 'payin', 'MANY', n, md5('none'), '49.90', 'EUR',
         md5('try' || n)::uuid::text, md5('tried' || n)::uuid::text, 'FAILED', 'failed', now(), now(), 'MANY', '', ''
       from generate_series(1, 1000) n`,
    )
    await db.query(`insert into payin_checkout.session_ids values ($1, md5('try1')::uuid)`, [manyAttempts])
  })
  await db.query('analyze')
}
