import type { Clock } from '../../server/index.ts'

/** Lets `count` pieces of work run at once. The others wait in line, but no longer than `waitMs`. */
export function createSemaphore(clock: Clock, count: number, waitMs: number) {
  let free = count
  /** A Set remembers the order of insertion: who waits longest is first. */
  const line = new Set<() => void>()

  function leave(): void {
    const [next] = line
    if (next) next()
    else free++
  }

  function wait(): Promise<boolean> {
    return new Promise((resolve) => {
      const over = new AbortController()
      const take = () => {
        line.delete(take)
        over.abort()
        resolve(true)
      }
      line.add(take)
      clock.sleep(waitMs, over.signal).then(
        () => {
          line.delete(take)
          resolve(false)
        },
        () => undefined,
      )
    })
  }

  /** Does the work once there is a place; `null` when there was none in time. */
  return async function inPlace<T>(work: () => Promise<T>): Promise<T | null> {
    if (free > 0) free--
    else if (!(await wait())) return null
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
