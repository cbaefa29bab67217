import type { Clock } from '../../server/index.ts'

/** Creates a semaphore with `count` permits. Further work waits in a queue, at most `waitMs`. */
export function createSemaphore(clock: Clock, count: number, waitMs: number) {
  let free = count
  /** A Set keeps the order of insertion, so the first entry has waited longest. */
  const queue = new Set<() => void>()

  function release(): void {
    const [next] = queue
    if (next) next()
    else free++
  }

  function wait(): Promise<boolean> {
    return new Promise((resolve) => {
      const over = new AbortController()
      const acquire = () => {
        queue.delete(acquire)
        over.abort()
        resolve(true)
      }
      queue.add(acquire)
      clock.sleep(waitMs, over.signal).then(
        () => {
          queue.delete(acquire)
          resolve(false)
        },
        () => undefined,
      )
    })
  }

  /** Runs the work with a permit; `null` when there was none in time. */
  return async function withPermit<T>(work: () => Promise<T>): Promise<T | null> {
    if (free > 0) free--
    else if (!(await wait())) return null
    try {
      return await work()
    } finally {
      release()
    }
  }
}
