// Takes the payments of the orders in orders.sql. The database is the Postgres of DATABASE_URL.
import { readFile } from 'node:fs/promises'
import { createMerchant, migrate } from 'payin-checkout/merchant'
import { postgresStore } from 'payin-checkout/merchant/postgres'
import { databaseUrl } from './environment.ts'

interface Order {
  id: number
  total: string
  email: string
  paid_by: string | null
  placed_at: Date
}

const store = postgresStore({ connectionString: databaseUrl })

await migrate(store)
await store.transaction(async (tx) => tx.run(await readFile('orders.sql', 'utf8')))

export const merchant = await createMerchant({
  store,
  orders: {
    // The order as your table has it now, locked until the transaction ends.
    async find(tx, id) {
      const [order] = await tx.query<Order>('select * from orders where id = $1 for update', [id])
      if (!order) return null
      return {
        id: order.id,
        amount: { value: order.total, currency: 'EUR' },
        payer: { email: order.email },
        paidBy: order.paid_by,
        placedAt: order.placed_at,
      }
    },
    // In the transaction that completes the payment.
    async setPaid(tx, id, payment) {
      await tx.query('update orders set paid_by = $2 where id = $1', [id, payment.id])
    },
    // After the commit, at least once. Ship by this id, so that nothing is shipped twice.
    async fulfil({ id, subject }) {
      console.log(`Order ${subject} is paid. Ship it once, by this id: ${id}`)
    },
  },
})
