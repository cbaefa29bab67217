// one-payment/ ensures that an order is paid at most once. This file runs everything that decides about an order's money: one
// transaction at a time for each order, over all processes. Two tabs, a webhook and the sweep run one after the other, and
// each reads what the one before has written. Nothing in this folder sets a session to complete: that is sync/apply.ts.
import type { Clock, Kind } from '../../server/index.ts'
import { kindOf } from '../kinds/kinds.ts'
import { createTurns } from '../single-flight.ts'
import { type Db, lockUntilEnd, type Transaction } from '../store/db.ts'

/** An order, or a reference under which the back office pays out. The two have separate locks. */
export interface Subject {
  readonly kind: Kind
  readonly order_id: string
}

export type InOrderTransaction = <T>(subject: Subject, work: (tx: Transaction) => Promise<T>) => Promise<T>

const waitLimitMs = 3_000

/** The name under which an order is locked. */
export const lockNameOf = ({ kind, order_id }: Subject): string => `${kindOf(kind).ledger} ${order_id}`

/**
 * Makes the function that runs a transaction of an order. Do not call it inside of such a transaction: the inner one would
 * wait for the outer one. In this process only one transaction of an order uses a connection, and the others wait without
 * one, so that an order with a locked row does not use up the pool.
 * @throws {TurnTimeout} from the returned function, when its turn does not come within three seconds
 */
export function createOrderTransactions(db: Db, clock: Clock): InOrderTransaction {
  const inTurn = createTurns({ clock, ms: waitLimitMs })
  return (subject, work) => {
    const name = lockNameOf(subject)
    return inTurn(name, () =>
      db.transaction(async (tx) => {
        // An advisory lock and not a row lock: a new attempt has no row yet, and the shop's orders may be in another
        // database.
        await lockUntilEnd(tx, name)
        return work(tx)
      }),
    )
  }
}
