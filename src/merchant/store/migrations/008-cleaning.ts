export const cleaning = `
-- What a session leaves behind once it is over for long (retention/sessions.ts). A row without these is one that nobody has
-- looked at yet: servers of the version before write none of them, and go on working.
-- When the row was cleaned; null: its ids, keys and events are still there, or came back with late news.
alter table sessions add column cleaned_at timestamptz;
-- A row that was not over yet is looked at again from this time on; null: from created_at on.
alter table sessions add column looked_at timestamptz;
`
