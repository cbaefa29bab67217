// One piece of work at a time per key.
import type { Clock } from '../server/index.ts'

export interface Flights<T> {
  /** Joins the flight that is under way, or starts one. */
  join(key: string, work: () => Promise<T>): Promise<T>
  /**
   * News that came after the flight's start may be missing from its answer: so this one starts after it. All who ask
   * meanwhile share that one next flight.
   */
  next(key: string, work: () => Promise<T>): Promise<T>
  /** The flight that is under way, if any. */
  current(key: string): Promise<T> | undefined
}

export function createFlights<T>(): Flights<T> {
  const running = new Map<string, Promise<T>>()
  const waiting = new Map<string, Promise<T>>()

  function start(key: string, work: () => Promise<T>): Promise<T> {
    const flight = work().finally(() => {
      if (running.get(key) === flight) running.delete(key)
    })
    running.set(key, flight)
    return flight
  }

  return {
    join: (key, work) => running.get(key) ?? start(key, work),
    next(key, work) {
      const before = running.get(key)
      if (!before) return start(key, work)
      const shared = waiting.get(key)
      if (shared) return shared
      const following = before
        .catch(() => undefined)
        .then(() => {
          waiting.delete(key)
          // Whoever started in between started after we were asked: that flight serves us as well.
          return running.get(key) ?? start(key, work)
        })
      waiting.set(key, following)
      return following
    },
    current: (key) => running.get(key),
  }
}

/** Thrown when a turn did not come in time. Nothing was done; the same again may succeed in a moment. */
export class TurnTimeout extends Error {
  override readonly name = 'TurnTimeout'
}

export interface WaitLimit {
  readonly clock: Clock
  readonly ms: number
}

/**
 * Work under one key runs in the order in which it was asked for.
 * @param limit how long one may wait for its turn; without it, for ever
 */
export function createTurns(limit?: WaitLimit) {
  const last = new Map<string, Promise<unknown>>()

  async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(key)
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    // Who gives up waiting lets the next one pass only when those before have ended.
    const line = before ? before.then(() => ended) : ended
    last.set(key, line)
    line.then(() => last.get(key) === line && last.delete(key))
    try {
      if (before) await (limit ? within(limit, before) : before)
      return await work()
    } finally {
      end()
    }
  }
  return inTurn
}

async function within({ clock, ms }: WaitLimit, turn: Promise<unknown>): Promise<void> {
  const came = new AbortController()
  const late = clock.sleep(ms, came.signal).then(() => {
    throw new TurnTimeout(`Its turn did not come within ${ms} ms.`)
  })
  try {
    await Promise.race([turn, late])
  } finally {
    late.catch(() => undefined)
    came.abort()
  }
}
