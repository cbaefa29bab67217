// Limits of `keepFor`: how many days data is kept, and the reasons. docs/internals/decisions/what-cleaning-leaves.md says what is
// never cleaned.

/**
 * 13 months and a few days. For so long a payer can reclaim a direct debit that they say they never authorized. Until
 * then a page or a key of that payment still leads to it.
 */
export const defaultDays = 400

/**
 * Data must be kept for longer than a machine may repeat something by itself. The service remembers an idempotency key
 * for 24 hours, repeats an on-ramp's webhook five times, and documents no limit for its other webhooks. We wait 7 days
 * for a bank transfer. After a loss of rows, an order without a date counts as older than the loss for 30 days. After
 * that, only a person can come back. Late money finds its row at any time, because sessions are never deleted.
 */
export const minDays = 30

/** A larger value is probably a mistake, such as a number of seconds. */
export const maxDays = 36_500

export const dayMs = 24 * 3_600_000
