// Decides whether a call to the service may be sent now, and if not, when. It sends nothing and waits for nothing.
import { type LearnedLimit, perSecondAt } from './learned-rate.ts'
import { createRecentCalls } from './recent-calls.ts'

export type Caller = 'shopper' | 'background'

/** After a pause, background calls start this much later, so that waiting shoppers go first. */
const headStartMs = 2_000
/**
 * The share of the rate that background calls may use. It is reserved for them, or many create requests could delay the
 * update that another shopper has paid.
 */
const backgroundShare = 0.5
const minBackgroundPerSecond = 0.2

/** Creates the pace of one instance. A pause stops all calls. The rate limits background calls only. */
export function createPace() {
  const all = createRecentCalls()
  const background = createRecentCalls()
  const shoppersInTurn = createSpread(5_000)
  const backgroundInTurn = createSpread(8_000)

  /** When the rate next allows a background call, apart from other waiting calls. */
  function freeAt(learned: LearnedLimit, now: number): number {
    const pausedUntil = learned.pausedUntil + headStartMs
    if (now < pausedUntil) return pausedUntil
    const rate = perSecondAt(learned, now)
    const share = Math.max(minBackgroundPerSecond, rate * backgroundShare)
    return now + Math.min(all.msUntilFree(now, rate), background.msUntilFree(now, share))
  }

  return {
    /** How long the call must wait, in milliseconds; 0: send it. */
    waitMs(caller: Caller, learned: LearnedLimit, now: number): number {
      const freeFrom = caller === 'shopper' ? learned.pausedUntil : freeAt(learned, now)
      if (freeFrom <= now) return 0
      const rate = perSecondAt(learned, now)
      const inTurn = caller === 'shopper' ? shoppersInTurn : backgroundInTurn
      return inTurn(freeFrom, caller === 'shopper' ? Math.max(1, rate) : rate) - now
    },
    /** Counts a call that is sent. */
    sent(caller: Caller, now: number): void {
      all.add(now)
      if (caller === 'background') background.add(now)
    },
    /** The current rate of this instance, in calls per second. */
    perSecondAt: all.perSecondAt,
  }
}

/**
 * Spreads retries over time: calls that are delayed together must not come back together, or they are refused together
 * again. Each call gets the next free slot at the allowed rate. A call that would wait longer than `maxMs` starts again
 * at the first slot.
 */
function createSpread(maxMs: number) {
  let nextAt = 0
  return (freeFrom: number, perSecond: number): number => {
    const at = nextAt < freeFrom || nextAt > freeFrom + maxMs ? freeFrom : nextAt
    nextAt = at + 1_000 / perSecond
    return at
  }
}
