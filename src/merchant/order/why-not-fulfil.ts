// Whether a paid order may still be fulfilled. A fulfilment that failed is repeated for as long as it takes, and meanwhile the shop
// may withdraw the order, mark it as unpaid, or give its id to another one: what the shop says now counts here, too.
import type { Entry } from '../orders.ts'
import { isOfOrder } from '../session/attempt-ids.ts'
import { readRow } from '../session/session-row.ts'
import type { Db } from '../store/db.ts'
import type { FindEntry } from './on-order.ts'

export interface FulfilParts {
  readonly db: Db
  readonly findEntry: FindEntry
  readonly installation: string
}

/** Why the order of a payment must not be fulfilled now, as the end of a sentence; `null`: it may. */
export type WhyNotFulfil = (payment: { readonly session: string }) => Promise<string | null>

/** Makes the function that asks the shop's ledger before a repeated fulfilment. */
export function createWhyNotFulfil({ db, findEntry, installation }: FulfilParts): WhyNotFulfil {
  return async ({ session }) => {
    const row = await readRow(db, session)
    const entry = await findEntry(row)
    return decide(entry, entry !== null && isOfOrder(installation, row, entry))
  }
}

function decide(entry: Entry | null, isOfPayment: boolean): string | null {
  if (entry === null) return 'the shop has no such order now'
  if (!isOfPayment) return 'another order has its id now'
  return entry.paidBy === null ? 'the shop does not count it as paid now' : null
}
