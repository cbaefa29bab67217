// How much is cleaned in one transaction. What is old lies on the disk and not in memory, so the same batch takes ten
// milliseconds on one machine and ten seconds on another: its size follows the time that the last one took.

const fewest = 5
const most = 200
/** Longer than that a transaction should hold no row, and keep no vacuum waiting. */
const longMs = 200

/** Begins small, so that the first batch of a cold database is short, too. */
export function createBatchSize(clock: { now(): number }) {
  let size = fewest * 2
  return {
    /** Does one batch. @param work is told how much that is */
    async run<T>(work: (size: number) => Promise<T>): Promise<T> {
      const beganAt = clock.now()
      try {
        return await work(size)
      } finally {
        // Also after one that failed: it may have been ended because it took too long.
        size =
          clock.now() - beganAt > longMs ? Math.max(fewest, Math.floor(size / 2)) : Math.min(most, size * 2)
      }
    },
  }
}
