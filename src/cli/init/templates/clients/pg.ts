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

// find
const [order] = await tx.query<Order>('select * from orders where id = $1 for update', [id])

// setPaid
await tx.query('update orders set paid_by = $2 where id = $1', [id, payment.id])
