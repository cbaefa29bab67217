// The demo shop: one page rendered per request, and its few files. No payment is decided here.
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { isLoopback } from 'payin-checkout/server'
import type { ListedOrder } from '../../server-example/orders.ts'
import { shopPage } from './page.ts'
import { parseShopView } from './shop-view.ts'

/** What the shop asks of the server that it is mounted on. */
export interface ShopOptions {
  /** Asked at each request, so that a reload shows what the server knows now. */
  readonly listOrders: () => Promise<readonly ListedOrder[]>
  /** BCP 47 tags of the checkout's languages besides English. */
  readonly listLanguages: () => Promise<readonly string[]>
  /** The payment service's `{base_url}`; a loopback one is taken for the sandbox and linked to. */
  readonly paymentsBaseUrl: string
}

const assets = fileURLToPath(new URL('assets/', import.meta.url))

// No 'unsafe-inline' anywhere: what the widget cannot do under this policy it cannot do at a careful merchant's.
// No Cross-Origin-Opener-Policy: with `same-origin`, `popup.closed` would read true while the shopper still pays.
const headers = {
  'Content-Security-Policy':
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
}

/** Mounts the shop at `/` and its files under `/shop/`. The app serves `/payin-checkout.js` and `/checkout` itself. */
export function mountShop(app: Hono, { listOrders, listLanguages, paymentsBaseUrl }: ShopOptions): void {
  const sandboxPage = sandboxPageOf(paymentsBaseUrl)

  app.get('/', async (c) => {
    const view = parseShopView(new URL(c.req.url).searchParams)
    const [orders, languages] = await Promise.all([listOrders(), listLanguages()])
    const known = view.order === null || orders.some(({ id }) => id === view.order)
    setHeaders(c, 'no-store')
    return c.html(shopPage({ orders, view, languages, sandboxPage }), known ? 200 : 404)
  })

  app.use('/shop/*', async (c, next) => {
    setHeaders(c, 'no-cache')
    await next()
  })
  app.get('/shop/*', serveStatic({ root: assets, rewriteRequestPath: (path) => path.slice('/shop'.length) }))
}

/** The sandbox's page, when the service is on this machine; only a sandbox ever is. */
function sandboxPageOf(paymentsBaseUrl: string): string | null {
  if (!URL.canParse(paymentsBaseUrl)) return null
  const { hostname, origin } = new URL(paymentsBaseUrl)
  return isLoopback(hostname) ? `${origin}/sandbox` : null
}

function setHeaders(c: Context, cacheControl: string): void {
  c.header('Cache-Control', cacheControl)
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
}
