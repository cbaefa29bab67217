// The shop never runs out of goods: without this, On-ramp would have no pay button once the only order in euros is paid.
import { shopperKindOf } from '../../src/merchant/kinds/kinds.ts'
import type { OrderOnShelf } from './order-card.ts'
import type { ShopView } from './shop-view.ts'

export interface Restocking {
  /** @returns the new order's id; `null`: there is no such paid order */
  readonly order: (id: string) => Promise<string | null>
  /** Whether a payment has promised the order, so that no other payment is accepted. */
  readonly isPromised: (id: string) => Promise<boolean>
}

/**
 * The orders of a shelf. If none of them can be paid in the way of the view, what was sold last is placed once more. Two
 * visitors at once may place two.
 */
export async function stocked(
  list: () => Promise<readonly OrderOnShelf[]>,
  { order, kind }: ShopView,
  { order: placeAgain, isPromised }: Restocking,
): Promise<readonly OrderOnShelf[]> {
  const orders = await list()
  if (order !== null) return orders
  const { refusalOf } = shopperKindOf(kind)
  const goods = orders.filter(({ amount, currency }) => refusalOf({ value: amount, currency }) === null)
  for (const { id, status } of goods) if (status === 'unpaid' && !(await isPromised(id))) return orders
  const [last] = goods
    .filter(({ status }) => status === 'paid')
    .toSorted((a, b) => (b.paid_at ?? '').localeCompare(a.paid_at ?? ''))
  return last && (await placeAgain(last.id)) ? list() : orders
}
