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
  paid_by: text('paid_by'),
  placed_at: timestamp('placed_at', { withTimezone: true }).notNull().defaultNow(),
})

const pool = new pg.Pool({ connectionString: databaseUrl })
// Without a listener, an idle connection that breaks (a restart of Postgres) ends the process.
pool.on('error', (error) => console.error(error))
const store = drizzleStore(drizzle({ client: pool }))

// find
const [order] = await tx
  .select()
  .from(orders)
  .where(eq(orders.id, Number(id)))
  .for('update')

// setPaid
await tx
  .update(orders)
  .set({ paid_by: payment.id })
  .where(eq(orders.id, Number(id)))
