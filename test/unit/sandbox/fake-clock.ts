// Time in the test's hand. `advance` fires what is due, in order, and lets promises settle in between.
import type { Clock } from '../../../demo/sandbox/clock.ts'

export type FakeClock = Clock & { advance(ms: number): Promise<void>; pending(): number }

export async function settle() {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

export function createFakeClock(startsAt = Date.UTC(2026, 10, 20, 12)): FakeClock {
  let now = startsAt
  let nextHandle = 1
  const waiting = new Map<number, { dueAt: number; run: () => void }>()

  function takeNextDue(until: number) {
    const due = [...waiting]
      .filter(([, { dueAt }]) => dueAt <= until)
      .sort((a, b) => a[1].dueAt - b[1].dueAt)[0]
    if (due) waiting.delete(due[0])
    return due?.[1]
  }

  return {
    now: () => now,
    setTimeout(run, delayMs) {
      const handle = nextHandle++
      waiting.set(handle, { dueAt: now + delayMs, run })
      return handle
    },
    clearTimeout: (handle) => void waiting.delete(handle as number),
    pending: () => waiting.size,
    async advance(ms) {
      const until = now + ms
      await settle()
      for (let timer = takeNextDue(until); timer; timer = takeNextDue(until)) {
        now = Math.max(now, timer.dueAt)
        timer.run()
        await settle()
      }
      now = until
    },
  }
}
