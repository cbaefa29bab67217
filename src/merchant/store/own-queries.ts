// A transaction of the library's own stores, as the shop's functions get it. It holds the lock of an order. If the shop ended it,
// the statements after that would run without the lock: two payments could pay one order, and nobody would notice.
import type { Queries } from './db.ts'

/** A statement that begins or ends a transaction, with the comments before it. Going back to a savepoint does not. */
const beginsOrEnds =
  /^(?:\s|;|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(begin|start\s+transaction|commit|end|abort|prepare\s+transaction|rollback(?!\s+((work|transaction)\s+)?to\b))\b/i

/** Thrown when the shop begins or ends a transaction inside of the library's. */
export class EndedByShop extends Error {
  override readonly name = 'EndedByShop'
  constructor() {
    super(
      'The transaction belongs to the library, which commits it: begin and end none inside of find and setPaid, also not in a function that they call. A savepoint can be used.',
    )
  }
}

/**
 * The queries of a transaction without those that begin or end one.
 * @param isOpen whether the transaction is, which one of several statements in a text may have ended
 * @throws {EndedByShop} from `query`
 */
export const ownQueries = (query: Queries['query'], isOpen = () => true): Queries => ({
  async query<T extends object>(sql: string, params?: readonly unknown[]) {
    if (beginsOrEnds.test(sql)) throw new EndedByShop()
    const rows = await query<T>(sql, params)
    if (!isOpen()) throw new EndedByShop()
    return rows
  },
})
