// A fake clock for the service client and the merchant server.
import type { Clock } from 'payin-checkout/server'
import { createTimeline, turns } from '../../support/timeline.ts'

export interface FakeClock extends Clock {
  /** Moves time forward. Sleepers whose time has come wake in order. */
  advance(ms: number): Promise<void>
  /** Moves time at once, as for a machine that slept: each sleeper whose time has come wakes at the end of it. */
  leap(ms: number): Promise<void>
  /** Moves time from sleeper to sleeper until the promise is settled. */
  settle<T>(promise: Promise<T>): Promise<T>
  /** How long each sleeper waits in all, in milliseconds. */
  readonly sleepers: readonly number[]
  /** Resolves when a sleeper waits for exactly this time. */
  untilSleeping(ms: number): Promise<void>
}

/** @param timeline pass one to share the time with another fake clock */
export function createFakeClock(
  startMs = Date.parse('2026-11-20T12:00:00Z'),
  timeline = createTimeline(startMs, turns),
): FakeClock {
  const sleeping = new Set<{ readonly ms: number }>()

  return {
    now: timeline.now,
    advance: timeline.advance,
    leap: timeline.leap,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const sleeper = { ms }
        const leave = () => {
          sleeping.delete(sleeper)
          signal?.removeEventListener('abort', stop)
        }
        const cancel = timeline.after(ms, () => {
          leave()
          resolve()
        })
        const stop = () => {
          leave()
          cancel()
          reject(signal?.reason)
        }
        sleeping.add(sleeper)
        signal?.addEventListener('abort', stop)
      }),
    async settle(promise) {
      let settled = false
      const done = () => {
        settled = true
      }
      promise.then(done, done)
      for (;;) {
        for (let i = 0; i < 10 && !settled; i++) await turns(1)
        if (!settled) await timeline.still()
        if (settled) return promise
        await timeline.advanceToNext()
      }
    },
    get sleepers() {
      return [...sleeping].map(({ ms }) => ms)
    },
    async untilSleeping(ms) {
      while (![...sleeping].some((sleeper) => sleeper.ms === ms)) await turns(1)
    },
  }
}
