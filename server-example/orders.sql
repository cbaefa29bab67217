-- The tables of this shop: its orders, and the parcels that it packs. The lock lets servers that start together run this
-- one after the other.
select pg_advisory_xact_lock(hashtext('orders.sql'))::text;

create table if not exists orders (
  id text primary key check (length(id) between 1 and 36),
  title text not null,
  description text not null default '',
  amount_value text not null,
  amount_currency text not null,
  payer_email text not null,
  payer_first_name text,
  payer_last_name text,
  payer_address text,
  status text not null default 'unpaid' check (status in ('unpaid', 'paid')),
  placed_at timestamptz default now(),
  paid_at timestamptz,
  paid_session uuid
);

create table if not exists parcels (
  outbox_id text primary key,
  order_id text not null,
  packed_at timestamptz not null
);
