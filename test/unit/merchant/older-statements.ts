// The statements of servers whose tables still lie in the shop's schema.
import { idOf } from '../../support/older-tables.ts'

/** The exact statements of servers of the older version. Each finds or changes rows of `fillOlderTables`. */
export const olderStatements: readonly (readonly [sql: string, params?: readonly unknown[]])[] = [
  ['select name from migrations'],
  ['select id from installation'],
  [
    'update installation set beat = beat + 1, beat_at = $1 where beat_at is null or beat_at <= $1 returning beat::text',
    [new Date()],
  ],
  [
    `insert into sessions (id, seed, kind, order_id, attempt, choice_hash, amount_value, amount_currency, service_key,
       request_body, created_at, updated_at, reference, nonce)
     values ($1, $2, 'payin', 'A-1', 2, 'none', '49.90', 'EUR', 'key-9', '{}', now(), now(), 'A-1', 'n') returning *`,
    [idOf(9), '9'.repeat(64)],
  ],
  [
    'insert into session_ids (hash, session) values ($1, $2) on conflict do nothing returning 1',
    ['id-9', idOf(9)],
  ],
  [
    `insert into session_claims (key_hash, session, order_id, request_hash, created_at)
     values ('claim-1', $1, 'A-1', 'request', now())
     on conflict (key_hash) do update set session = excluded.session
       where session_claims.request_hash = excluded.request_hash returning key_hash`,
    [idOf(9)],
  ],
  [
    'select s.*, c.request_hash from session_claims c join sessions s on s.id = c.session where c.key_hash = $1',
    ['claim-1'],
  ],
  ['select * from sessions where id = $1 for no key update', [idOf(1)]],
  [
    `update sessions set service_id = $2, status = 'CREATED', version = version + 1, request_body = null
     where id = $1 returning *`,
    [idOf(1), 'payin-1'],
  ],
  [
    `update sessions o set version = o.version + 1 from sessions s
     where s.id = $1 and o.order_id = s.order_id and o.id <> s.id returning o.id`,
    [idOf(9)],
  ],
  [
    `update sessions set next_check_at = $1 where id in (
       select id from sessions where next_check_at is null limit 2 for update skip locked
     ) returning 1`,
    [new Date(0)],
  ],
  [
    'select * from sessions where next_check_at <= $1 order by next_check_at limit 20 for update skip locked',
    [new Date()],
  ],
  [
    `update sessions s set next_check_at = due.at, checks = s.checks + 1
     from unnest($1::uuid[], $2::timestamptz[]) as due (id, at) where s.id = due.id returning 1`,
    [
      [idOf(1), idOf(2)],
      [new Date().toISOString(), null],
    ],
  ],
  [
    `insert into webhook_events (hash, kind, service_id, session, word, received_at, next_try_at)
     values ('event-2', 'payin', 'payin-1', $1, 'COMPLETED', now(), 'epoch') on conflict do nothing returning hash`,
    [idOf(1)],
  ],
  [
    `with due as (
       select hash from webhook_events where processed_at is null and next_try_at <= $1
       order by received_at limit 50 for update skip locked
     ), taken as (
       update webhook_events e set next_try_at = $1 from due where e.hash = due.hash returning e.hash, e.received_at
     ) select hash from taken order by received_at`,
    [new Date()],
  ],
  [`update webhook_events set processed_at = now(), result = 'fetched' where hash = 'event-2' returning 1`],
  [
    `insert into outbox (id, kind, session, subject, amount_value, amount_currency, created_at, next_try_at)
     values ('order_paid:2', 'order_paid', $1, 'A-2', '49.90', 'EUR', now(), now()) on conflict do nothing returning id`,
    [idOf(2)],
  ],
  [
    `update outbox set next_try_at = $1, attempts = attempts + 1
     where id = (select id from outbox where done_at is null order by next_try_at limit 1 for update skip locked)
     returning id, kind, session, subject, amount_value, amount_currency, attempts - 1 as attempts`,
    [new Date()],
  ],
  [
    `insert into alerts (kind, session, subject, detail, created_at) values ('disputed', $1, null, 'look', now())
     on conflict do nothing returning id`,
    [idOf(1)],
  ],
  [
    'select a.kind, s.order_id from alerts a left join sessions s on s.id = a.session order by a.id desc limit 200',
  ],
  [`select * from payouts where id = 'refund-1' for update`],
  [
    `update payouts set status = 'paid', paid_at = now(), paid_session = $1 where id = 'refund-1' returning 1`,
    [idOf(3)],
  ],
  ['select event from service_budget for update'],
  ['update service_budget set event = $1, per_second = $2 returning 1', [1, 5]],
  [`delete from session_claims where key_hash = 'claim-1' returning 1`],
]
