// `server-example/` for verify: with many orders, an address that answers whether an order is paid, and a file for each order that
// was changed. A real shop has all three already.
import { readFile } from 'node:fs/promises'
import { createMerchant, migrate, type Orders } from 'payin-checkout/merchant'
import { openStore } from '../../server-example/open-store.ts'
import { createOrders, createTables } from '../../server-example/orders.ts'

const placeOrders = `
  insert into orders (id, title, amount_value, amount_currency, payer_email)
  select 'A-' || number, 'Weekender bag', '49.90', 'EUR', 'mara@example.test' from generate_series(1001, 1200) as number
  on conflict do nothing`

const countParcels = 'select count(*)::int as times from parcels where order_id = $1'

const store = openStore()
await migrate(store)
await createTables(store)
await store.query(placeOrders)
const orders = createOrders(store)

const find: Orders['find'] = async (tx, id, asked) => {
  const order = await orders.find(tx, id, asked)
  const change = await readFile(`change-${id}`, 'utf8').catch(() => null)
  if (order === null || change === 'withdraw') return null
  return {
    ...order,
    ...(change === 'price' && { amount: { value: '60.00', currency: 'EUR' } }),
    paidBy: order.paidBy ?? (change === 'pay' ? 'the till' : null),
  }
}

const merchant = await createMerchant({ store, orders: { ...orders, find } })

async function isPaid(request: Request): Promise<Response> {
  const [, order] = /^\/orders\/([^/]+)\/paid$/.exec(new URL(request.url).pathname) ?? []
  if (order === undefined) return new Response('There is no such page.', { status: 404 })
  const [parcels] = await store.query<{ times: number }>(countParcels, [order])
  const times = parcels?.times ?? 0
  return Response.json({ paid: times > 0, times })
}

const server = await merchant.serve({ others: isPaid })
console.log(`The merchant server listens at port ${server.port}`)

const stop = () =>
  server
    .close()
    .then(() => store.close())
    .then(() => process.exit())
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
