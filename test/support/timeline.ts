// Time that advances only when a test does so. All fake clocks use it.

export interface Timeline {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once after `ms`. @returns a function that cancels it */
  after(ms: number, run: () => void): () => void
  /** Timers that neither ran nor were cancelled. */
  readonly pending: number
  /** Advances the time and runs due timers in order, each with the work that follows from it. */
  advance(ms: number): Promise<void>
  /** Moves time at once, as for a machine that slept: what became due meanwhile runs at the end of it. */
  leap(ms: number): Promise<void>
  /** Resolves when all work without waits is done. */
  still(): Promise<void>
  /** Advances to the next timer; `false` when there is none. */
  advanceToNext(): Promise<boolean>
}

/** @param settle runs all work that needs no time; with real I/O, turns of the event loop */
export function createTimeline(startsAt: number, settle: () => Promise<void>): Timeline {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  let now = startsAt

  const first = () => [...timers].sort((a, b) => a.at - b.at)[0]

  async function advanceTo(until: number): Promise<void> {
    await settle()
    for (let timer = first(); timer && timer.at <= until; timer = first()) {
      timers.delete(timer)
      now = Math.max(now, timer.at)
      timer.run()
      await settle()
    }
    now = Math.max(now, until)
    await settle()
  }

  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    get pending() {
      return timers.size
    },
    still: settle,
    advance: (ms) => advanceTo(now + ms),
    leap(ms) {
      now += ms
      return advanceTo(now)
    },
    async advanceToNext() {
      const timer = first()
      if (timer) await advanceTo(timer.at)
      return timer !== undefined
    },
  }
}

/** Some turns of the event loop, so that ready answers arrive. Node only. */
export async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}
