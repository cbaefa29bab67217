import type { Clock } from '../server/index.ts'
import { TooManyRequests } from './errors/load-errors.ts'

const windowMs = 60_000
const maxKeys = 10_000

export interface RateLimit {
  /** Counts one request. @throws {TooManyRequests} when it is one too many */
  take(key: string): void
  /** Counts nothing. @throws {TooManyRequests} when nothing is left */
  check(key: string): void
}

/**
 * Counts by key and minute, in this process's memory: with several instances, each gives the whole amount.
 * Not a library: those that there are for Hono count before the handler by one key of the request, while an order is
 * known after the body was read, and a session's absence after it was looked for; none runs on a clock passed in.
 * @param sentence what the shopper is told
 */
export function createRateLimit(clock: Clock, perMinute: number, sentence: string): RateLimit {
  let windowEndsAt = 0
  const counts = new Map<string, number>()

  function countOf(key: string): number {
    const now = clock.now()
    if (now >= windowEndsAt) {
      counts.clear()
      windowEndsAt = now + windowMs
    }
    return counts.get(key) ?? 0
  }

  const tooMany = () => new TooManyRequests(sentence, windowEndsAt - clock.now())

  return {
    take(key) {
      const count = countOf(key) + 1
      // The oldest makes room, not all: who has many addresses must not be able to wipe out everybody's counts.
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
