-- Servers that start together run this one after the other.
select pg_advisory_xact_lock(hashtext('orders.sql'))::text;
create table if not exists orders (
  id integer primary key,
  total numeric(10, 2) not null,
  email text not null,
  paid_by text,
  placed_at timestamptz not null default now()
);
insert into orders (id, total, email) values (1001, 49.90, 'ada@shop.example') on conflict do nothing;
