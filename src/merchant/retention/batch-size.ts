// How many rows are cleaned in one transaction. Old rows are on the disk and not in memory, so the same batch takes ten
// milliseconds on one machine and ten seconds on another. So the size follows the time that the last batch took.

const fewest = 5
const most = 200
/** A transaction should not hold rows or delay a vacuum for longer than this. */
const targetMs = 200

/** Begins with a small size, so that the first batch on a cold database is short as well. */
export function createBatchSize(clock: { now(): number }) {
  let size = fewest * 2
  return {
    /** Runs one batch. @param work gets the size of the batch */
    async run<T>(work: (size: number) => Promise<T>): Promise<T> {
      const startedAt = clock.now()
      try {
        return await work(size)
      } finally {
        // Also after a failed batch: it may have failed because it took too long.
        size =
          clock.now() - startedAt > targetMs
            ? Math.max(fewest, Math.floor(size / 2))
            : Math.min(most, size * 2)
      }
    },
  }
}
