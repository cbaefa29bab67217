// "Excess requests get 429". The document shows no values. This is a token bucket: it allows `perSecond` calls a second
// on average, and four times as many at once.
import type { Clock } from '../clock.ts'

export type RateLimit = ReturnType<typeof createRateLimit>

const burstSeconds = 4

/** @param perSecond 0 means no limit */
export function createRateLimit(clock: Clock, perSecond: number) {
  const full = perSecond * burstSeconds
  let left = full
  let filledAt = clock.now()

  /** Takes one token. Returns 0, or the milliseconds until the next token. */
  function take(): number {
    if (perSecond === 0) return 0
    const now = clock.now()
    left = Math.min(full, left + (Math.max(0, now - filledAt) / 1000) * perSecond)
    filledAt = now
    if (left < 1) return Math.ceil(((1 - left) / perSecond) * 1000)
    left -= 1
    return 0
  }

  /** Fills the bucket, as at the start. */
  function refill() {
    left = full
    filledAt = clock.now()
  }

  return { take, refill }
}
