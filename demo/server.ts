// `npm run server`: the merchant server of server-example/ with the demo shop mounted on it.
import { ConfigError, loadConfig } from '../server-example/config.ts'
import { CannotListen, startServer } from '../server-example/server.ts'
import { DirectoryInUse } from '../server-example/store/directory-lock.ts'
import { mountShop } from './shop/shop.ts'

try {
  const config = loadConfig(process.env)
  const server = await startServer(config, {
    mount: (app, { orders }) => {
      mountShop(app, { listOrders: () => orders.list(), paymentsBaseUrl: config.payments.baseUrl })
    },
  })
  report(server.origin)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
} catch (error) {
  // What the person at the keyboard can repair is said in a sentence; a stack would only hide it.
  const expected =
    error instanceof ConfigError || error instanceof CannotListen || error instanceof DirectoryInUse
  console.error(expected ? error.message : error)
  process.exit(1)
}

// Under `npm start` the parent says where the shop is, once the sandbox answers too.
function report(address: string): void {
  if (process.send) process.send(address)
  else console.log(`The shop is open at ${address}`)
}
