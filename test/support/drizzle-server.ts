// The merchant server of a shop with its own Drizzle connection, as a program: `npx tsx test/support/drizzle-server.ts` with the
// variables of server-example/.

import { createOrders, createTables } from '../../server-example/orders.ts'
import { createMerchant } from '../../src/merchant/create-merchant.ts'
import type { Store } from '../../src/merchant/store/db.ts'
import { migrate } from '../../src/merchant/store/migrate.ts'
import { drizzleOnPostgres, drizzleOrders, type Tx } from './drizzle-shop.ts'

const store = drizzleOnPostgres(process.env.DATABASE_URL ?? '') as Store<unknown> as Store<Tx>
await migrate(store)
await createTables(store)
const merchant = await createMerchant({ store, orders: drizzleOrders(createOrders(store)) })
const server = await merchant.serve()
process.once('SIGTERM', async () => {
  await server.close()
  await store.close()
  process.exit(0)
})
