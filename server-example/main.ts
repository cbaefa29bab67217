// Runs the merchant server by itself: opens the database, listens, and shuts down on a signal. Settings come from the
// environment.
import { createMerchant, migrate } from 'payin-checkout/merchant'
import { prometheusMetrics } from 'payin-checkout/merchant/prometheus'
import { openStore } from './open-store.ts'
import { createOrders, createTables } from './orders.ts'

const store = openStore()
await migrate(store)
await createTables(store)

const merchant = await createMerchant({
  store,
  orders: createOrders(store),
  ...(process.env.METRICS_TOKEN && { metrics: await prometheusMetrics({ process: true }) }),
})
const server = await merchant.serve()
console.log(`The merchant server listens at port ${server.port}`)

// Answers open requests first.
const stop = () =>
  server
    .close()
    .then(() => store.close())
    .then(() => process.exit())
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
