export const latePromiseColumn = `
-- When an authorization after FAILED or EXPIRED was seen. For a moment after it, a read may still return the old end.
alter table sessions add column late_promise_at timestamptz;
`
