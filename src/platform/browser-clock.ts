import type { Clock } from './ports.ts'

/** The browser's clock. Deadlines are read from `now`, never counted in ticks: hidden tabs slow their timers (FACTS 10). */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    // Beyond 2³¹ − 1 a timer fires at once: a `Retry-After` of a month would hammer.
    const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  },
}
