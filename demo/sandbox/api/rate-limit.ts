// "Excess requests get 429"; the values are not shown. A token bucket: so many calls a second on average, four
// times as many at once.
import type { Clock } from '../clock.ts'

export type RateLimit = {
  /** Takes one call's worth. 0, or how long to wait for the next, in milliseconds. */
  take(): number
  /** As after a start. */
  refill(): void
}

const burstSeconds = 4

/** @param perSecond 0 means no limit */
export function createRateLimit(clock: Clock, perSecond: number): RateLimit {
  const full = perSecond * burstSeconds
  let left = full
  let filledAt = clock.now()

  function take(): number {
    if (perSecond === 0) return 0
    const now = clock.now()
    left = Math.min(full, left + (Math.max(0, now - filledAt) / 1000) * perSecond)
    filledAt = now
    if (left < 1) return Math.ceil(((1 - left) / perSecond) * 1000)
    left -= 1
    return 0
  }

  function refill() {
    left = full
    filledAt = clock.now()
  }

  return { take, refill }
}
