export const onePayment = `
-- An order is paid at most once, and everything that can be paid is known: what that rule needs.

-- Why the money of this session is not believed to be the order's; null: there is no doubt. A session in doubt gives out
-- no address and pays no order.
alter table sessions add column doubt text;
-- When an unsigned or repeated webhook last made us ask about this session: at most once in two seconds.
alter table sessions add column asked_at timestamptz;
-- What the service knows the order by; null in rows of an earlier version, whose order's id it is.
alter table sessions add column reference text;
-- Random, and a part of what is sent; see AttemptIds. Null in rows of an earlier version.
alter table sessions add column nonce text;
-- Links that were made of an on-ramp's session, each a payment of its own, and since when they are counted.
alter table sessions add column links_made integer not null default 0;
alter table sessions add column links_since timestamptz;
-- Claim codes that were tried for a payout, and when the last one was.
alter table sessions add column codes_tried integer not null default 0;
alter table sessions add column code_tried_at timestamptz;
-- Who has the address of a payout's hosted page can take the money. It is asked for anew for each recipient who proves
-- to be the right one, and kept nowhere.
update sessions set redirect_url = null where kind = 'payout';

-- An alert may be about a payment of which there is no session here; it, too, is raised once.
alter table alerts add column subject text;
delete from alerts a using alerts b
  where a.session is null and b.session is null and a.kind = b.kind and a.detail = b.detail and a.id > b.id;
create unique index alerts_once_without_session on alerts (kind, detail) where session is null;

-- Before this time rows may be missing: the database was restored from a backup, or a failover lost the last of them.
alter table installation add column rows_lost_before timestamptz;
-- Counts upwards while a server runs. A database that was restored shows an older count, or an older time.
alter table installation add column beat bigint not null default 0;
alter table installation add column beat_at timestamptz;

-- Every foreign key has an index, so that old sessions can be deleted without reading these tables whole.
create index session_ids_session on session_ids (session);
create index session_claims_session on session_claims (session);
create index outbox_session on outbox (session);
-- Events of one session that wait for their turn.
create index webhook_events_session on webhook_events (session) where processed_at is null;
`
