export const latePromiseColumn = `
-- When a promise became known that came after FAILED or EXPIRED: a read that says so a moment later may lag behind.
alter table sessions add column late_promise_at timestamptz;
`
