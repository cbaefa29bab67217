// Time in the sandbox. Everything that waits or needs the date uses this clock, so that a test can skip half an hour.

export type Clock = {
  now(): number
  setTimeout(run: () => void, delayMs: number): unknown
  clearTimeout(handle: unknown): void
}

export const realClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, delayMs) => setTimeout(run, delayMs),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
}

export type Timers = {
  /** Runs once after the delay; returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void
  dispose(): void
}

// Node fires a timer at once when its delay does not fit into 31 bits (25 days). A payin that is open for a month would
// expire immediately.
const longestDelayMs = 2 ** 31 - 1

/** `dispose()` cancels all timers, so that nothing changes in a closed sandbox. */
export function createTimers(clock: Clock): Timers {
  const cancels = new Set<() => void>()
  let disposed = false

  function after(delayMs: number, run: () => void): () => void {
    if (disposed) return () => {}
    const dueAt = clock.now() + delayMs
    let handle: unknown
    const cancel = () => {
      clock.clearTimeout(handle)
      cancels.delete(cancel)
    }
    const wait = () => {
      const restMs = dueAt - clock.now()
      handle = clock.setTimeout(restMs > longestDelayMs ? wait : fire, Math.min(restMs, longestDelayMs))
    }
    const fire = () => {
      cancels.delete(cancel)
      run()
    }
    cancels.add(cancel)
    wait()
    return cancel
  }

  function dispose() {
    disposed = true
    for (const cancel of [...cancels]) cancel()
  }

  return { after, dispose }
}

export type MovableClock = Clock & {
  /** Moves the time forward. Timers that become due run in order, each at its own time. */
  advance(ms: number): void
  /** How far this clock is ahead of the base clock, in milliseconds. */
  readonly aheadMs: number
}

/** A clock that follows the base clock and can be moved forward, but not back. */
export function createMovableClock(base: Clock): MovableClock {
  type Waiting = { dueAt: number; run: () => void; handle: unknown }
  /** In the order in which they become due, so that a move takes the first one each time. */
  const waiting: Waiting[] = []
  let aheadMs = 0
  const now = () => base.now() + aheadMs

  /** @returns whether the timer was waiting */
  function remove(timer: Waiting): boolean {
    const at = waiting.indexOf(timer)
    if (at >= 0) waiting.splice(at, 1)
    return at >= 0
  }

  function start(timer: Waiting) {
    timer.handle = base.setTimeout(
      () => {
        remove(timer)
        timer.run()
      },
      Math.max(0, timer.dueAt - now()),
    )
  }

  function advance(ms: number) {
    const target = now() + ms
    for (let timer = waiting[0]; timer && timer.dueAt <= target; timer = waiting[0]) {
      aheadMs += Math.max(0, timer.dueAt - now())
      base.clearTimeout(timer.handle)
      waiting.shift()
      timer.run()
    }
    aheadMs += Math.max(0, target - now())
    for (const timer of waiting) {
      base.clearTimeout(timer.handle)
      start(timer)
    }
  }

  return {
    now,
    setTimeout(run, delayMs) {
      const timer: Waiting = { dueAt: now() + delayMs, run, handle: undefined }
      // Behind all that become due no later.
      waiting.splice(waiting.findLastIndex(({ dueAt }) => dueAt <= timer.dueAt) + 1, 0, timer)
      start(timer)
      return timer
    },
    clearTimeout(handle) {
      if (!remove(handle as Waiting)) return
      base.clearTimeout((handle as Waiting).handle)
    },
    advance,
    get aheadMs() {
      return aheadMs
    },
  }
}
