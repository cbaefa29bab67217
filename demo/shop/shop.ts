// The demo shop: one page rendered per request, and its few files. No payment is decided here.
import type { Hono } from 'hono'
import type { ShopperKind } from '../../src/merchant/settings/settings.ts'
import { serveAssets, setHeaders } from './document.ts'
import type { OrderOnShelf } from './order-card.ts'
import { shopPage } from './page.ts'
import { type Restocking, stocked } from './restock.ts'
import { sandboxPageOf } from './sandbox-page.ts'
import { linkTo, parseShopView } from './shop-view.ts'

/** The shop's needs from its server. */
export interface ShopOptions {
  /** Read at each request, so that a reload shows the current state. */
  readonly listOrders: () => Promise<readonly OrderOnShelf[]>
  /** BCP 47 tags of the checkout's languages besides English. */
  readonly listLanguages: () => Promise<readonly string[]>
  /** The kinds that the server accepts. */
  readonly kinds: readonly ShopperKind[]
  /** The payment service's `{base_url}`; a loopback address counts as the sandbox, and the shop links to it. */
  readonly paymentsBaseUrl: string
  /** Places paid orders once more; without it, no card offers that. */
  readonly again?: RepeatedOrders | undefined
}

export interface RepeatedOrders extends Restocking {
  /** A page of another site must not place orders. @throws {HttpProblem} */
  readonly checkOrigin: (headers: Headers) => void
}

/** Mounts the shop at `/` and its files under `/shop/assets/`. The app serves `/payin-checkout.js` and `/checkout` itself. */
export function mountShop(
  app: Hono,
  { listOrders, listLanguages, kinds, paymentsBaseUrl, again }: ShopOptions,
): void {
  const sandboxPage = sandboxPageOf(paymentsBaseUrl)

  app.get('/', async (c) => {
    const view = parseShopView(new URL(c.req.url).searchParams, 'shop', kinds)
    const [orders, languages] = await Promise.all([
      again ? stocked(listOrders, view, again) : listOrders(),
      listLanguages(),
    ])
    const known = view.order === null || orders.some(({ id }) => id === view.order)
    setHeaders(c, 'no-store')
    return c.html(
      shopPage({ orders, view, tryable: { languages, kinds, sandboxPage }, isRepeated: again !== undefined }),
      known ? 200 : 404,
    )
  })

  if (again)
    app.post('/orders/again', async (c) => {
      again.checkOrigin(c.req.raw.headers)
      const { order = '', view = '' } = await c.req.parseBody<Record<string, string>>()
      const placed = await again.order(String(order))
      const shown = parseShopView(new URLSearchParams(String(view)), 'shop', kinds)
      return c.redirect(linkTo(shown, { order: placed ?? String(order) }), 303)
    })

  serveAssets(app, '/shop/assets', new URL('assets/', import.meta.url))
}
