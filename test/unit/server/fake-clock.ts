import type { Clock } from 'payin-checkout/server'

export interface FakeClock extends Clock {
  /** Moves time; whoever sleeps until then wakes, in order. */
  advance(ms: number): Promise<void>
  /** Moves time from sleeper to sleeper until the promise is settled. */
  settle<T>(promise: Promise<T>): Promise<T>
  /** Sleepers with their lengths. */
  readonly sleeping: readonly number[]
  /** Resolves when somebody sleeps for so long. */
  untilSleeping(ms: number): Promise<void>
}

/** One turn of the event loop: every answer that is ready arrives. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

export function createFakeClock(startMs = Date.parse('2026-11-20T12:00:00Z')): FakeClock {
  let now = startMs
  const sleepers = new Set<{ at: number; ms: number; wake: () => void }>()
  const first = () => [...sleepers].sort((a, b) => a.at - b.at)[0]

  async function advanceTo(at: number): Promise<void> {
    for (let next = first(); next && next.at <= at; next = first()) {
      now = Math.max(now, next.at)
      sleepers.delete(next)
      next.wake()
      for (let i = 0; i < 5; i++) await turn()
    }
    now = Math.max(now, at)
  }

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const stop = () => {
          sleepers.delete(sleeper)
          reject(signal?.reason)
        }
        const wake = () => {
          signal?.removeEventListener('abort', stop)
          resolve()
        }
        const sleeper = { at: now + ms, ms, wake }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', stop)
      }),
    advance: (ms) => advanceTo(now + ms),
    async settle(promise) {
      let settled = false
      const done = () => {
        settled = true
      }
      promise.then(done, done)
      for (;;) {
        for (let i = 0; i < 10 && !settled; i++) await turn()
        if (settled) return promise
        const next = first()
        if (next) await advanceTo(next.at)
      }
    },
    get sleeping() {
      return [...sleepers].map(({ ms }) => ms)
    },
    async untilSleeping(ms) {
      while (![...sleepers].some((sleeper) => sleeper.ms === ms)) await turn()
    },
  }
}
