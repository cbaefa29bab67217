export const tables = `
-- A random id of this database. Every idempotency key at the service contains it, so two databases with the same account
-- never adopt each other's payins.
create table installation (
  only_row boolean primary key default true check (only_row),
  id text not null
);
insert into installation (id) values (gen_random_uuid()::text);

-- One row per attempt to pay an order.
create table sessions (
  -- The id of the row, for logs and joins. The public id is another one: it is a capability and is never stored.
  id uuid primary key,
  -- 32 random bytes, hex. Public id = HMAC(API key, seed); see session/capability.ts.
  seed text not null check (length(seed) = 64),
  kind text not null,
  order_id text not null,
  attempt integer not null,
  -- Hash of what the shopper chose before the hosted page. The same choice gets the same open session.
  choice_hash text not null,
  amount_value text not null,
  amount_currency text not null,
  -- The idempotency key of this attempt at the service, and the exact bytes of its request. The bytes contain the
  -- payer's email address and the public id, so they are deleted as soon as the service has answered.
  service_key text not null unique,
  request_body text,
  first_sent_at timestamptz,
  rejected_at timestamptz,
  -- The state of the payment at the service.
  payin_id text unique,
  status text not null default 'CREATED',
  status_details text,
  outcome text not null default 'open' check (outcome in ('open', 'authorized', 'complete', 'failed', 'expired')),
  redirect_url text,
  expires_at timestamptz,
  -- When the newest applied fetch began. The result of an older fetch is ignored.
  fetch_started_at timestamptz,
  -- When the sweep fetches the payment again. Null: no further change is expected.
  next_check_at timestamptz,
  checks integer not null default 0,
  -- Increased with each visible change. It is the ETag.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Of two create requests at the same time, one fails here, before anything is sent to the service.
  unique (order_id, kind, attempt)
);
create index sessions_due on sessions (next_check_at) where next_check_at is not null;

-- SHA-256 of the public ids. A reader of this table cannot use it to read a session from the server.
create table session_ids (
  hash text primary key,
  session uuid not null references sessions (id) on delete cascade
);

-- SHA-256 of the widget's idempotency keys. The same key always gets the same session.
create table session_claims (
  key_hash text primary key,
  session uuid not null references sessions (id) on delete cascade,
  order_id text not null,
  request_hash text not null,
  created_at timestamptz not null
);

-- The webhook inbox: a webhook is stored, answered, then processed.
create table webhook_events (
  hash text primary key,
  kind text not null,
  payin_id text,
  -- Deleted after processing: it contains personal data of the payer.
  body text,
  received_at timestamptz not null,
  processed_at timestamptz,
  result text,
  attempts integer not null default 0,
  next_try_at timestamptz
);
create index webhook_events_waiting on webhook_events (next_try_at) where processed_at is null;

-- What a person must check. Each alert is raised once.
create table alerts (
  id integer generated always as identity primary key,
  kind text not null,
  session uuid,
  detail text not null,
  created_at timestamptz not null
);
create unique index alerts_once on alerts (kind, session, detail);
`
