// Ends held reads whose waiting time is over. Reads with the same waiting time share one timer, because they end in the order
// in which they began. One timer for each of ten thousand reads would cost memory for as long as nothing happens.
import type { Clock } from '../../server/index.ts'

export interface Waiter {
  /** When its time is up, in milliseconds by the clock. */
  readonly until: number
  readonly wake: (isTimeUp: boolean) => void
}

/**
 * Makes the timers.
 * @param over ends all of them; after that no waiter is woken
 */
export function createDeadlines(clock: Clock, over: AbortSignal) {
  const queues = new Map<number, Set<Waiter>>()

  async function wakeInOrder(ms: number, queue: Set<Waiter>): Promise<void> {
    while (!over.aborted) {
      const [first] = queue
      if (!first) break
      const leftMs = first.until - clock.now()
      // More than the whole waiting time is left: the clock was set back. Wake it now, or it would wait for too long.
      if (leftMs > 0 && leftMs <= ms) await clock.sleep(leftMs, over).catch(() => undefined)
      else {
        queue.delete(first)
        first.wake(true)
      }
    }
    queues.delete(ms)
  }

  return {
    /** @param ms the whole waiting time. There should be few different ones, because each has a timer of its own */
    add(ms: number, waiting: Waiter): void {
      const queue = queues.get(ms)
      if (queue) return void queue.add(waiting)
      const first = new Set([waiting])
      queues.set(ms, first)
      void wakeInOrder(ms, first)
    },
    remove(ms: number, waiting: Waiter): void {
      queues.get(ms)?.delete(waiting)
    },
  }
}
