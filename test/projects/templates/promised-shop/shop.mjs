// A shop in memory for the promises of docs/testing.md. With SHIPS_TWICE it breaks one of them.
import { createServer } from 'node:http'
import { createMerchant, migrate } from 'payin-checkout/merchant'
import { toNode } from 'payin-checkout/merchant/node'
import { pgliteStore } from 'payin-checkout/merchant/pglite'

const { PAYMENTS_BASE_URL, PAYMENTS_API_KEY, PAYMENTS_WEBHOOK_SECRET, PUBLIC_URL, PORT, SHIPS_TWICE } =
  process.env
const store = pgliteStore('data')
await migrate(store)
await store.transaction(async (tx) => {
  await tx.query('create table if not exists orders (id text primary key, paid_by text, change text)', [])
  await tx.query('create table if not exists parcels (id text primary key, order_id text not null)', [])
})

const merchant = await createMerchant({
  service: {
    baseUrl: PAYMENTS_BASE_URL,
    apiKey: PAYMENTS_API_KEY,
    webhookSecrets: PAYMENTS_WEBHOOK_SECRET,
  },
  publicUrl: PUBLIC_URL,
  store,
  orders: {
    async find(tx, id) {
      if (!/^A-\d{4}$/.test(id)) return null
      await tx.query('insert into orders (id) values ($1) on conflict do nothing', [id])
      const [order] = await tx.query('select * from orders where id = $1 for update', [id])
      if (order.change === 'withdraw') return null
      return {
        id,
        amount: { value: order.change === 'price' ? '60.00' : '49.90', currency: 'EUR' },
        payer: { email: 'mara@example.test' },
        paidBy: order.paid_by ?? (order.change === 'pay' ? 'the till' : null),
      }
    },
    async setPaid(tx, id, payment) {
      await tx.query('update orders set paid_by = $2 where id = $1', [id, payment.id])
    },
    async fulfil({ id, subject }) {
      const parcels = SHIPS_TWICE ? [id, `${id} again`] : [id]
      for (const parcel of parcels)
        await store.transaction((tx) =>
          tx.query('insert into parcels values ($1, $2) on conflict do nothing', [parcel, subject]),
        )
    },
  },
})
merchant.start()

const checkout = toNode(merchant)
createServer((request, response) => {
  checkout(request, response, async () => {
    const [, order, part] = /^\/orders\/([^/]+)\/(\w+)$/.exec(request.url) ?? []
    if (!order) return response.writeHead(404).end()
    if (request.method === 'POST') {
      await store.transaction((tx) => tx.query('update orders set change = $2 where id = $1', [order, part]))
      return response.end()
    }
    const rows = await store.transaction((tx) =>
      tx.query('select id from parcels where order_id = $1', [decodeURIComponent(order)]),
    )
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ paid: rows.length > 0, times: rows.length }))
  })
}).listen(Number(PORT), '127.0.0.1')
