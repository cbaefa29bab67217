export const upstream = `
-- What the service's answers "429" have taught, for all instances that use the one API key. One row, written only when
-- the service refuses a call; learned-rate.ts says what the columns mean. It begins as "nothing learned yet".
create table service_budget (
  only_row boolean primary key default true check (only_row),
  event integer not null default 0,
  paused_until timestamptz not null default 'epoch',
  guessed_ms integer not null default 0,
  per_second double precision not null default 'infinity'
);
`
