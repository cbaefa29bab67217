import type { Transaction } from './db.ts'

type Results<Parts extends readonly (() => Promise<unknown>)[]> = {
  -readonly [Index in keyof Parts]: Awaited<ReturnType<Parts[Index]>>
}

/**
 * Runs parts of a transaction that do not need each other's results. Their statements keep their order. A store that can
 * pipeline sends the first statements of all parts in one round trip; with any other store each part waits for the one
 * before. When a part fails, the others are still waited for: no statement may be sent after the rollback.
 * @returns the result of each part
 * @throws the error that came first. Later ones only say that the transaction had failed already
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
  const errors: unknown[] = []
  const running = parts.map(async (part, index) => {
    try {
      results[index] = await part()
    } catch (error) {
      errors.push(error)
    }
  })
  await Promise.all(running)
  if (errors.length > 0) throw errors[0]
  return results as Results<Parts>
}
