/**
 * SQL: whether no process works on a row. A lease that ends later than any lease can was written by a machine whose clock
 * was wrong, and counts as none.
 * @param now the parameter with the time now, such as `$1`
 */
export const isUnleased = (now: string, leaseMs: number): string =>
  `(leased_until is null or leased_until <= ${now} or leased_until > ${now}::timestamptz + interval '${leaseMs} milliseconds')`
