// Takes the payments of the orders in orders.sql, with Kysely.
import { readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { createMerchant, migrate } from 'payin-checkout/merchant'
import { kyselyStore } from 'payin-checkout/merchant/kysely'
import pg from 'pg'
import { databaseUrl } from './environment.ts'

interface Tables {
  orders: {
    id: number
    total: string
    email: string
    paid_by: string | null
    placed_at: Date
  }
}

const pool = new pg.Pool({ connectionString: databaseUrl })
// Without a listener, an idle connection that breaks (a restart of Postgres) ends the process.
pool.on('error', (error) => console.error(error))
const store = kyselyStore(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }))

await migrate(store)
await store.transaction(async (tx) => tx.run(await readFile('orders.sql', 'utf8')))

export const merchant = await createMerchant({
  store,
  orders: {
    // The order as your table has it now, locked until the transaction ends.
    async find(tx, id) {
      const order = await tx
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', Number(id))
        .forUpdate()
        .executeTakeFirst()
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
      await tx.updateTable('orders').set({ paid_by: payment.id }).where('id', '=', Number(id)).execute()
    },
    // After the commit, at least once. Ship by this id, so that nothing is shipped twice.
    async fulfil({ id, subject }) {
      console.log(`Order ${subject} is paid. Ship it once, by this id: ${id}`)
    },
  },
})
