// A shop with its own Drizzle database: it writes its orders in its own transaction, with its own query builder.
import type { PGlite } from '@electric-sql/pglite'
import { eq } from 'drizzle-orm'
import { drizzle as onPg } from 'drizzle-orm/node-postgres'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { drizzle as onPglite, type PgliteTransaction } from 'drizzle-orm/pglite'
import { sameMoney } from 'payin-checkout/server'
import { drizzleStore } from '../../src/merchant/drizzle.ts'
import type { Orders } from '../../src/merchant/orders.ts'
import type { Db } from '../../src/merchant/store/db.ts'
import { openQuietPool } from './quiet-pool.ts'

const orders = pgTable('orders', {
  id: text('id').primaryKey(),
  value: text('amount_value').notNull(),
  currency: text('amount_currency').notNull(),
  status: text('status', { enum: ['unpaid', 'paid'] }).notNull(),
  paidAt: timestamp('paid_at', { withTimezone: true }),
  paidSession: text('paid_session'),
})

/** For every Postgres driver; they differ only in the results of raw queries, which the shop does not use. */
export type Tx = Pick<PgliteTransaction<Record<string, never>, Record<string, never>>, 'select' | 'update'>

/** The orders of the example, with `lock` and `markPaid` on Drizzle's transaction. */
export const drizzleOrders = ({ quote, fulfil }: Orders): Orders<Tx> => ({
  quote,
  fulfil,
  async lock(tx, id) {
    const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
    return order?.status ?? 'unknown'
  },
  async markPaid(tx, { order: id, session, amount, at }) {
    const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
    if (!order) return 'unknown_order'
    if (order.status === 'paid') return order.paidSession === session ? 'paid' : 'paid_by_another'
    if (!sameMoney(order, amount)) return 'other_amount'
    await tx.update(orders).set({ status: 'paid', paidAt: at, paidSession: session }).where(eq(orders.id, id))
    return 'paid'
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
