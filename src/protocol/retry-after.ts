/**
 * Parses `Retry-After`, which is seconds or an HTTP date (RFC 9110 §10.2.3). Returns milliseconds from now; `null` if it
 * is missing or unreadable.
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  const text = value?.trim()
  if (!text) return null
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // All three date formats begin with the name of a day. `Date.parse` alone would accept "-5" as a year.
  if (!/^[A-Z][a-z]{2}/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}
