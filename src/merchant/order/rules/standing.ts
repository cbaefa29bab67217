// How an order stands: what a page that shows it may say, before anybody presses. A pure function of the order's case. What may
// be paid is decided again with each press (rules/asked.ts).
import type { Review } from '../../../server/index.ts'
import { holdsOrder, reviewOf, type SessionRow } from '../../session/session-row.ts'
import { countedOf, type OrderCase } from '../case.ts'

/** The payment that holds an order: the one that paid it, or else one that is promised or under review. */
export interface Hold {
  /** Whether the order is paid, by a payment of ours or in the shop's own table. */
  readonly isPaid: boolean
  readonly holder: SessionRow | undefined
}

/** What holds an order. */
export function holdOf(order: OrderCase): Hold {
  const counted = countedOf(order)
  const holder = counted.find(({ outcome }) => outcome === 'complete') ?? counted.find(holdsOrder)
  const isPaidInShop = order.entry !== null && order.entry.paidBy !== null
  return { isPaid: isPaidInShop || holder?.outcome === 'complete', holder }
}

/**
 * `gone`: there is no such order, or the shop has withdrawn it. `promised`: money is on its way, or has come and must be
 * reviewed. `payable`: nothing holds it.
 */
export type Standing =
  | { readonly is: 'gone' | 'paid' | 'payable' }
  | { readonly is: 'promised'; readonly review: Review | null }

/** How an order stands for a shopper. */
export function standingOf(order: OrderCase): Standing {
  const { isPaid, holder } = holdOf(order)
  if (isPaid) return { is: 'paid' }
  if (holder) return { is: 'promised', review: reviewOf(holder) }
  return { is: order.entry === null ? 'gone' : 'payable' }
}
