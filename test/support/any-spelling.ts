// A shop that finds an order in any letter case and with blanks around its id, as many shops do with what people type.
import type { Orders } from '../../src/merchant/orders.ts'

const ownId = (id: string) => id.trim().toUpperCase()

/** Lets every function of the shop find its orders under every spelling. `quote` names the order's own id, in capitals. */
export const findsAnySpelling = <Own>(orders: Orders<Own>): Orders<Own> => ({
  ...orders,
  async quote(id, asked) {
    const order = ownId(id)
    const quote = await orders.quote(order, asked)
    return quote && { ...quote, order }
  },
  lock: (tx, id) => orders.lock(tx, ownId(id)),
  markPaid: (tx, payment) => orders.markPaid(tx, { ...payment, order: ownId(payment.order) }),
})

/** Another spelling of an id; the id itself for 0. */
export const spellingOf = (id: string, spelling: number): string =>
  [id, id.toLowerCase(), ` ${id}`, `${id.toLowerCase()} `][spelling % 4] as string
