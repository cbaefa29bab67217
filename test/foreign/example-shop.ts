// `server-example/` for verify: with many orders, and an address that answers whether an order is paid. A real shop has both
// already.
import type { Db } from 'payin-checkout/merchant'
import { run } from 'payin-checkout/merchant/node'
import { createOrders, createTables } from '../../server-example/orders.ts'

const placeOrders = `
  insert into orders (id, title, amount_value, amount_currency, payer_email)
  select 'A-' || number, 'Weekender bag', '49.90', 'EUR', 'mara@example.test' from generate_series(1001, 1200) as number
  on conflict do nothing`

const countParcels = 'select count(*)::int as times from parcels where order_id = $1'

async function prepare(db: Db): Promise<void> {
  await createTables(db)
  await db.transaction((tx) => tx.query(placeOrders))
}

await run(
  (origin) => console.log(`The merchant server listens at ${origin}`),
  () => ({
    orders: createOrders,
    prepare,
    mount: (app, { db }) => {
      app.get('/orders/:order/paid', async (context) => {
        const [parcels] = await db.query<{ times: number }>(countParcels, [context.req.param('order')])
        const times = parcels?.times ?? 0
        return context.json({ paid: times > 0, times })
      })
    },
  }),
)
