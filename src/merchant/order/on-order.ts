// Everything that decides about an order's money runs here: one transaction at a time for each order, over all processes, with
// the order's case loaded under its lock. Two tabs, a webhook and a check run one after the other, and each sees what the one
// before has written. No call to the service is made in here: a slow answer would hold the lock and block all tabs.
import type { Clock } from '../../server/index.ts'
import type { Entry, Ledger } from '../orders.ts'
import { createTurns } from '../single-flight.ts'
import { type Db, lockUntilEnd, type Transaction } from '../store/db.ts'
import {
  type CaseParts,
  type CaseSubject,
  isNoId,
  loadCase,
  lockNameOf,
  type OrderCase,
  withoutEntry,
} from './case.ts'

/** What the work on an order's case gets. */
export interface Loaded<Also = unknown> {
  readonly tx: Transaction
  readonly order: OrderCase
  /** The order's id as its ledger has it. */
  readonly id: string
  /** What was read in the same exchange with the database. */
  readonly also: Also
}

/** @param also reads what the work needs besides the case, in the same exchange with the database */
export type OnOrder = <T, Also = undefined>(
  subject: CaseSubject,
  work: (loaded: Loaded<Also>) => Promise<T>,
  also?: (tx: Transaction) => Promise<Also>,
) => Promise<T>

export interface OnOrderParts extends Omit<CaseParts, 'ledger'> {
  readonly db: Db
  readonly clock: Clock
  readonly ledgerOf: (kind: CaseSubject['kind']) => Ledger
}

const waitLimitMs = 3_000
/** How often an order may lead to another id. A spelling leads to the order's own id, which leads to itself. */
const maxMoves = 2

/** Reads an order without its case. `null`: there is none, or no column of the shop can hold the id. */
export type FindEntry = (subject: CaseSubject) => Promise<Entry | null>

/**
 * Makes the functions that work on an order's case. Do not call `onOrder` inside of such work: the inner one would wait for the outer
 * one. In this process only one transaction of an order uses a connection, and the others wait without one, so that an order
 * with a locked row does not use up the pool.
 * @throws {TurnTimeout} from the returned functions, when their turn does not come within three seconds
 */
export function createOnOrder({ db, clock, installation, ledgerOf, lostRows }: OnOrderParts): {
  readonly onOrder: OnOrder
  readonly findEntry: FindEntry
} {
  const inTurn = createTurns({ clock, ms: waitLimitMs })

  function locked<T>(subject: CaseSubject, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const name = lockNameOf(subject)
    return inTurn(name, () =>
      db.transaction(async (tx) => {
        // An advisory lock, too: a new attempt has no row yet, and the shop's orders may be in another database.
        await lockUntilEnd(tx, name)
        return work(tx)
      }),
    )
  }

  const onOrder: OnOrder = async <T, Also>(
    subject: CaseSubject,
    work: (loaded: Loaded<Also>) => Promise<T>,
    // Left out only where `Also` is `undefined`.
    readAlso: (tx: Transaction) => Promise<Also> = async () => undefined as Also,
  ) => {
    let ledger = ledgerOf(subject.kind)
    let { order_id: id } = subject
    for (let moves = 0; moves <= maxMoves; moves++) {
      try {
        const done = await locked({ ...subject, order_id: id }, async (tx) => {
          const { order, also } = await loadCase(
            tx,
            { installation, ledger, lostRows },
            { ...subject, order_id: id },
            readAlso,
          )
          // The order was found by another spelling of its id: it has one lock and one case, those of its own id.
          if (order.entry !== null && order.entry.id !== id) return { moved: order.entry.id }
          return { result: await work({ tx, order, id, also }) }
        })
        if ('result' in done) return done.result
        id = done.moved
      } catch (error) {
        if (!isNoId(error)) throw error
        ledger = withoutEntry(ledger)
      }
    }
    throw new TypeError(
      "The shop's function find has returned an order with another id for the very id that it has returned before. An order has one id.",
    )
  }

  // Not by `onOrder`: it does more for an order that exists, and this is for people who must not learn whether it does.
  const findEntry: FindEntry = (subject) =>
    locked(subject, (tx) => ledgerOf(subject.kind).find(tx, subject.order_id, subject.asked)).catch(
      (error) => {
        if (isNoId(error)) return null
        throw error
      },
    )

  return { onOrder, findEntry }
}
