// The common parts of all pages of Lantern Row, in English; <bdi> keeps their order when `?dir=rtl` mirrors the page.
// No inline script or style: the pages' policy allows none, to prove that the widget needs none.
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { linkTo, type ShopView } from './shop-view.ts'
import { type Tryable, tryBar } from './try-bar.ts'

type Markup = ReturnType<typeof html>

/** The parts of one page. */
export interface ShopDocument {
  /** The tab's title before the shop's name; '' for the name alone. */
  readonly title: string
  readonly view: ShopView
  readonly tryable: Tryable
  readonly content: Markup
  readonly foot: Markup
  /** Templates that the page's script clones. */
  readonly templates?: Markup
}

// No 'unsafe-inline': the widget must work under a strict merchant's policy.
// No Cross-Origin-Opener-Policy: with `same-origin`, `popup.closed` would read true while the shopper still pays.
const headers = {
  'Content-Security-Policy':
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
}

/** Sets the shop's headers on a response. */
export function setHeaders(c: Context, cacheControl: string): void {
  c.header('Cache-Control', cacheControl)
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
}

/** Serves the files of a folder below an address such as `/shop/assets`, with the pages' headers. */
export function serveAssets(app: Hono, address: string, folder: URL): void {
  app.use(`${address}/*`, async (c, next) => {
    setHeaders(c, 'no-cache')
    await next()
  })
  const rewriteRequestPath = (path: string) => path.slice(address.length)
  app.get(`${address}/*`, serveStatic({ root: fileURLToPath(folder), rewriteRequestPath }))
}

/** A whole page: the switches, the masthead, the content, the event log. */
export function shopDocument({ title, view, tryable, content, foot, templates }: ShopDocument): Markup {
  const theme = view.theme === 'auto' ? '' : html` data-theme="${view.theme}"`
  const home = linkTo(view, { page: 'shop', order: null, refund: null })
  return html`<!doctype html>
<html lang="en" dir="${view.dir}"${theme}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title ? `${title} · ` : ''}Lantern Row</title>
    <meta name="description" content="Useful things, made slowly. A demo shop for payin-checkout.">
    <link rel="icon" href="/shop/assets/lantern.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/shop/assets/base.css">
    <link rel="stylesheet" href="/shop/assets/shop.css">
    <script src="/payin-checkout.js" async></script>
    <script src="/shop/assets/shop.js" type="module"></script>
  </head>
  <body>
    ${tryBar(view, tryable)}
    <header class="masthead">
      <a class="wordmark" href="${home}"><img src="/shop/assets/lantern.svg" alt="" width="28" height="36">Lantern Row</a>
      <p class="masthead-line">Useful things, made slowly</p>
    </header>
    <main>${content}
    </main>
    <footer class="foot">
      ${foot}
    </footer>
    ${eventLog}
    ${templates ?? ''}
  </body>
</html>
`
}

// aria-live="off": the widget announces its changes, and announcing every event would interrupt it.
const eventLog = raw(`<details class="log" id="log" open>
      <summary><span class="log-name">Events</span> <span class="log-count" id="log-count">0</span> <span class="log-latest" id="log-latest"></span></summary>
      <div class="log-body" role="log" aria-live="off" aria-label="Payment events" tabindex="0">
        <p class="log-empty" id="log-empty"><bdi>Nothing yet. The checkout’s events appear here.</bdi></p>
        <ol class="log-lines" id="log-lines"></ol>
      </div>
      <button class="log-clear" id="log-clear" type="button" hidden>Clear</button>
    </details>`)
