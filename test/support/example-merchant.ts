// The merchant library over the orders of server-example/, with accounts where a test has some.
import { createOrders, createTables } from '../../server-example/orders.ts'
import { type AssemblyOptions, assembleMerchant, type Merchant } from '../../src/merchant/merchant.ts'
import type { Orders } from '../../src/merchant/orders.ts'
import type { Settings } from '../../src/merchant/settings/settings.ts'
import type { Db } from '../../src/merchant/store/db.ts'
import { migrate } from '../../src/merchant/store/migrate.ts'

/** Who may pay, besides who has an order token. */
export type Accounts = Pick<Orders, 'shopperEmail' | 'mayPay'>

/** Makes orders of a shop with a transaction of its own from those of the example. */
export type OrdersOn = (orders: Orders) => Orders<never>

export type ExampleOptions = AssemblyOptions & Accounts & { readonly ordersOn?: OrdersOn }

export const ordersWith =
  (accounts: Accounts) =>
  (db: Db): Orders => ({ ...createOrders(db), ...accounts })

/** Assembles the merchant over a migrated database. */
export const createMerchant = (
  config: Settings,
  db: Db,
  { shopperEmail, mayPay, ordersOn = (orders) => orders, ...options }: ExampleOptions = {},
): Promise<Merchant> =>
  assembleMerchant(
    config,
    db as Db<never>,
    ordersOn(ordersWith({ ...(shopperEmail && { shopperEmail }), ...(mayPay && { mayPay }) })(db)),
    options,
  )

/** The tables of the library and of the example. */
export async function makeTables(db: Db): Promise<void> {
  await migrate(db)
  await createTables(db)
}
