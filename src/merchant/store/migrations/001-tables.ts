export const tables = `
-- One random name per database. It goes into every key that we send to the service, so that two databases that share
-- one account never take each other's payins for their own.
create table installation (
  only_row boolean primary key default true check (only_row),
  id text not null
);
insert into installation (id) values (gen_random_uuid()::text);

-- One row per attempt to pay an order.
create table sessions (
  -- The row's own name, for logs and joins. Not the public id: that is a capability and is never stored.
  id uuid primary key,
  -- 32 random bytes, hex. Public id = HMAC(API key, seed); see capability.ts.
  seed text not null check (length(seed) = 64),
  kind text not null,
  order_id text not null,
  attempt integer not null,
  -- What the shopper chose before the hosted page, as a hash: the same choice gets the same open session.
  choice_hash text not null,
  amount_value text not null,
  amount_currency text not null,
  -- The Idempotency-Key of this attempt at the service, and the very bytes that go with it. The bytes hold the
  -- payer's e-mail and the public id, so they are forgotten as soon as the service's answer is known.
  service_key text not null unique,
  request_body text,
  first_sent_at timestamptz,
  rejected_at timestamptz,
  -- What the service told.
  payin_id text unique,
  status text not null default 'CREATED',
  status_details text,
  outcome text not null default 'open' check (outcome in ('open', 'authorized', 'complete', 'failed', 'expired')),
  redirect_url text,
  expires_at timestamptz,
  -- When the newest applied fetch began. News of an older fetch is ignored.
  fetch_started_at timestamptz,
  -- Null: nothing more is expected.
  next_check_at timestamptz,
  checks integer not null default 0,
  -- Grows with each visible change; the ETag.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Two tabs that press "pay" at the same time collide here, not at the service.
  unique (order_id, kind, attempt)
);
create index sessions_due on sessions (next_check_at) where next_check_at is not null;

-- Public ids by their SHA-256: who reads this table cannot read a session with it.
create table session_ids (
  hash text primary key,
  session uuid not null references sessions (id) on delete cascade
);

-- The widget's Idempotency-Keys by their SHA-256. The same key always gets the same session.
create table session_claims (
  key_hash text primary key,
  session uuid not null references sessions (id) on delete cascade,
  order_id text not null,
  request_hash text not null,
  created_at timestamptz not null
);

-- The inbox of signed webhooks: stored, answered, then worked through.
create table webhook_events (
  hash text primary key,
  kind text not null,
  payin_id text,
  -- Forgotten once it was worked through: it holds the payer's data.
  body text,
  received_at timestamptz not null,
  processed_at timestamptz,
  result text,
  attempts integer not null default 0,
  next_try_at timestamptz
);
create index webhook_events_waiting on webhook_events (next_try_at) where processed_at is null;

-- What a person must look at. Each is raised once.
create table alerts (
  id integer generated always as identity primary key,
  kind text not null,
  session uuid,
  detail text not null,
  created_at timestamptz not null
);
create unique index alerts_once on alerts (kind, session, detail);
`
