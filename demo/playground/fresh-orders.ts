// An unpaid order for each try: inserted here, so that the merchant's server need not know of a playground. For the
// sandbox only: where payments are real, nobody makes orders by pressing a button.
import { randomBytes } from 'node:crypto'
import type { Db } from '../../src/merchant/store/db.ts'
import { demoShopper } from '../orders-on-sale.ts'

/** What an order may cost. The browser names one of these; the price stays here. */
export const prices = {
  euro: { amount: '49.90', currency: 'EUR' },
  dollar: { amount: '129.00', currency: 'USD' },
  yen: { amount: '12500', currency: 'JPY' },
  bitcoin: { amount: '0.00150000', currency: 'BTC' },
  coin: { amount: '25.00', currency: 'USDC' },
} as const

export type PriceName = keyof typeof prices

/** Reads a price's name; what is not offered is `euro`. */
export function parsePrice(name: string | null): PriceName {
  return (Object.keys(prices) as PriceName[]).find((known) => known === name) ?? 'euro'
}

/** Whether an order was made here: the shop leaves those out. */
export const isFreshOrder = (id: string): boolean => /^play-[0-9a-f]{8}$/.test(id)

/** Inserts an unpaid order and gives its id. */
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
