// `npm run server`: the merchant server of server-example/ with the demo shop mounted on it.
import { run } from '../server-example/run.ts'
import { mountShop } from './shop/shop.ts'

await run(report, (config) => ({
  mount: (app, { orders }) => {
    mountShop(app, { listOrders: () => orders.list(), paymentsBaseUrl: config.payments.baseUrl })
  },
}))

// Under `npm start` the parent says where the shop is, once the sandbox answers too.
function report(address: string): void {
  if (process.send) process.send(address)
  else console.log(`The shop is open at ${address}`)
}
