// `npm run server`: the merchant server of server-example/, and the pages of the demo shop beside it.
import { Hono } from 'hono'
import { openStore } from '../server-example/open-store.ts'
import { createOrders } from '../server-example/orders.ts'
import { createMerchant, migrate } from '../src/merchant/index.ts'
import { prometheusMetrics } from '../src/merchant/prometheus.ts'
import { readSettings } from '../src/merchant/settings/read.ts'
import { systemClock } from '../src/server/index.ts'
import { demoDefaults } from './defaults.ts'
import { demoShopper, seedOrders } from './orders-on-sale.ts'
import { mountPages } from './pages.ts'

Object.assign(process.env, demoDefaults(process.env))
const config = readSettings({}, process.env)
const store = openStore()
await migrate(store)
await seedOrders(store, new Date())

const merchant = await createMerchant({
  store,
  orders: {
    ...createOrders(store),
    // The demo has no sign-in: every visitor is the shopper of all orders. Not with real money.
    ...(config.realMoney === null && {
      shopper: async () => demoShopper,
      mayPay: async () => true,
    }),
  },
  ...(process.env.METRICS_TOKEN && { metrics: await prometheusMetrics({ process: true }) }),
})
const stopping = new AbortController()
const pages = new Hono()
mountPages(pages, { merchant, store, config, clock: systemClock, stopping: stopping.signal })
const server = await merchant.serve({ others: pages.fetch })

// Under `npm start` the parent prints the shop's address when the sandbox answers too.
if (process.send) process.send(config.publicUrl)
else console.log(`The shop is open at ${config.publicUrl}`)

// `on`, not `once`: without a listener, a second signal would end the process in the middle of an answer.
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    stopping.abort()
    server
      .close()
      .then(() => store.close())
      .then(() => process.exit())
  })
