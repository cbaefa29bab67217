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

// find
const order = await tx<Order>('orders')
  .where({ id: Number(id) })
  .forUpdate()
  .first()

// setPaid
await tx<Order>('orders')
  .where({ id: Number(id) })
  .update({ paid_by: payment.id })
