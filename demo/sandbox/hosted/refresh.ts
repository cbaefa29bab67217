// When a page that follows something looks again.

/** A page that was left open notices a change that nobody planned, too. */
const longestWaitSeconds = 15

/** @param nextChangeAt ms; null when no change is planned. In whole seconds, at least 1, at most 15. */
export function secondsUntil(nextChangeAt: number | null, now: number): number {
  if (nextChangeAt === null) return longestWaitSeconds
  return Math.min(longestWaitSeconds, Math.max(1, Math.ceil((nextChangeAt - now) / 1000)))
}
