// The orders of the demo shop, and their shopper.
import { createTables } from '../server-example/orders.ts'
import type { Db } from '../src/merchant/store/db.ts'

/** The shopper of all orders: the demo shop has one visitor, whose saved accounts fit every order. */
export const demoShopper = 'ada@shop.example'
const demoPayer = [demoShopper, 'Ada', 'Lovelace', '12 St James’s Square, London']

type SeedOrder = readonly [id: string, title: string, description: string, amount: string, currency: string]

const orders: readonly SeedOrder[] = [
  ['A-1001', 'Weekender bag', 'Waxed canvas, 38 litres, olive.', '49.90', 'EUR'],
  ['A-1002', 'Noise-cancelling headphones', 'Over-ear, 40 hours on one charge.', '129.00', 'USD'],
  ['A-1003', 'Coffee subscription', 'Two bags of single-origin beans, once a month.', '8.50', 'GBP'],
  ['A-1004', 'Cast-iron teapot', 'Nambu ironware, 0.6 litres, with strainer.', '12500', 'JPY'],
  ['A-1005', 'Hardware wallet', 'Keeps keys offline; paid in kind.', '0.00150000', 'BTC'],
  ['A-1006', 'Conference ticket', 'One day, online, with recordings.', '25.00', 'USDC'],
  ['A-1000', 'Enamel mug', 'White, with a blue rim, 0.3 litres.', '14.00', 'EUR'],
]
/** The mug that the shop's refunds are about. */
const paid = 'A-1000'

/** Inserts the demo's orders into an empty table; does not change a table with orders. */
export async function seedOrders(db: Db, now: Date): Promise<void> {
  await createTables(db)
  await db.transaction(async (tx) => {
    const [any] = await tx.query('select 1 from orders limit 1')
    if (any) return
    for (const order of orders) {
      const isPaid = order[0] === paid
      await tx.query(
        `insert into orders (id, title, description, amount_value, amount_currency, payer_email, payer_first_name,
           payer_last_name, payer_address, status, paid_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
        [...order, ...demoPayer, isPaid ? 'paid' : 'unpaid', isPaid ? now : null],
      )
    }
  })
}

/**
 * Places a paid order once more, so that the shop never runs out of goods.
 * @returns the new order's id, or `null` when there is no such paid order
 */
export async function orderAgain(db: Db, id: string): Promise<string | null> {
  const [placed] = await db.query<{ id: string }>(
    `insert into orders (id, title, description, amount_value, amount_currency, payer_email, payer_first_name, payer_last_name,
       payer_address)
     select left(id, 25) || '-' || left(gen_random_uuid()::text, 8), title, description, amount_value, amount_currency,
       payer_email, payer_first_name, payer_last_name, payer_address
     from orders where id = $1 and status = 'paid' returning id`,
    [id],
  )
  return placed?.id ?? null
}
