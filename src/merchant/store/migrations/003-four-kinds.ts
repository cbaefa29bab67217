export const fourKinds = `
-- One table for all four kinds of session: the id is that of a payin, a payout, a bank transfer or an on-ramp.
alter table sessions rename column payin_id to service_id;

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

-- Webhooks are stored without their body: four fields are needed, and the others are personal data of the payer.
alter table webhook_events rename column payin_id to service_id;
alter table webhook_events drop column body;
alter table webhook_events add column session uuid;
alter table webhook_events add column word text;

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
  done_at timestamptz
);
create index outbox_waiting on outbox (next_try_at) where done_at is null;
`
