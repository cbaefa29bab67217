/** `Date` counts whole seconds and is as old as its journey: less than this is no difference. */
const leastMs = 10_000

let aheadMs: number | undefined

/** Takes the `Date` of an answer (RFC 9110 §6.6.1) as the server's time; an absent or unreadable one says nothing. */
export function noteServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now()
  if (!Number.isNaN(difference)) aheadMs = Math.abs(difference) < leastMs ? 0 : difference
}

/**
 * Milliseconds since 1970 by the merchant server's clock, as far as its answers told it. An `expires_at` is the
 * server's: on a shopper's clock that is a quarter of an hour fast, the time would be up before it began.
 *
 * @returns `null` while no answer has told it: on another origin that does not expose `Date` it stays so
 */
export function serverNow(): number | null {
  return aheadMs === undefined ? null : Date.now() + aheadMs
}
