// Yields to the event loop between batches of answers. When ten thousand held reads end at once, answering all of them in one
// turn would block every other request until the last one is answered.

/** One answer takes some thirty microseconds, so a batch takes some milliseconds. */
const defaultSize = 100

/**
 * Makes the function that a caller awaits before it continues. The first `size` callers in a turn of the event loop continue
 * at once, the others in later turns.
 */
export function createEventLoopYield(size = defaultSize): () => Promise<void> | undefined {
  let continued = 0
  let waiting: (() => void)[] = []

  function nextTurn(): void {
    const next = waiting.slice(0, size)
    waiting = waiting.slice(size)
    continued = next.length
    if (continued > 0) setImmediate(nextTurn)
    for (const resume of next) resume()
  }

  return () => {
    if (continued >= size) return new Promise((resolve) => waiting.push(resolve))
    if (continued === 0) setImmediate(nextTurn)
    continued++
    return undefined
  }
}
