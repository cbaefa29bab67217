/** Something that is done once after the current turn, however often it is asked for, or earlier where it is needed. */
export function afterThisTurn(run: () => void): { soon(): void; now(): void } {
  let isDue = false
  function now(): void {
    if (!isDue) return
    isDue = false
    run()
  }
  return {
    soon() {
      if (!isDue) queueMicrotask(now)
      isDue = true
    },
    now,
  }
}
