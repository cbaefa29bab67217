// A small shop: one page for each order, and the merchant's server, both in the caller's process.
import { createServer } from 'node:http'
import { createMerchant, migrate } from 'payin-checkout/merchant'
import { toNode } from 'payin-checkout/merchant/node'
import { pgliteStore } from 'payin-checkout/merchant/pglite'

/** @param settings PAYMENTS_BASE_URL, PAYMENTS_API_KEY, PAYMENTS_WEBHOOK_SECRET */
export async function startShop(settings) {
  const store = pgliteStore('memory://')
  await migrate(store)
  await store.transaction((tx) =>
    tx.run(
      'create table orders (id text primary key, total text not null, paid_by text, parcels int default 0)',
    ),
  )

  let answer
  const server = createServer((request, response) =>
    answer(request, response, () => showPage(request, response)),
  )
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${server.address().port}`
  const merchant = await createMerchant({
    service: {
      baseUrl: settings.PAYMENTS_BASE_URL,
      apiKey: settings.PAYMENTS_API_KEY,
      webhookSecrets: settings.PAYMENTS_WEBHOOK_SECRET,
    },
    publicUrl: url,
    store,
    orders: {
      async find(tx, id) {
        const [order] = await tx.query('select * from orders where id = $1 for update', [id])
        if (!order) return null
        const amount = { value: order.total, currency: 'EUR' }
        return { id: order.id, amount, payer: { email: `${id}@example.test` }, paidBy: order.paid_by }
      },
      async setPaid(tx, id, payment) {
        await tx.query('update orders set paid_by = $2 where id = $1', [id, payment.id])
      },
      async fulfil({ subject }) {
        await store.query('update orders set parcels = parcels + 1 where id = $1', [subject])
      },
    },
  })
  answer = toNode(merchant)
  merchant.start()

  return {
    url,
    async placeOrder(total) {
      const id = `S-${crypto.randomUUID().slice(0, 8)}`
      await store.query('insert into orders (id, total) values ($1, $2)', [id, total])
      return id
    },
    async parcelsOf(id) {
      const [order] = await store.query('select parcels from orders where id = $1', [id])
      return order.parcels
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await merchant.close()
      await store.close()
    },
  }
}

function showPage(request, response) {
  const { searchParams } = new URL(request.url, 'http://localhost')
  const mode = searchParams.get('mode') === 'redirect' ? 'redirect' : 'popup'
  const order = encodeURIComponent(searchParams.get('order') ?? '')
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><html lang="en"><title>Your order</title><link rel="icon" href="data:,">
    <script src="/payin-checkout.js" async></script>
    <h1>Your order</h1>
    <payin-checkout endpoint="/checkout" order="${order}" mode="${mode}"></payin-checkout></html>`)
}
