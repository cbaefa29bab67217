import { isOfFailedTransaction } from './database-errors.ts'
import type { Transaction } from './db.ts'

type Results<Parts extends readonly (() => Promise<unknown>)[]> = {
  -readonly [Index in keyof Parts]: Awaited<ReturnType<Parts[Index]>>
}

/**
 * Runs parts of a transaction that do not need each other's results. Their statements keep their order. A store that can
 * pipeline sends the first statements of all parts in one round trip; with any other store each part waits for the one
 * before. When a part fails, the others are still waited for: no statement may be sent after the rollback.
 * @returns the result of each part
 * @throws the error of the first part that has one, because a part may need longer to say what its failed statement means than
 *   the parts behind it to fail with it. What only says that the transaction had failed already does not count
 */
export async function together<const Parts extends readonly (() => Promise<unknown>)[]>(
  { isPipelined = false }: Pick<Transaction, 'isPipelined'>,
  ...parts: Parts
): Promise<Results<Parts>> {
  const results: unknown[] = []
  if (!isPipelined) {
    for (const part of parts) results.push(await part())
    return results as Results<Parts>
  }
  const failures: { readonly error: unknown }[] = []
  const running = parts.map(async (part, index) => {
    try {
      results[index] = await part()
    } catch (error) {
      failures[index] = { error }
    }
  })
  await Promise.all(running)
  // In the order of the parts.
  const all = failures.flat()
  const failed = all.find(({ error }) => !isOfFailedTransaction(error)) ?? all[0]
  if (failed) throw failed.error
  return results as Results<Parts>
}
