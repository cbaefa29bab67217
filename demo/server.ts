// `npm run server`: the merchant server of server-example/ with the demo shop mounted on it.
import { createOrders } from '../server-example/orders.ts'
import { run } from '../src/merchant/node/run.ts'
import { demoDefaults } from './defaults.ts'
import { mountExamples } from './examples/examples.ts'
import { mountGallery } from './gallery/gallery.ts'
import { demoShopper, seedOrders } from './orders-on-sale.ts'
import { isFreshOrder } from './playground/fresh-orders.ts'
import { mountPlayground } from './playground/playground.ts'
import { listLanguages } from './shop/languages.ts'
import { mountPayout } from './shop/payout.ts'
import { mountShop } from './shop/shop.ts'

Object.assign(process.env, demoDefaults(process.env))
await run(report, ({ kinds, service, realMoney }) => ({
  orders: (db) => ({
    ...createOrders(db),
    // The demo has no sign-in: every visitor is the shopper of all orders. Not with real money.
    ...(realMoney === null && {
      shopper: async () => demoShopper,
      mayPay: async () => true,
    }),
  }),
  mount: (app, merchant) => {
    const { db, owners, notifications } = merchant
    const listOrders = async () =>
      (await createOrders(db).list())
        .filter(({ id }) => !isFreshOrder(id))
        .map((order) => ({ ...order, token: owners.tokenFor(order.id) }))
    mountGallery(app, notifications)
    mountExamples(app)
    mountShop(app, { listOrders, listLanguages, kinds, paymentsBaseUrl: service.baseUrl })
    mountPayout(app, merchant, listLanguages)
    mountPlayground(app, merchant, { listLanguages })
  },
  prepare: (db) => seedOrders(db, new Date()),
}))

// Under `npm start` the parent prints the shop's address when the sandbox answers too.
function report(address: string): void {
  if (process.send) process.send(address)
  else console.log(`The shop is open at ${address}`)
}
