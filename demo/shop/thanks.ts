// `/thanks?order=…`: the page that the shop shows after a payment, and whenever the shopper comes back to it.
import type { Hono } from 'hono'
import { setHeaders } from './document.ts'
import { sandboxPageOf } from './sandbox-page.ts'
import type { ShopOptions } from './shop.ts'
import { linkTo, parseShopView } from './shop-view.ts'
import { type KnownPayment, thanksPage } from './thanks-page.ts'

export interface ThanksOptions extends Omit<ShopOptions, 'again'> {
  /** The payments of an order, the newest first. */
  readonly payments: (order: string) => Promise<readonly KnownPayment[]>
  /** Whether a paid order can be placed once more. */
  readonly isRepeated: boolean
}

/** Mounts `GET /thanks`. Without an order in its query it leads to the shop. */
export function mountThanks(
  app: Hono,
  { listOrders, listLanguages, kinds, paymentsBaseUrl, payments, isRepeated }: ThanksOptions,
): void {
  const sandboxPage = sandboxPageOf(paymentsBaseUrl)

  app.get('/thanks', async (c) => {
    const view = parseShopView(new URL(c.req.url).searchParams, 'thanks', kinds)
    if (view.order === null) return c.redirect(linkTo(view, { page: 'shop' }), 303)
    const [orders, languages] = await Promise.all([listOrders(), listLanguages()])
    const order = orders.find(({ id }) => id === view.order) ?? null
    const known = order ? await payments(order.id) : []
    setHeaders(c, 'no-store')
    const tryable = { languages, kinds, sandboxPage }
    return c.html(thanksPage({ order, payments: known, view, tryable, isRepeated }), order ? 200 : 404)
  })
}
