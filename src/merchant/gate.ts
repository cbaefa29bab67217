// Limits concurrency, with a fair queue: waiting work is taken from each client in turn. When the queue is full, new
// work is rejected. Without that limit, one client's requests would make everybody wait.
import { TryAgainLater } from './errors/load-errors.ts'

export interface GateSize {
  /** Maximum number of tasks that run at once. */
  readonly atOnce: number
  /** Maximum number of waiting tasks, of all clients together. */
  readonly waiting: number
  /** Maximum number of waiting tasks of one client. */
  readonly waitingByClient: number
}

export type Gate = ReturnType<typeof createGate>

/** Creates a gate. A client is identified by a key, such as its address. One client must not make the others wait. */
export function createGate({ atOnce, waiting, waitingByClient }: GateSize) {
  const queues = new Map<string, (() => void)[]>()
  let underWay = 0
  let waitingCount = 0

  function wait(client: string): Promise<void> {
    const queue = queues.get(client) ?? []
    queues.set(client, queue)
    waitingCount++
    return new Promise((resolve) => queue.push(resolve))
  }

  /** Starts the oldest task of the next client. That client then moves to the end of the round. */
  function startNext(): void {
    const [first] = queues
    if (!first) return
    const [client, queue] = first
    queues.delete(client)
    const enter = queue.shift()
    if (queue.length > 0) queues.set(client, queue)
    waitingCount--
    underWay++
    enter?.()
  }

  /** Runs work even when the queue is full. For work whose number is limited elsewhere. */
  async function runAlways<T>(client: string, work: () => Promise<T>): Promise<T> {
    if (underWay < atOnce) underWay++
    else await wait(client)
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
    async run<T>(client: string, work: () => Promise<T>): Promise<T> {
      const isFull = waitingCount >= waiting || (queues.get(client)?.length ?? 0) >= waitingByClient
      if (underWay >= atOnce && isFull) throw new TryAgainLater()
      return runAlways(client, work)
    },
  }
}
