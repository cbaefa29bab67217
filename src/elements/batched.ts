/** Runs a function once in a microtask, however often `runSoon` is called. `runNow` runs it at once if it is due. */
export function batched(run: () => void): { runSoon(): void; runNow(): void } {
  let isDue = false
  function runNow(): void {
    if (!isDue) return
    isDue = false
    run()
  }
  return {
    runSoon() {
      if (!isDue) queueMicrotask(runNow)
      isDue = true
    },
    runNow,
  }
}
