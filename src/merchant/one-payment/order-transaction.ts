// Whatever decides about the money of an order runs in here: one transaction at a time for each order, over all
// processes. Two tabs, a webhook and the sweep take turns, and the second finds what the first has written.
import type { Clock, Kind } from '../../server/index.ts'
import { kindOf } from '../kinds/kinds.ts'
import { createTurns } from '../single-flight.ts'
import type { Db, Transaction } from '../store/db.ts'

/** Whose money it is: an order, or what the back office pays out under a reference. The two never meet. */
export interface Subject {
  readonly kind: Kind
  readonly order_id: string
}

export type InOrderTransaction = <T>(subject: Subject, work: (tx: Transaction) => Promise<T>) => Promise<T>

const waitLimitMs = 3_000

/** The name under which an order is locked. */
export const lockNameOf = ({ kind, order_id }: Subject): string => `${kindOf(kind).ledger} ${order_id}`

/**
 * Makes the function that runs a transaction of an order. Never call it inside of itself: the inner one would wait for
 * the outer one. In this process one transaction of an order holds a connection, and the others wait without one: an
 * order whose row somebody has locked must not use up the pool.
 * @throws {TurnTimeout} from the returned function, when its turn does not come within three seconds
 */
export function createOrderTransactions(db: Db, clock: Clock): InOrderTransaction {
  const inTurn = createTurns({ clock, ms: waitLimitMs })
  return (subject, work) => {
    const name = lockNameOf(subject)
    return inTurn(name, () =>
      db.transaction(async (tx) => {
        // Not the rows: a new attempt has none yet, and the shop's orders may be in another database.
        // As text: not every client reads `void`.
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))::text', [name])
        return work(tx)
      }),
    )
  }
}
