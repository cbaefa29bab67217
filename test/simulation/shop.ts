// The shop: its orders, and what it does with them while they are paid.
import type { Entry } from '../../src/merchant/orders.ts'
import { identityOf } from './driver/tables.ts'
import type { ShopOrder, World } from './world.ts'

const price = { value: '10', currency: 'EUR' } as const

/** Places an order, or puts it back as it was placed. */
export function placeOrder(world: World, id: string, customer: number): void {
  const entry: Entry = {
    ...{ id, ownId: id, reference: id, amount: price, paidBy: null, legacy: null },
    ...identityOf(customer),
  }
  world.tables.shop.set(id, { entry, isWithdrawn: false, customer })
}

const changes: Readonly<Record<string, (order: ShopOrder) => ShopOrder>> = {
  new_price: (order) => ({ ...order, entry: { ...order.entry, amount: { value: '20', currency: 'EUR' } } }),
  old_price: (order) => ({ ...order, entry: { ...order.entry, amount: price } }),
  new_currency: (order) => ({
    ...order,
    entry: { ...order.entry, amount: { value: '10', currency: 'USD' } },
  }),
  till: (order) => ({ ...order, entry: { ...order.entry, paidBy: order.entry.paidBy ?? 'till 1' } }),
  withdraw: (order) => ({ ...order, isWithdrawn: true }),
  put_back: (order) => ({ ...order, isWithdrawn: false }),
}

/** The shop changes an order. */
export function changeOrder(world: World, id: string, change: string): void {
  const order = world.tables.shop.get(id)
  const changed = order && changes[change]?.(order)
  if (changed) world.tables.shop.set(id, changed)
}
