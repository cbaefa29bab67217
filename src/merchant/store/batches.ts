// Rows that are written one by one, by many at the same time, share statements: what comes while one is under way goes with
// the next. Alone a row waits for nothing; under load many of them need one commit.
import { codeOf } from './database-errors.ts'

/** More would make a statement that others wait for. */
const most = 100

/** A row that the database does not take (SQLSTATE classes 22 and 23), rather than a database that is away. */
const isOfOneRow = (error: unknown): boolean => /^2[23]/.test(codeOf(error))

/**
 * Makes what writes one item, together with others.
 * @param write writes items in one statement; gives an answer for each, in their order
 * @returns the answer to one item. Fails as the statement did; where one item was to blame, it alone fails
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
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
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
