// The smallest shop that can be handed to `createMerchant`: one order, in memory.
import type { Orders } from '../../../src/merchant/index.ts'

export const secret = 'order_token_secret_canary_000'
export const given = {
  service: {
    baseUrl: 'https://payments.example',
    apiKey: 'test_key_canary',
    webhookSecrets: 'hook_secret_canary',
  },
  publicUrl: 'https://shop.example',
}

/** A shop with one order, in memory: the smallest that works in one process. */
export function createShop() {
  const shop = { status: 'unpaid' as 'unpaid' | 'paid', paidBy: '', shipped: [] as string[] }
  const orders: Orders = {
    quote: async (order) =>
      order === 'A-1'
        ? {
            reference: 'A-1',
            amount: { value: '49.90', currency: 'EUR' },
            payer: { email: 'ada@shop.example' },
          }
        : null,
    lock: async () => shop.status,
    async markPaid(_tx, { session }) {
      if (shop.status === 'paid') return shop.paidBy === session ? 'paid' : 'paid_by_another'
      shop.status = 'paid'
      shop.paidBy = session
      return 'paid'
    },
    async fulfil({ subject }) {
      shop.shipped.push(subject)
    },
  }
  return { shop, orders }
}
