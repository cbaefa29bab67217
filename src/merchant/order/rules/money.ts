// The rule about money: an order is paid by a payment only if it exists, if nothing else paid it, and if the payment has
// its price and currency. Every payment of every kind is decided here, and every address of a hosted page follows it, too.
import { type Money, sameMoney } from '../../../server/index.ts'
import type { Entry } from '../../orders.ts'

/**
 * Why a payment does not fit an order. `withdrawn`: there is no such order, or no longer. `paid`: something else paid it.
 * `price`: it has another price or currency.
 */
export type Misfit = 'withdrawn' | 'paid' | 'price'

/**
 * Why a payment cannot pay an order; `null` when it can.
 * @param entry what the ledger says now, read under the order's lock
 * @param payment the id that the ledger gets with the payment
 */
export function misfitOf(
  entry: Entry | null,
  payment: { readonly id: string; readonly amount: Money },
): Misfit | null {
  if (entry === null) return 'withdrawn'
  if (entry.paidBy !== null && entry.paidBy !== payment.id) return 'paid'
  return sameMoney(entry.amount, payment.amount) ? null : 'price'
}
