/**
 * Runs a function once, however often `runSoon` is called. `runNow` runs it at once if it is due.
 * @param schedule decides when. It is asked each time, and the earliest time counts.
 */
export function batched(
  run: () => void,
  schedule = (run: () => void): void => queueMicrotask(run),
): { runSoon(): void; runNow(): void } {
  let isDue = false
  function runNow(): void {
    if (!isDue) return
    isDue = false
    run()
  }
  return {
    runSoon() {
      isDue = true
      schedule(runNow)
    },
    runNow,
  }
}
