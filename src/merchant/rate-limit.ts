import type { Clock } from '../server/index.ts'
import { isAhead } from './deadline.ts'
import { TooManyRequests } from './errors/load-errors.ts'

const windowMs = 60_000
const maxKeys = 10_000

export interface RateLimit {
  /** Counts one request. @throws {TooManyRequests} above the limit */
  take(key: string): void
  /** Only checks, and does not count. @throws {TooManyRequests} when the limit is used up */
  check(key: string): void
}

/**
 * Counts by key and minute, in the memory of this process: with several instances, each allows the whole limit. We use
 * no library for it. Those for Hono count before the handler, by one key of the request. But the order is known only
 * after the body was read, and a missing session only after the lookup. None of them takes a clock as a parameter.
 * @param message what the shopper sees
 */
export function createRateLimit(clock: Clock, perMinute: number, message: string): RateLimit {
  let windowEndsAt = 0
  const counts = new Map<string, number>()

  function countOf(key: string): number {
    const now = clock.now()
    if (!isAhead(windowEndsAt, now, windowMs)) {
      counts.clear()
      windowEndsAt = now + windowMs
    }
    return counts.get(key) ?? 0
  }

  const tooMany = () => new TooManyRequests(message, windowEndsAt - clock.now())

  return {
    take(key) {
      const count = countOf(key) + 1
      // Drop only the oldest key, not all: a client with many addresses must not be able to clear everybody's counts.
      if (count === 1 && counts.size >= maxKeys)
        for (const oldest of counts.keys()) {
          counts.delete(oldest)
          break
        }
      counts.set(key, count)
      if (count > perMinute) throw tooMany()
    },
    check(key) {
      if (countOf(key) >= perMinute) throw tooMany()
    },
  }
}
