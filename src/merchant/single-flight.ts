// Concurrency by key: `createFlights` shares one running task between callers, `createTurns` runs tasks one after the
// other.
import type { Clock } from '../server/index.ts'
import { endsWithin } from './deadline.ts'

export interface Flights<T> {
  /** Joins the running flight, or starts one. */
  join(key: string, work: () => Promise<T>): Promise<T>
  /**
   * Starts a flight after the running one, whose result may miss changes that came after its start. All callers in the
   * meantime share that one next flight.
   */
  next(key: string, work: () => Promise<T>): Promise<T>
  /** The running flight, if there is one. */
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
          // A flight that was started in between started after this call, so its result is new enough.
          return running.get(key) ?? start(key, work)
        })
      waiting.set(key, following)
      return following
    },
    current: (key) => running.get(key),
  }
}

/** Thrown when a task's turn did not come in time. Nothing was done, and a retry may succeed in a moment. */
export class TurnTimeout extends Error {
  override readonly name = 'TurnTimeout'
}

export interface WaitLimit {
  readonly clock: Clock
  readonly ms: number
}

/**
 * Runs the tasks of one key one after the other, in the order of the calls.
 * @param limit maximum wait for a turn; without it, there is none
 */
export function createTurns(limit?: WaitLimit) {
  const last = new Map<string, Promise<unknown>>()

  async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(key)
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    // A task that gives up waiting must not let the next one start before the earlier ones have ended.
    const tail = before ? before.then(() => ended) : ended
    last.set(key, tail)
    tail.then(() => last.get(key) === tail && last.delete(key))
    try {
      if (before && limit && !(await endsWithin(limit.clock, limit.ms, before)))
        throw new TurnTimeout(`Its turn did not come within ${limit.ms} ms.`)
      await before
      return await work()
    } finally {
      end()
    }
  }
  return inTurn
}
