// The merchant server of a shop with its own Drizzle connection, as a program: `npx tsx test/support/drizzle-server.ts` with the
// variables of server-example/.

import { createOrders, createTables } from '../../server-example/orders.ts'
import { createMerchant } from '../../src/merchant/create-merchant.ts'
import { loadConfig } from '../../src/merchant/node/config.ts'
import { serve } from '../../src/merchant/node/serve.ts'
import type { Store } from '../../src/merchant/store/db.ts'
import { migrate } from '../../src/merchant/store/migrate.ts'
import { drizzleOnPostgres, drizzleOrders, type Tx } from './drizzle-shop.ts'

const { service, publicUrl, hostedPageOrigins, clientAddressHeader, host, port, databaseUrl } = loadConfig(
  process.env,
)
const store = drizzleOnPostgres(databaseUrl ?? '') as Store<unknown> as Store<Tx>
await migrate(store)
await createTables(store)
const merchant = await createMerchant({
  service,
  publicUrl,
  hostedPageOrigins,
  clientAddressHeader,
  store,
  orders: drizzleOrders(createOrders(store)),
})
await serve(merchant, { host, port })
merchant.start()
process.once('SIGTERM', async () => {
  await merchant.close()
  await store.close()
  process.exit(0)
})
