// News that ten thousand tabs wait for would keep the event loop from everybody else until the last of them is answered. So
// they go on in slices, and between two of these the loop turns.

/** An answer takes some thirty microseconds, a slice thus some milliseconds. */
const usualSize = 100

/**
 * Makes the function that lets the caller go on when it is its turn: at once where few want to.
 * @param size how many go on in one turn of the event loop
 */
export function createEventLoopYield(size = usualSize): () => Promise<void> | undefined {
  let wentOn = 0
  let line: (() => void)[] = []

  function turn(): void {
    const next = line.slice(0, size)
    line = line.slice(size)
    wentOn = next.length
    if (wentOn > 0) setImmediate(turn)
    for (const goOn of next) goOn()
  }

  return () => {
    if (wentOn >= size) return new Promise((resolve) => line.push(resolve))
    if (wentOn === 0) setImmediate(turn)
    wentOn++
    return undefined
  }
}
