// Limits concurrency, with a fair queue: waiting work is taken from each asker in turn. When the queue is full, new
// work is rejected. Without that limit, one client's requests would make everybody wait.
import { TryAgainLater } from './errors/load-errors.ts'

export interface GateSize {
  /** Maximum number of tasks that run at once. */
  readonly atOnce: number
  /** Maximum number of waiting tasks, of all askers together. */
  readonly waiting: number
  /** Maximum number of waiting tasks of one asker. */
  readonly waitingByAsker: number
}

/** Creates a gate. An asker is a key, such as a client's address; one asker must not make the others wait. */
export function createGate({ atOnce, waiting, waitingByAsker }: GateSize) {
  const queues = new Map<string, (() => void)[]>()
  let underWay = 0
  let waitingCount = 0

  function wait(asker: string): Promise<void> {
    const queue = queues.get(asker) ?? []
    queues.set(asker, queue)
    waitingCount++
    return new Promise((resolve) => queue.push(resolve))
  }

  /** Starts the oldest task of the next asker. That asker then moves to the end of the round. */
  function startNext(): void {
    const [first] = queues
    if (!first) return
    const [asker, queue] = first
    queues.delete(asker)
    const enter = queue.shift()
    if (queue.length > 0) queues.set(asker, queue)
    waitingCount--
    underWay++
    enter?.()
  }

  /** Runs work even when the queue is full. For work whose number is limited elsewhere. */
  async function runAlways<T>(asker: string, work: () => Promise<T>): Promise<T> {
    if (underWay < atOnce) underWay++
    else await wait(asker)
    try {
      return await work()
    } finally {
      underWay--
      startNext()
    }
  }

  return {
    runAlways,
    /** Runs work when its turn comes. @throws {TryAgainLater} when the queue is full */
    async run<T>(asker: string, work: () => Promise<T>): Promise<T> {
      const isFull = waitingCount >= waiting || (queues.get(asker)?.length ?? 0) >= waitingByAsker
      if (underWay >= atOnce && isFull) throw new TryAgainLater()
      return runAlways(asker, work)
    },
  }
}
