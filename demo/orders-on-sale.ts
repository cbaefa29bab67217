// The orders of the demo shop, and their shopper.
import { createTables } from '../server-example/orders.ts'
import type { Db } from '../src/merchant/store/db.ts'

/** The shopper of all orders: the demo shop has one visitor, whose saved accounts fit every order. */
export const demoShopper = 'ada@shop.example'
const demoPayer = [demoShopper, 'Ada', 'Lovelace', '12 St James’s Square, London']

interface SeedOrder {
  id: string
  title: string
  description: string
  amount: string
  currency: string
  paid?: true
}

const orders: readonly SeedOrder[] = [
  {
    id: 'A-1001',
    title: 'Weekender bag',
    description: 'Waxed canvas, 38 litres, olive.',
    amount: '49.90',
    currency: 'EUR',
  },
  {
    id: 'A-1002',
    title: 'Noise-cancelling headphones',
    description: 'Over-ear, 40 hours on one charge.',
    amount: '129.00',
    currency: 'USD',
  },
  {
    id: 'A-1003',
    title: 'Coffee subscription',
    description: 'Two bags of single-origin beans, once a month.',
    amount: '8.50',
    currency: 'GBP',
  },
  {
    id: 'A-1004',
    title: 'Cast-iron teapot',
    description: 'Nambu ironware, 0.6 litres, with strainer.',
    amount: '12500',
    currency: 'JPY',
  },
  {
    id: 'A-1005',
    title: 'Hardware wallet',
    description: 'Keeps keys offline; paid in kind.',
    amount: '0.00150000',
    currency: 'BTC',
  },
  {
    id: 'A-1006',
    title: 'Conference ticket',
    description: 'One day, online, with recordings.',
    amount: '25.00',
    currency: 'USDC',
  },
  {
    id: 'A-1000',
    title: 'Enamel mug',
    description: 'White, with a blue rim, 0.3 litres.',
    amount: '14.00',
    currency: 'EUR',
    paid: true,
  },
]

/** Inserts the demo's orders into an empty table; does not change a table with orders. */
export async function seedOrders(db: Db, now: Date): Promise<void> {
  await createTables(db)
  await db.transaction(async (tx) => {
    const [any] = await tx.query('select 1 from orders limit 1')
    if (any) return
    for (const { id, title, description, amount, currency, paid } of orders) {
      await tx.query(
        `insert into orders (id, title, description, amount_value, amount_currency, payer_email, payer_first_name,
           payer_last_name, payer_address, status, paid_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
        [id, title, description, amount, currency, ...demoPayer, paid ? 'paid' : 'unpaid', paid ? now : null],
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
