// Inserts an unpaid order for each try, so that the merchant's server does not depend on the playground. For the
// sandbox only: with real payments, a button must not create orders.
import { randomBytes } from 'node:crypto'
import type { Db } from '../../src/merchant/store/db.ts'
import { demoShopper } from '../orders-on-sale.ts'

/** Prices of orders. The browser sends only a name. */
export const prices = {
  euro: { amount: '49.90', currency: 'EUR' },
  dollar: { amount: '129.00', currency: 'USD' },
  yen: { amount: '12500', currency: 'JPY' },
  bitcoin: { amount: '0.00150000', currency: 'BTC' },
  coin: { amount: '25.00', currency: 'USDC' },
} as const

export type PriceName = keyof typeof prices

/** Parses a price's name; an unknown one gives `euro`. */
export function parsePrice(name: string | null): PriceName {
  return (Object.keys(prices) as PriceName[]).find((known) => known === name) ?? 'euro'
}

/** Whether an order was created here: the shop does not list it. */
export const isFreshOrder = (id: string): boolean => /^play-[0-9a-f]{8}$/.test(id)

/** Inserts an unpaid order. @returns its id */
export async function insertFreshOrder(db: Pick<Db, 'query'>, price: PriceName): Promise<string> {
  const id = `play-${randomBytes(4).toString('hex')}`
  const { amount, currency } = prices[price]
  await db.query(
    `insert into orders (id, title, amount_value, amount_currency, payer_email, payer_first_name, payer_last_name)
     values ($1, 'Order of the playground', $2, $3, $4, 'Ada', 'Lovelace')`,
    [id, amount, currency, demoShopper],
  )
  return id
}
