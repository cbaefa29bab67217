export const upstream = `
-- The rate limit that was learned from the service's 429 answers, for all instances with the same API key. One row, written
-- only when the service refuses a call. The columns are explained in service/learned-rate.ts; the defaults mean no limit.
create table service_budget (
  only_row boolean primary key default true check (only_row),
  event integer not null default 0,
  paused_until timestamptz not null default 'epoch',
  guessed_ms integer not null default 0,
  per_second double precision not null default 'infinity'
);
`
