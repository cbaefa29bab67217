import type { Clock } from './ports.ts'

/** The browser's clock. Deadlines are read from `now`, never counted in ticks: hidden tabs slow their timers (FACTS 10). */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
