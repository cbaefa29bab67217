export const tables = `
-- A random id of this database. Every idempotency key at the service contains it, so two databases with the same account
-- never adopt each other's payins.
create table installation (
  only_row boolean primary key default true check (only_row),
  id text not null,
  -- 32 bytes, hex. Public ids, webhook addresses and claim codes are derived from it (session/capability.ts), so none of
  -- them changes when an API key is rotated.
  secret text not null check (length(secret) = 64),
  -- Rows that were made between these two times may be missing: the database was restored from a backup, or a failover lost
  -- the newest rows. Kept until is null: nothing is missing, or everything that the service lists was read since.
  rows_kept_until timestamptz,
  rows_lost_before timestamptz,
  -- Until then a process reads the service's lists (one-payment/recover.ts).
  leased_until timestamptz,
  -- Which copy of the database was used last (one-payment/lineage.ts).
  lineage text,
  -- A counter that increases while a server runs. A restored database has an older count or an older time.
  beat bigint not null default 0,
  beat_at timestamptz
);
insert into installation (id, secret)
  values (gen_random_uuid()::text, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- One row per attempt to pay an order, for all four kinds.
create table sessions (
  -- The id of the row, for logs and joins. The public id is another one: it is a capability and is never stored.
  id uuid primary key,
  -- 32 bytes, hex. The public id is derived from it; see session/capability.ts.
  seed text not null check (length(seed) = 64),
  -- A hash of the API key under which the session was made; '' once it was sent or returned under another one as well.
  api_key_hash text not null,
  kind text not null,
  order_id text not null,
  -- The reference at the service.
  reference text not null,
  -- When the order was placed, as the shop said. It tells two orders apart that have the same id (order/case.ts). Null: the
  -- shop did not say, or it is a payout.
  placed_at timestamptz,
  attempt integer not null,
  -- Hash of what the shopper chose before the hosted page. The same choice gets the same open session.
  choice_hash text not null,
  amount_value text not null,
  amount_currency text not null,
  -- A random part of the request; see kinds/request.ts.
  nonce text not null,
  -- The idempotency key of this attempt at the service, and the exact bytes of its request. The bytes contain the
  -- payer's email address and the public id, so they are deleted as soon as the service has answered.
  service_key text not null unique,
  request_body text,
  first_sent_at timestamptz,
  rejected_at timestamptz,
  -- Where the service refused a request: JSON Pointers (payments-v2, "Errors") as a JSON list. A retry of the same attempt
  -- gets the same reason, also from another instance and after a restart.
  rejected_pointers text,
  -- The state of the payment at the service. The id is that of a payin, a payout, a bank transfer or an on-ramp.
  service_id text,
  status text not null default 'CREATED',
  status_details text,
  outcome text not null default 'open' check (outcome in ('open', 'authorized', 'complete', 'failed', 'expired')),
  -- Null for a payout: whoever has the address of its hosted page can take the money, so it is never stored.
  redirect_url text,
  expires_at timestamptz,
  -- When the outcome first became 'authorized' or 'complete'; null while it is another one (session/outcomes.ts).
  paid_at timestamptz,
  -- How the payment at the service differs from the order (amount, currency, reference); null: it does not. A session with a
  -- difference gives out no hosted page and completes no order.
  doubt text,
  -- How much came, as the service named it last. Null: there is no doubt, or the service names no amount.
  came_value text,
  came_currency text,
  -- When an authorization after FAILED or EXPIRED was seen. For a moment after it, a read may still return the old end.
  late_promise_at timestamptz,
  -- When the newest applied fetch began. The result of an older fetch is ignored.
  fetch_started_at timestamptz,
  -- When an unsigned or repeated webhook last caused a fetch of this session: at most once in two seconds.
  asked_at timestamptz,
  -- When the sweep fetches the payment again. Null: no further change is expected.
  next_check_at timestamptz,
  checks integer not null default 0,
  -- When links were made, or began to be made, in milliseconds since 1970, as a JSON list. Each link of an on-ramp is a
  -- payment of its own.
  links text not null default '[]',
  -- Why a person must settle the money that came (amount_differs, paid_twice, order_withdrawn); null: nothing to settle.
  review text,
  -- How a person has settled it (order/rules/settled.ts).
  settled_as text check (settled_as in ('accepted', 'refunded')),
  -- How often a function of the shop has failed when the session's money was stored (sync/refused-money.ts).
  refusals integer not null default 0,
  -- How many claim codes were tried for a payout, and when the last one was tried.
  codes_tried integer not null default 0,
  code_tried_at timestamptz,
  -- Increased with each visible change. It is the ETag.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the session was cleaned (retention/sessions.ts). Null: its ids, keys and events still exist, or a late change has
  -- made new ones.
  cleaned_at timestamptz,
  -- When a session that had not ended is checked again for cleaning. Null: from created_at on.
  looked_at timestamptz,
  -- A row with an infinite time would end the work on all other rows.
  check (isfinite(placed_at) and isfinite(first_sent_at) and isfinite(rejected_at) and isfinite(expires_at) and isfinite(paid_at)
    and isfinite(late_promise_at) and isfinite(fetch_started_at) and isfinite(asked_at) and isfinite(next_check_at)
    and isfinite(code_tried_at) and isfinite(created_at) and isfinite(updated_at) and isfinite(cleaned_at) and isfinite(looked_at)),
  -- Of two create requests at the same time, one fails here, before anything is sent to the service.
  unique (order_id, kind, attempt)
);
-- The service may write one id in either letter case.
create unique index sessions_service_id on sessions (lower(service_id));
create index sessions_due on sessions (next_check_at) where next_check_at is not null;
-- Sessions that may be old enough to be cleaned, the oldest first (retention/sessions.ts).
create index sessions_to_clean on sessions (coalesce(looked_at, created_at)) where cleaned_at is null;
-- The sessions that decide the state of an order (session/session-row.ts). Failed attempts are not in this index, however
-- many an order has.
create index sessions_holding on sessions (order_id)
  where outcome in ('authorized', 'complete') or (kind = 'payin' and status = 'DISPUTED');

-- SHA-256 of the public ids. A reader of this table cannot use it to read a session from the server.
create table session_ids (
  hash text primary key,
  session uuid not null references sessions (id) on delete cascade
);
create index session_ids_session on session_ids (session);

-- SHA-256 of the widget's idempotency keys. The same key always gets the same session.
create table session_claims (
  key_hash text primary key,
  session uuid not null references sessions (id) on delete cascade,
  order_id text not null,
  request_hash text not null,
  created_at timestamptz not null
);
create index session_claims_session on session_claims (session);

-- Webhooks: those that were processed, and those that wait. They are stored without their bodies: four fields are needed,
-- and the others are personal data of the payer.
create table webhook_events (
  -- SHA-256 of its bytes. Of an unsigned webhook: of its session and of the payment that it names, because anybody can
  -- invent other bytes.
  hash text primary key,
  kind text not null,
  service_id text,
  session uuid,
  -- The status that the webhook names.
  status text,
  -- When it came, or when an unsigned one last named its payment.
  received_at timestamptz not null,
  -- How often an unsigned one has named its payment since it was processed, and SHA-256 of the last body in which.
  named integer not null default 1,
  body_hash text,
  -- The row stays, so that a repeated webhook is recognized.
  processed_at timestamptz,
  result text,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  -- Until then a process works on it. When that process dies, another one takes it over.
  leased_until timestamptz
);
create index webhook_events_waiting on webhook_events (next_try_at) where processed_at is null;
-- The unprocessed webhooks of one session.
create index webhook_events_session on webhook_events (session) where processed_at is null;
-- Webhooks that may be deleted (retention/webhooks.ts).
create index webhook_events_to_clean on webhook_events (processed_at)
  where processed_at is not null and result is distinct from 'given_up' and status is distinct from 'DISPUTED';

-- The outbox: an event is written in the transaction that marks the order as paid, and dispatched after it, at least once.
create table outbox (
  -- The same payment always has the same id, however often the service reports it.
  id text primary key,
  kind text not null,
  session uuid not null references sessions (id) on delete cascade,
  subject text not null,
  amount_value text not null,
  amount_currency text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  leased_until timestamptz,
  done_at timestamptz
);
create index outbox_waiting on outbox (next_try_at) where done_at is null;
create index outbox_session on outbox (session);

-- What the back office pays out: like an order, but outgoing. Unlike orders, payouts are always stored in our table.
create table payouts (
  -- The back office's own reference, such as the number of a refund or a withdrawal.
  id text primary key check (length(id) between 1 and 36),
  amount_value text not null,
  amount_currency text not null,
  status text not null default 'unpaid' check (status in ('unpaid', 'paid')),
  paid_at timestamptz,
  paid_session uuid,
  created_at timestamptz not null
);
create index payouts_newest on payouts (status, created_at desc);

-- What a person must check. Each alert is raised once, also one about a payment without a session.
create table alerts (
  id integer generated always as identity primary key,
  kind text not null,
  session uuid,
  subject text,
  detail text not null,
  created_at timestamptz not null,
  -- Who has settled it, when and how (order/rules/settled.ts). Null: it is open.
  settled_as text check (settled_as in ('accepted', 'refunded', 'noted')),
  settled_by text,
  settled_at timestamptz,
  note text
);
create unique index alerts_once on alerts (kind, session, detail);
create unique index alerts_once_without_session on alerts (kind, detail) where session is null;
-- To find out whether a session has an alert.
create index alerts_session on alerts (session);
-- The list for people: the open ones first, then the newest.
create index alerts_listed on alerts ((settled_at is not null), id desc);
-- Open alerts about payments of an order that have no session (one-payment/lost-row-detector.ts).
create index alerts_subject on alerts (subject) where settled_at is null;

-- The rate limit that was learned from the service's 429 answers, for all instances with the same API key. One row, written
-- only when the service refuses a call. The columns are explained in service/learned-rate.ts; the defaults mean no limit.
create table service_budget (
  only_row boolean primary key default true check (only_row),
  event integer not null default 0,
  paused_until timestamptz not null default 'epoch',
  guessed_ms integer not null default 0,
  per_second double precision not null default 'infinity'
);
`
