// A clock that only moves when a test says so.
import type { Clock } from '../../src/platform/ports.ts'

export interface FakeClock extends Clock {
  /** Timers that were started and neither ran nor were taken back. */
  readonly pending: number
  /** Moves the time on, running what becomes due in order, each with what follows from it. */
  advance(ms: number): Promise<void>
}

/** Lets everything happen that needs no time: promises, and the promises that follow from them. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve()
}

export function fakeClock(startsAt = Date.UTC(2026, 10, 20, 14, 45)): FakeClock {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  let now = startsAt

  const nextDue = (until: number) =>
    [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]

  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    get pending() {
      return timers.size
    },
    async advance(ms) {
      const until = now + ms
      await settle()
      for (let timer = nextDue(until); timer; timer = nextDue(until)) {
        timers.delete(timer)
        now = Math.max(now, timer.at)
        timer.run()
        await settle()
      }
      now = until
      await settle()
    },
  }
}
