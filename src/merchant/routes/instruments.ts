import { Hono } from 'hono'
import { maskIban } from '../../protocol/iban.ts'
import type { PaymentInstrument } from '../../server/index.ts'
import { createShopperOf } from '../http/asked.ts'
import type { Limits } from '../http/limits.ts'
import type { Merchant } from '../merchant.ts'

/**
 * `GET /instruments`: the bank accounts that the signed-in shopper has paid with before. For a guest the list is empty.
 * It is not a 404, because browsers write each 404 into the page's console.
 */
export function instrumentRoutes({ orders, findPayer }: Merchant, limits: Limits): Hono {
  const shopperOf = createShopperOf({ orders })
  const routes = new Hono()
  routes.get('/instruments', async (c) => {
    limits.instruments(c)
    const email = await shopperOf(c)?.()
    const payer = email ? await findPayer(email) : null
    const content = payer?.instruments.flatMap(toPublic) ?? []
    // Personal data: no proxy may store it, and the next user of the same browser must not find it in the cache.
    return c.json({ content }, 200, { 'cache-control': 'private, no-store' })
  })
  return routes
}

/**
 * The fields that the widget needs. Cards are left out: payments-v2 accepts an `instrument_id` for bank accounts only.
 */
function toPublic(instrument: PaymentInstrument) {
  if (instrument.method !== 'bank_account' || !instrument.iban) return []
  const { id, method, iban } = instrument
  // The service masks IBANs already (payments-v2, PaymentInstrument). Masked again, so that a mistake there reveals nothing.
  return [{ id, method, iban: maskIban(iban) }]
}
