/** Something that is done once after the current turn, however often it is asked for, or earlier where it is needed. */
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
