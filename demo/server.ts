// `npm run server`: the merchant server of server-example/ with the demo shop mounted on it.
import { run } from '../server-example/run.ts'
import { demoShopper } from '../server-example/seed.ts'
import { mountGallery } from './gallery/gallery.ts'
import { listLanguages } from './shop/languages.ts'
import { mountShop } from './shop/shop.ts'

await run(report, (config) => ({
  mount: (app, { orders, wakeups }) => {
    const listOrders = () => orders.list()
    mountGallery(app, wakeups)
    mountShop(app, { listOrders, listLanguages, paymentsBaseUrl: config.payments.baseUrl })
  },
  // Nobody signs in to the demo: every visitor is the one shopper whose orders these are.
  shopperEmail: async () => demoShopper,
}))

// Under `npm start` the parent says where the shop is, once the sandbox answers too.
function report(address: string): void {
  if (process.send) process.send(address)
  else console.log(`The shop is open at ${address}`)
}
