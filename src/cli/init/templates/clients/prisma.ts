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

await migrate(store)
await store.transaction(async (tx) => tx.run(await readFile('orders.sql', 'utf8')))

export const merchant = await createMerchant({
  store,
  orders: {
    // The order as your table has it now, locked until the transaction ends.
    async find(tx, id) {
      // Prisma's own queries cannot lock, and its decimals lose the last zero.
      const [order] = await tx.$queryRaw<Order[]>`
        select id, total::text, email, paid_by, placed_at from orders where id = ${id}::integer for update`
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
      await tx.order.update({ where: { id: Number(id) }, data: { paidBy: payment.id } })
    },
    // After the commit, at least once. Ship by this id, so that nothing is shipped twice.
    async fulfil({ id, subject }) {
      console.log(`Order ${subject} is paid. Ship it once, by this id: ${id}`)
    },
  },
})
