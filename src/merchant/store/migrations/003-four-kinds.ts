export const fourKinds = `
-- One table of sessions for all four kinds: what was the payin's id is now the id of whatever the service made.
alter table sessions rename column payin_id to service_id;

-- What the back office pays out. An order's twin in the other direction, and always ours.
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
`
