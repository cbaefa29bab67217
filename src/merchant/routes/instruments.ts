import { Hono } from 'hono'
import type { PaymentInstrument } from '../../server/index.ts'
import type { Limits } from '../http/limits.ts'
import type { Merchant } from '../merchant.ts'

/**
 * `GET /instruments`: the bank accounts that the signed-in shopper has paid with before. A guest has none; not 404,
 * because browsers write each of those into the page's console.
 */
export function instrumentRoutes({ shopperEmail, findPayer }: Merchant, limits: Limits): Hono {
  const routes = new Hono()
  routes.get('/instruments', async (c) => {
    limits.instruments(c)
    const email = await shopperEmail(c.req.raw.headers)
    const payer = email ? await findPayer(email) : null
    const content = payer?.instruments.flatMap(toPublic) ?? []
    // One shopper's alone: no proxy may keep it, and neither may the next user of the same browser find it.
    return c.json({ content }, 200, { 'cache-control': 'private, no-store' })
  })
  return routes
}

/** What the widget shows and sends back. Cards are left out: payments-v2 takes an `instrument_id` for accounts only. */
function toPublic(instrument: PaymentInstrument) {
  if (instrument.method !== 'bank_account' || !instrument.iban) return []
  const { id, method, iban } = instrument
  return [{ id, method, iban: mask(iban) }]
}

// The service masks already (payments-v2, PaymentInstrument). Should it ever forget to, the number ends here.
const mask = (iban: string) => iban.slice(0, 4) + '*'.repeat(Math.max(0, iban.length - 8)) + iban.slice(-4)
