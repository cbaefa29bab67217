import type { Clock } from './ports.ts'

/**
 * The browser's clock. Compute with `now`, never by counting ticks: hidden tabs slow their timers (docs/internals/browser-facts.md#a-hidden-tab-has-slow-timers). Not
 * `Date`, because the device's clock may be set back by hours.
 */
export const browserClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    // A timer beyond 2³¹ − 1 ms fires at once: a `Retry-After` of a month would cause a loop of requests.
    const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  },
}
