// The payout page: the merchant owes the visitor a refund, and `<payout-claim>` pays it out.
import type { Hono } from 'hono'
import { ServiceError } from 'payin-checkout/server'
import type { IssuedPayout } from '../../src/merchant/create/payouts.ts'
import { checkOrigin, trustedOrigins } from '../../src/merchant/http/origin-check.ts'
import type { Settings } from '../../src/merchant/settings/settings.ts'
import { setHeaders } from './document.ts'
import { payoutPage, type Shown } from './payout-page.ts'
import { createRefunds, type Refunds, type RefundsParts } from './refunds.ts'
import { sandboxPageOf } from './sandbox-page.ts'
import { linkTo, parseShopView } from './shop-view.ts'

type OfMerchant = RefundsParts & {
  readonly config: Pick<Settings, 'service' | 'realMoney' | 'kinds' | 'ownOrigins'>
}

const statuses = { claim: 200, real: 200, unknown: 404, unreachable: 503 } as const

/**
 * Mounts `GET /payout`, which shows today's refund or the one of the query, and `POST /payout`, which sends
 * another. With real payments there is no POST, and the page has no claim.
 */
export function mountPayout(
  app: Hono,
  merchant: OfMerchant,
  listLanguages: () => Promise<readonly string[]>,
): void {
  const { config } = merchant
  const { kinds } = config
  const sandboxPage = sandboxPageOf(config.service.baseUrl)
  const refunds = config.realMoney !== null ? null : createRefunds(merchant)

  app.get('/payout', async (c) => {
    const view = parseShopView(new URL(c.req.url).searchParams, 'payout', kinds)
    const [shown, languages] = await Promise.all([look(refunds, view.refund), listLanguages()])
    setHeaders(c, 'no-store')
    return c.html(payoutPage(shown, view, { languages, kinds, sandboxPage }), statuses[shown.what])
  })

  if (!refunds) return
  // A page of another site must not create a refund.
  const own = trustedOrigins({ ...config, allowedOrigins: [] })
  app.post('/payout', async (c) => {
    checkOrigin(c.req.raw.headers, own)
    const view = parseShopView(new URL(c.req.url).searchParams, 'payout', kinds)
    const refund = refunds.another()
    // The refund is stored even if the service did not answer: the next page says so, and continues with it.
    await orNull(refunds.open(refund))
    return c.redirect(linkTo(view, { refund }), 303)
  })
}

async function look(refunds: Refunds | null, reference: string | null): Promise<Shown> {
  if (!refunds) return { what: 'real' }
  const asked = reference === null ? refunds.today() : refunds.find(reference)
  const session = await orNull(asked.then((found) => found ?? 'unknown'))
  if (session === null) return { what: 'unreachable' }
  return session === 'unknown' ? { what: 'unknown' } : { what: 'claim', session }
}

/** `null` when the service cannot be reached. */
async function orNull<T extends IssuedPayout | 'unknown'>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}
