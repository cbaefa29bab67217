export const cleaning = `
-- Retention of sessions (retention/sessions.ts). Servers of the version before do not write these columns; null means that
-- the session was not checked yet.
-- When the session was cleaned. Null: its ids, keys and events still exist, or a late change has made new ones.
alter table sessions add column cleaned_at timestamptz;
-- When a session that had not ended is checked again. Null: from created_at on.
alter table sessions add column looked_at timestamptz;
`
