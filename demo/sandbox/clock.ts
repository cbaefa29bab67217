// The only door to time. Everything in the sandbox that waits or dates something asks this clock, so that
// a test can hold half an hour in its hand.

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
  /** Runs once after the delay; the answer cancels it. */
  after(delayMs: number, run: () => void): () => void
  dispose(): void
}

// Node fires a timer at once when its delay does not fit 31 bits: a payin that may be paid for a month
// would expire as soon as it is created.
const longestDelayMs = 2 ** 31 - 1

/** Timers that one `dispose()` ends, so that nothing of a closed sandbox moves on. */
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
  /** Moves the time on; what becomes due on the way runs in its order, each at its own time. */
  advance(ms: number): void
  /** How far this clock is ahead of the one under it, in milliseconds. */
  readonly aheadMs: number
}

/** A clock that runs like the one under it and can be put forward. Never back: what has happened has happened. */
export function createMovableClock(base: Clock): MovableClock {
  type Waiting = { dueAt: number; run: () => void; handle: unknown }
  const waiting = new Set<Waiting>()
  let aheadMs = 0
  const now = () => base.now() + aheadMs

  function start(timer: Waiting) {
    timer.handle = base.setTimeout(
      () => {
        waiting.delete(timer)
        timer.run()
      },
      Math.max(0, timer.dueAt - now()),
    )
  }

  function advance(ms: number) {
    const target = now() + ms
    const first = () => [...waiting].sort((a, b) => a.dueAt - b.dueAt).find(({ dueAt }) => dueAt <= target)
    for (let timer = first(); timer; timer = first()) {
      aheadMs += Math.max(0, timer.dueAt - now())
      base.clearTimeout(timer.handle)
      waiting.delete(timer)
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
      waiting.add(timer)
      start(timer)
      return timer
    },
    clearTimeout(handle) {
      if (!waiting.delete(handle as Waiting)) return
      base.clearTimeout((handle as Waiting).handle)
    },
    advance,
    get aheadMs() {
      return aheadMs
    },
  }
}
