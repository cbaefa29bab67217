// When held reads end without news. One timer for all that wait equally long: these end in the order in which they began,
// and a timer for each of ten thousand would cost memory for as long as nothing happens.
import type { Clock } from '../../server/index.ts'

export interface Waiter {
  /** When its time is up, by the clock. */
  readonly until: number
  readonly wake: (isTimeUp: boolean) => void
}

/**
 * Makes the timers.
 * @param over ends all of them; then nobody is woken any more
 */
export function createDeadlines(clock: Clock, over: AbortSignal) {
  const lines = new Map<number, Set<Waiter>>()

  async function wakeInTurn(ms: number, line: Set<Waiter>): Promise<void> {
    while (!over.aborted) {
      const [first] = line
      if (!first) break
      const leftMs = first.until - clock.now()
      // More than there ever was: the clock was set back, and it would wait for as long as that.
      if (leftMs > 0 && leftMs <= ms) await clock.sleep(leftMs, over).catch(() => undefined)
      else {
        line.delete(first)
        first.wake(true)
      }
    }
    lines.delete(ms)
  }

  return {
    /** @param ms the whole of the time, one of few lengths */
    add(ms: number, waiting: Waiter): void {
      const line = lines.get(ms)
      if (line) return void line.add(waiting)
      const first = new Set([waiting])
      lines.set(ms, first)
      void wakeInTurn(ms, first)
    },
    remove(ms: number, waiting: Waiter): void {
      lines.get(ms)?.delete(waiting)
    },
  }
}
