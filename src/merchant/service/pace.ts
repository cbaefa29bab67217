// May this call go now, and if not, when? Decides; sends nothing and waits for nothing.
import { type LearnedRate, perSecondAt } from './learned-rate.ts'
import { createRecentCalls } from './recent-calls.ts'

export type Caller = 'shopper' | 'background'

/** After a pause the shoppers who waited go first. */
const headStartMs = 2_000
/** Background calls always get this much, or nobody would learn that a shopper has paid while others press "pay". */
const backgroundShare = 0.5
const minBackgroundPerSecond = 0.2

/** Makes the rule of one instance. Shoppers' calls are stopped by a pause only; background calls by the rate too. */
export function createPace() {
  const all = createRecentCalls()
  const background = createRecentCalls()
  const shoppersInTurn = createSpread(5_000)
  const backgroundInTurn = createSpread(8_000)

  /** When a background call fits in, whoever else is waiting. */
  function freeAt(learned: LearnedRate, now: number): number {
    const pausedUntil = learned.pausedUntil + headStartMs
    if (now < pausedUntil) return pausedUntil
    const rate = perSecondAt(learned, now)
    const share = Math.max(minBackgroundPerSecond, rate * backgroundShare)
    return now + Math.min(all.untilRoomMs(now, rate), background.untilRoomMs(now, share))
  }

  return {
    /** How long the call has to stay away, in milliseconds; 0: send it. */
    waitMs(caller: Caller, learned: LearnedRate, now: number): number {
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
    /** What this instance sends at the moment. */
    perSecondAt: all.perSecondAt,
  }
}

/**
 * Those who are sent away together must not come back together, or they are refused together again. So each is told a
 * later time, at the bearable rate; who would have to wait for too long begins a second row.
 */
function createSpread(mostMs: number) {
  let nextAt = 0
  return (freeFrom: number, perSecond: number): number => {
    const at = nextAt < freeFrom || nextAt > freeFrom + mostMs ? freeFrom : nextAt
    nextAt = at + 1_000 / perSecond
    return at
  }
}
