// Takes the payments of the orders in orders.sql, with Drizzle.
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { integer, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { createMerchant, migrate } from 'payin-checkout/merchant'
import { drizzleStore } from 'payin-checkout/merchant/drizzle'
import pg from 'pg'
import { databaseUrl } from './environment.ts'

const orders = pgTable('orders', {
  id: integer('id').primaryKey(),
  total: numeric('total', { precision: 10, scale: 2 }).notNull(),
  email: text('email').notNull(),
  paidBy: text('paid_by'),
  placedAt: timestamp('placed_at', { withTimezone: true }).notNull().defaultNow(),
})

const pool = new pg.Pool({ connectionString: databaseUrl })
// Without a listener, an idle connection that breaks (a restart of Postgres) ends the process.
pool.on('error', (error) => console.error(error))
const store = drizzleStore(drizzle({ client: pool }))

await migrate(store)
await store.transaction(async (tx) => tx.run(await readFile('orders.sql', 'utf8')))

export const merchant = await createMerchant({
  store,
  orders: {
    // The order as your table has it now, locked until the transaction ends.
    async find(tx, id) {
      const [order] = await tx
        .select()
        .from(orders)
        .where(eq(orders.id, Number(id)))
        .for('update')
      if (!order) return null
      return {
        id: order.id,
        amount: { value: order.total, currency: 'EUR' },
        payer: { email: order.email },
        paidBy: order.paidBy,
        placedAt: order.placedAt,
      }
    },
    // In the transaction that completes the payment.
    async setPaid(tx, id, payment) {
      await tx
        .update(orders)
        .set({ paidBy: payment.id })
        .where(eq(orders.id, Number(id)))
    },
    // After the commit, at least once. Ship by this id, so that nothing is shipped twice.
    async fulfil({ id, subject }) {
      console.log(`Order ${subject} is paid. Ship it once, by this id: ${id}`)
    },
  },
})
