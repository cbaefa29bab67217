// The merchant library with the orders of server-example/, and with accounts if a test passes some.
import { createOrders, createTables } from '../../server-example/orders.ts'
import { type AssemblyOptions, assembleMerchant, type Merchant } from '../../src/merchant/merchant.ts'
import type { Orders } from '../../src/merchant/orders.ts'
import type { Settings } from '../../src/merchant/settings/settings.ts'
import type { Db } from '../../src/merchant/store/db.ts'
import { migrate } from '../../src/merchant/store/migrate.ts'

/** Who may pay without an order token. */
export type Accounts = Pick<Orders, 'shopper' | 'mayPay'>

/** Turns the example's orders into those of a shop with its own transaction type. */
export type OrdersOn = (orders: Orders) => Orders<never>

export type ExampleOptions = AssemblyOptions & Accounts & { readonly ordersOn?: OrdersOn }

export const ordersWith =
  (accounts: Accounts) =>
  (db: Db): Orders => ({ ...createOrders(db), ...accounts })

/** Creates the merchant on a migrated database. */
export const createMerchant = (
  config: Settings,
  db: Db,
  { shopper, mayPay, ordersOn = (orders) => orders, ...options }: ExampleOptions = {},
): Promise<Merchant> =>
  assembleMerchant(
    config,
    db as Db<never>,
    ordersOn(ordersWith({ ...(shopper && { shopper }), ...(mayPay && { mayPay }) })(db)),
    options,
  )

/** The tables of the library and of the example. */
export async function makeTables(db: Db): Promise<void> {
  await migrate(db)
  await createTables(db)
}
