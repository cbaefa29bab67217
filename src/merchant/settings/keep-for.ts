// For how long things are kept, in days, and why not shorter. docs/decisions/what-cleaning-leaves.md tells what is never
// cleaned at all.

/**
 * 13 months and a few days: so long a payer can take a direct debit back that they say they never agreed to, and a page or a
 * key of that payment still leads to it.
 */
export const defaultDays = 400

/**
 * What a machine may still repeat by itself is known for longer than it does so. The service knows a key for 24 hours, sends
 * an on-ramp's webhook five times more, and names no end for its other webhooks; a bank transfer is waited for for 7 days;
 * an order that does not say when it was placed counts as older than a lost row for 30 days. After that only a person can
 * come back, and money that comes late finds its row at any time.
 */
export const minDays = 30

/** More is a mistake, such as a number of seconds. */
export const maxDays = 36_500

export const dayMs = 24 * 3_600_000
