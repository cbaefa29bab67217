// A shop with its own Drizzle database: it writes its orders in its own transaction, with its own query builder.
import type { PGlite } from '@electric-sql/pglite'
import { eq } from 'drizzle-orm'
import { drizzle as onPg } from 'drizzle-orm/node-postgres'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { drizzle as onPglite, type PgliteTransaction } from 'drizzle-orm/pglite'
import { drizzleStore } from '../../src/merchant/drizzle.ts'
import type { Orders } from '../../src/merchant/orders.ts'
import type { Db } from '../../src/merchant/store/db.ts'
import { openQuietPool } from './quiet-pool.ts'

const orders = pgTable('orders', {
  id: text('id').primaryKey(),
  value: text('amount_value').notNull(),
  currency: text('amount_currency').notNull(),
  email: text('payer_email').notNull(),
  placedAt: timestamp('placed_at', { withTimezone: true }),
  status: text('status', { enum: ['unpaid', 'paid'] }).notNull(),
  paidAt: timestamp('paid_at', { withTimezone: true }),
  paidSession: text('paid_session'),
})

/** For every Postgres driver; they differ only in the results of raw queries, which the shop does not use. */
export type Tx = Pick<PgliteTransaction<Record<string, never>, Record<string, never>>, 'select' | 'update'>

/** The orders of the example, with `find` and `setPaid` on Drizzle's transaction. */
export const drizzleOrders = ({ fulfil }: Orders): Orders<Tx> => ({
  fulfil,
  async find(tx, id) {
    const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
    if (!order) return null
    const { value, currency, email, placedAt } = order
    const paidBy = order.status === 'paid' ? (order.paidSession ?? 'paid elsewhere') : null
    return { id: order.id, amount: { value, currency }, payer: { email }, paidBy, placedAt }
  },
  async setPaid(tx, id, { id: paidSession, at: paidAt }) {
    await tx
      .update(orders)
      .set({ status: 'paid', paidAt, paidSession })
      .where(eq(orders.id, String(id)))
  },
})

/** The store on a database in memory. @param client closed with the store */
export function drizzleOnPglite(client: PGlite): Db {
  const store = drizzleStore(onPglite({ client }))
  return {
    ...store,
    async close() {
      await store.close()
      await client.close()
    },
  }
}

/** The store on a pool. */
export function drizzleOnPostgres(connectionString: string): Db {
  const pool = openQuietPool(connectionString)
  const store = drizzleStore(onPg({ client: pool }))
  let closing: Promise<void> | undefined
  return {
    ...store,
    async close() {
      await store.close()
      closing ??= pool.end()
      await closing
    },
  }
}
