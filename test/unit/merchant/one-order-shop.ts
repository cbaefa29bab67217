// The smallest shop that can be handed to `createMerchant`: one order, in memory.
import type { Orders } from '../../../src/merchant/index.ts'

export const secret = 'order_token_secret_canary_000'
export const given = {
  service: {
    baseUrl: 'http://localhost:4100',
    apiKey: 'test_key_canary',
    webhookSecrets: 'hook_secret_canary',
  },
  publicUrl: 'https://shop.example',
}

/** A shop with one order, in memory: the smallest that works in one process. */
export function createShop() {
  const shop = { paidBy: null as string | null, shipped: [] as string[] }
  const orders: Orders = {
    find: async (_tx, order) =>
      order === 'A-1'
        ? {
            id: 'A-1',
            amount: { value: '49.90', currency: 'EUR' },
            payer: { email: 'ada@shop.example' },
            paidBy: shop.paidBy,
          }
        : null,
    async setPaid(_tx, _id, payment) {
      shop.paidBy = payment.id
    },
    async fulfil({ subject }) {
      shop.shipped.push(subject)
    },
  }
  return { shop, orders }
}
