// Groups single-row writes into shared statements. Rows that arrive while a statement runs go into the next one, so
// under load many rows need one commit. A row that arrives alone is written at once.
import { codeOf } from './database-errors.ts'

/** A larger batch would make one long statement, and other rows would wait for it. */
const maxBatchSize = 100

/** The database rejects one row (SQLSTATE classes 22 and 23). It is not unavailable. */
const isOfOneRow = (error: unknown): boolean => /^2[23]/.test(codeOf(error))

/**
 * Creates a function that writes one item, in one statement with others.
 * @param write writes items in one statement and returns one result for each, in the same order
 * @returns a function that resolves with the result for its item. It rejects with the error of the statement; if one row
 *   is invalid, only that item's promise rejects
 */
export function createBatches<T, R>(
  write: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  interface Waiting {
    readonly item: T
    readonly resolve: (answer: R) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let isWriting = false

  async function writeTogether(batch: readonly Waiting[]): Promise<void> {
    try {
      const answers = await write(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as R)
    } catch (error) {
      if (batch.length > 1 && isOfOneRow(error)) for (const one of batch) await writeTogether([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatchSize)
      waiting = waiting.slice(maxBatchSize)
      await writeTogether(batch)
    }
    isWriting = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isWriting) void writeAll()
    })
}
