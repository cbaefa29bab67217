-- One table of sessions for all four kinds: what was the payin's id is now the id of whatever the service made.
alter table sessions rename column payin_id to service_id;

-- Who pays, for the hosted page and for bank transfers and on-ramps.
alter table orders add column payer_first_name text;
alter table orders add column payer_last_name text;
alter table orders add column payer_address text;

-- What the back office pays out. An order's twin in the other direction, but always ours: a shop that replaces orders.ts
-- keeps it.
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

-- Webhooks keep no body any more: what is needed of one are four words, and the rest is the payer's.
alter table webhook_events rename column payin_id to service_id;
alter table webhook_events drop column body;
alter table webhook_events add column session uuid;
alter table webhook_events add column word text;

-- What happens when money has come: written in the transaction that says so, carried out afterwards, at least once.
create table outbox (
  -- Stable: the same money has the same id, however often it is told.
  id text primary key,
  kind text not null,
  session uuid not null references sessions (id) on delete cascade,
  subject text not null,
  amount_value text not null,
  amount_currency text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  done_at timestamptz
);
create index outbox_waiting on outbox (next_try_at) where done_at is null;

-- What the demo does with a paid order: packs one parcel. A shop that replaces orders.ts drops it.
create table parcels (
  outbox_id text primary key,
  order_id text not null,
  packed_at timestamptz not null
);
