// One piece of work at a time per key.

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

/** Work under one key runs in the order in which it was asked for. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, turn)
    const done = () => {
      if (last.get(key) === turn) last.delete(key)
    }
    turn.then(done, done)
    return turn
  }
}
