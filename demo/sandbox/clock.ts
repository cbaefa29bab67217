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
