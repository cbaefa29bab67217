export const onePayment = `
-- Columns for the rule that an order is paid at most once, and that every payment that can be paid is known.

-- How the payment at the service differs from the order (amount, currency, reference); null: it does not. A session with a
-- difference gives out no hosted page and completes no order.
alter table sessions add column doubt text;
-- When an unsigned or repeated webhook last caused a fetch of this session: at most once in two seconds.
alter table sessions add column asked_at timestamptz;
-- The reference at the service. Null in rows of an earlier version: there it is the order's id.
alter table sessions add column reference text;
-- A random part of the request; see session/attempt-ids.ts. Null in rows of an earlier version.
alter table sessions add column nonce text;
-- How many links of an on-ramp's session were created, and since when they are counted. Each link is a payment of its own.
alter table sessions add column links_made integer not null default 0;
alter table sessions add column links_since timestamptz;
-- How many claim codes were tried for a payout, and when the last one was tried.
alter table sessions add column codes_tried integer not null default 0;
alter table sessions add column code_tried_at timestamptz;
-- Whoever has the address of a payout's hosted page can take the money. So the address is never stored: it is requested
-- from the service again each time a recipient enters the right claim code.
update sessions set redirect_url = null where kind = 'payout';

-- An alert can be about a payment without a session. It is raised once, too.
alter table alerts add column subject text;
delete from alerts a using alerts b
  where a.session is null and b.session is null and a.kind = b.kind and a.detail = b.detail and a.id > b.id;
create unique index alerts_once_without_session on alerts (kind, detail) where session is null;

-- Rows from before this time may be missing: the database was restored from a backup, or a failover lost the newest rows.
alter table installation add column rows_lost_before timestamptz;
-- A counter that increases while a server runs. A restored database has an older count or an older time.
alter table installation add column beat bigint not null default 0;
alter table installation add column beat_at timestamptz;

-- An index for every foreign key: without it, deleting old sessions would scan these tables.
create index session_ids_session on session_ids (session);
create index session_claims_session on session_claims (session);
create index outbox_session on outbox (session);
-- The unprocessed webhooks of one session.
create index webhook_events_session on webhook_events (session) where processed_at is null;
`
