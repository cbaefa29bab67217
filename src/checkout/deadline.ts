// How long there is to pay. Read from the clock each time, never counted: a hidden tab's timers slow down (FACTS 10).
// It only tells the shopper; no timer ever ends a payment (FACTS 15).

/** Earlier nobody needs a countdown. */
const shownFromSeconds = 3_600
/** When a screen reader hears of it: often enough to act, seldom enough to pay in peace (WCAG 2.2.1). */
const announcedAtSeconds = [0, 60, 300, 600, shownFromSeconds]

export interface Deadline {
  /** Whole seconds left, 0 when the time is up. */
  readonly seconds: number
  /** The step that was passed last; it changes when the time is to be spoken. */
  readonly step: number
}

/**
 * The time left until `expiresAt` (ISO 8601).
 * @param nowMs by the server's clock; `null` where it was never read: the shopper's own may be wrong by any time
 * @returns the deadline, or `null` while it is unknown or more than an hour away; and in how many milliseconds to look again
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

/** Milliseconds until `expiresAt`; NaN where that, or the time, is unknown. Browsers take "900" for a year. */
export function msUntil(expiresAt: string | null, nowMs: number | null): number {
  return Date.parse(expiresAt && /^\d{4}-/.test(expiresAt) ? expiresAt : '') - (nowMs ?? Number.NaN)
}
