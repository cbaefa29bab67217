// A shop that finds an order in any letter case and with blanks around its id, as many shops do with what people type.
import type { Orders } from '../../src/merchant/orders.ts'

const ownId = (id: string) => id.trim().toUpperCase()

/** Lets the shop find its orders under every spelling. The order that it finds names its own id, in capitals. */
export const findsAnySpelling = <Own>(orders: Orders<Own>): Orders<Own> => ({
  ...orders,
  find: (tx, id, asked) => orders.find(tx, ownId(id), asked),
})

/** Another spelling of an id; the id itself for 0. */
export const spellingOf = (id: string, spelling: number): string =>
  [id, id.toLowerCase(), ` ${id}`, `${id.toLowerCase()} `][spelling % 4] as string
