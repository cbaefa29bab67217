export const refusals = `
-- Where the service refused a request: JSON Pointers (payments-v2, "Errors") as a JSON list. A retry of the
-- same attempt gets the same reason, also from another instance and after a restart.
alter table sessions add column rejected_pointers text;
`
