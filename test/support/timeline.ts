// Time that moves only when a test says so: what all fake clocks are made of, whatever port they stand for.

export interface Timeline {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once after `ms`; returns how to take it back. */
  after(ms: number, run: () => void): () => void
  /** What was started and neither ran nor was taken back. */
  readonly pending: number
  /** Moves the time on, running what becomes due in order, each with what follows from it. */
  advance(ms: number): Promise<void>
  /** Resolves when everything has happened that needs no time. */
  still(): Promise<void>
  /** Moves on to what is due next; `false` when nothing is. */
  advanceToNext(): Promise<boolean>
}

/** @param settle lets everything happen that needs no time; where real I/O is involved, turns of the event loop */
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
    async advanceToNext() {
      const timer = first()
      if (timer) await advanceTo(timer.at)
      return timer !== undefined
    },
  }
}

/** Some turns of the event loop: answers that are ready arrive. Node only. */
export async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}
