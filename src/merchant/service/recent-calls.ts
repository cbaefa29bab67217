/** Time constant of the exponential decay: long enough to measure a rate, short enough to forget a burst. */
const decayMs = 10_000

/**
 * Counts calls with exponential decay: a call counts half after seven seconds. This needs one number and no list of
 * times. The same measure is used for the rate that was refused and for the rate that is allowed.
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
    /** Milliseconds until one more call fits into this rate. @param perSecond at least 0.2 */
    msUntilFree(now: number, perSecond: number): number {
      const max = (perSecond * decayMs) / 1_000
      const others = countAt(now)
      return others + 1 <= max ? 0 : decayMs * Math.log(others / (max - 1))
    },
  }
}
