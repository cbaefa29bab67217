/** What "recent" means: long enough to see a rate, short enough to forget a burst. */
const decayMs = 10_000

/**
 * Counts calls, each the less the longer ago it was: half of it is forgotten after seven seconds. One number instead of
 * a list of times, and the same measure for what was too much and for what is allowed.
 */
export function createRecentCalls() {
  let count = 0
  let countedAt = 0
  const countAt = (now: number) => count * Math.exp(-Math.max(0, now - countedAt) / decayMs)
  return {
    add(now: number): void {
      count = countAt(now) + 1
      countedAt = now
    },
    perSecondAt: (now: number): number => (countAt(now) * 1_000) / decayMs,
    /** How long until one more call fits into this rate, in milliseconds. @param perSecond at least 0.2 */
    untilRoomMs(now: number, perSecond: number): number {
      const most = (perSecond * decayMs) / 1_000
      const others = countAt(now)
      return others + 1 <= most ? 0 : decayMs * Math.log(others / (most - 1))
    },
  }
}
