// The time left to pay. It is computed from the clock each time and never counted down, because timers of a hidden tab
// slow down (docs/internals/browser-facts.md#a-hidden-tab-has-slow-timers). It only informs the shopper: no timer ends a payment (docs/internals/browser-facts.md#a-failure-shown-too-early-is-paid-twice).

/** The countdown is shown when less time than this is left. */
const shownFromSeconds = 3_600
/** Screen readers announce the time left when it falls below each of these: enough to act, not so often as to disturb (WCAG 2.2.1). */
const announcedAtSeconds = [0, 60, 300, 600, shownFromSeconds]

export interface Deadline {
  /** Whole seconds left, 0 when the time is up. */
  readonly seconds: number
  /** The last step passed, in seconds. When it changes, the time is announced. */
  readonly step: number
}

/**
 * The time left until `expiresAt` (ISO 8601).
 * @param nowMs by the server's clock; `null` if it is unknown. Not by the shopper's clock, which may be wrong by hours.
 * @returns the deadline, or `null` if it is unknown or more than an hour away; `recheckMs`: when to call again
 */
export function deadlineOf(
  expiresAt: string | null,
  nowMs: number | null,
): { readonly deadline: Deadline | null; readonly recheckMs: number | null } {
  const leftMs = msUntil(expiresAt, nowMs)
  if (Number.isNaN(leftMs)) return { deadline: null, recheckMs: null }
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  const step = announcedAtSeconds.find((at) => seconds <= at)
  if (step === undefined) return { deadline: null, recheckMs: leftMs - shownFromSeconds * 1_000 }
  return { deadline: { seconds, step }, recheckMs: leftMs > 0 ? leftMs % 1_000 || 1_000 : null }
}

/** Milliseconds until `expiresAt`; NaN if either is unknown. The pattern is needed because `Date.parse("900")` is a year. */
export function msUntil(expiresAt: string | null, nowMs: number | null): number {
  return Date.parse(expiresAt && /^\d{4}-/.test(expiresAt) ? expiresAt : '') - (nowMs ?? Number.NaN)
}
