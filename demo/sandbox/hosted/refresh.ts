// The poll interval of a page that shows progress.

/** Unplanned changes, such as those of the control panel, show up within this time. */
const longestWaitSeconds = 15

/** @param nextChangeAt ms; null when no change is planned. In whole seconds, at least 1, at most 15. */
export function secondsUntil(nextChangeAt: number | null, now: number): number {
  if (nextChangeAt === null) return longestWaitSeconds
  return Math.min(longestWaitSeconds, Math.max(1, Math.ceil((nextChangeAt - now) / 1000)))
}
