/** Smaller differences are ignored: `Date` has whole seconds, and the response took time to arrive. */
const toleranceMs = 10_000

let offsetMs: number | undefined

/** Stores the server's time from the `Date` header of a response (RFC 9110 §6.6.1). Ignores a missing or unreadable one. */
export function noteServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now()
  if (!Number.isNaN(difference)) offsetMs = Math.abs(difference) < toleranceMs ? 0 : difference
}

/**
 * Milliseconds since 1970 by the merchant server's clock, as known from its responses. An `expires_at` must be compared
 * with this: on a shopper's clock that is 15 minutes fast, a payment would expire as soon as it starts.
 *
 * @returns `null` while no response contained it; always `null` for another origin that does not expose `Date`
 */
export function serverNow(): number | null {
  return offsetMs === undefined ? null : Date.now() + offsetMs
}
