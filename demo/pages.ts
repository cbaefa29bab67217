// All pages of the demo, as one app.
import type { Hono } from 'hono'
import { createOrders } from '../server-example/orders.ts'
import { answerOf } from '../src/merchant/http/answers.ts'
import { checkOrigin, trustedOrigins } from '../src/merchant/http/origin-check.ts'
import type { MerchantServer, Store } from '../src/merchant/index.ts'
import type { Settings } from '../src/merchant/settings/settings.ts'
import type { Clock } from '../src/server/index.ts'
import { mountExamples } from './examples/examples.ts'
import { mountGallery } from './gallery/gallery.ts'
import { orderAgain } from './orders-on-sale.ts'
import { isFreshOrder } from './playground/fresh-orders.ts'
import { mountPlayground } from './playground/playground.ts'
import { listLanguages } from './shop/languages.ts'
import { mountPayout } from './shop/payout.ts'
import { mountShop } from './shop/shop.ts'
import { mountThanks } from './shop/thanks.ts'

/** What the pages show, and what they act on. */
export interface PagesParts {
  readonly merchant: Pick<MerchantServer, 'payments' | 'payouts' | 'signOrder'>
  readonly store: Store
  readonly config: Pick<Settings, 'service' | 'realMoney' | 'kinds' | 'ownOrigins' | 'orderTokenSecrets'>
  readonly clock: Pick<Clock, 'now'>
  /** Aborted when the server stops: no answer is held any longer. */
  readonly stopping: AbortSignal
}

/** Adds the pages to an app. */
export function mountPages(app: Hono, { merchant, store, config, clock, stopping }: PagesParts): void {
  const orders = createOrders(store)
  const hasTokens = config.orderTokenSecrets.length > 0
  const listOrders = async () =>
    (await orders.list())
      .filter(({ id }) => !isFreshOrder(id))
      .map((order) => ({ ...order, token: hasTokens ? merchant.signOrder(order.id) : null }))
  const parts = { config, payouts: merchant.payouts, clock, db: store }
  app.onError((error, c) => {
    const answer = answerOf(error)
    if (answer) return answer.toResponse(c)
    console.error(error)
    return c.text('This page has failed. The server’s output says why.', 500)
  })
  mountGallery(app, stopping)
  mountExamples(app)
  const own = trustedOrigins({ ...config, allowedOrigins: [] })
  const again =
    config.realMoney === null
      ? {
          order: (id: string) => orderAgain(store, id),
          isPromised: async (id: string) =>
            (await merchant.payments(id)).some(({ outcome }) => outcome === 'authorized'),
          checkOrigin: (headers: Headers) => checkOrigin(headers, own),
        }
      : undefined
  const shop = { listOrders, listLanguages, kinds: config.kinds, paymentsBaseUrl: config.service.baseUrl }
  mountShop(app, { ...shop, again })
  mountThanks(app, { ...shop, payments: merchant.payments, isRepeated: again !== undefined })
  mountPayout(app, parts, listLanguages)
  mountPlayground(app, parts, { listLanguages })
}
