// Ends held reads whose waiting time is over. Reads with the same waiting time share one timer, because they end in the order
// in which they began. One timer for each of ten thousand reads would cost memory for as long as nothing happens.
import type { Clock } from '../../server/index.ts'
import { isAhead } from '../deadline.ts'

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
      const now = clock.now()
      if (isAhead(first.until, now, ms)) await clock.sleep(first.until - now, over).catch(() => undefined)
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
