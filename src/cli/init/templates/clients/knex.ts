// Takes the payments of the orders in orders.sql, with Knex.
import { readFile } from 'node:fs/promises'
import createKnex from 'knex'
import { createMerchant, migrate } from 'payin-checkout/merchant'
import { knexStore } from 'payin-checkout/merchant/knex'
import { databaseUrl } from './environment.ts'

interface Order {
  id: number
  total: string
  email: string
  paid_by: string | null
  placed_at: Date
}

const store = knexStore(createKnex({ client: 'pg', connection: databaseUrl }))

await migrate(store)
await store.transaction(async (tx) => tx.run(await readFile('orders.sql', 'utf8')))

export const merchant = await createMerchant({
  store,
  orders: {
    // The order as your table has it now, locked until the transaction ends.
    async find(tx, id) {
      const order = await tx<Order>('orders')
        .where({ id: Number(id) })
        .forUpdate()
        .first()
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
      await tx<Order>('orders')
        .where({ id: Number(id) })
        .update({ paid_by: payment.id })
    },
    // After the commit, at least once. Ship by this id, so that nothing is shipped twice.
    async fulfil({ id, subject }) {
      console.log(`Order ${subject} is paid. Ship it once, by this id: ${id}`)
    },
  },
})
