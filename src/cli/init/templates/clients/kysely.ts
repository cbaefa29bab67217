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

// find
const order = await tx
  .selectFrom('orders')
  .selectAll()
  .where('id', '=', Number(id))
  .forUpdate()
  .executeTakeFirst()

// setPaid
await tx.updateTable('orders').set({ paid_by: payment.id }).where('id', '=', Number(id)).execute()
