// Takes the payments of the orders in orders.sql and prisma/schema.prisma, with Prisma.
import { readFile } from 'node:fs/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@prisma/client'
import { createMerchant, migrate } from 'payin-checkout/merchant'
import { prismaStore } from 'payin-checkout/merchant/prisma'
import { databaseUrl } from './environment.ts'

interface Order {
  id: number
  total: string
  email: string
  paid_by: string | null
  placed_at: Date
}

const store = prismaStore(new PrismaClient({ adapter: new PrismaPg({ connectionString: databaseUrl }) }))

// find
// Prisma's own queries cannot lock, and its decimals lose the last zero.
const [order] = await tx.$queryRaw<Order[]>`
  select id, total::text, email, paid_by, placed_at from orders where id = ${id}::integer for update`

// setPaid
await tx.order.update({ where: { id: Number(id) }, data: { paidBy: payment.id } })
