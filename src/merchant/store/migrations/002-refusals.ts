export const refusals = `
-- Where the service refused a request: JSON Pointers (payments-v2, "Errors") as a JSON list. A repeated press of the same
-- attempt hears the same reason, also from another instance and after a restart.
alter table sessions add column rejected_pointers text;
`
