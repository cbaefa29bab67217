// The head of every page, the frame of every hosted page, and the headers it is served with. Text in templates is escaped by hono/html.
import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { brandMark, lockIcon } from './icons.ts'

type Content = ReturnType<typeof html>

// form-action governs the redirects after a form post too (Chromium): with 'self' alone the payer would pay
// and then be kept from the merchant's return_url, with the return_url's origin added, from wherever that
// address redirects on to. So it says only what a form may never be: javascript: or data:.
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  'form-action http: https:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Not Cross-Origin-Opener-Policy: it makes `popup.closed` read true in the shop while this page is open.
// Not Strict-Transport-Security: the sandbox speaks plain http on loopback.
export const pageHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('Content-Security-Policy', contentSecurityPolicy)
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Frame-Options', 'DENY')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cache-Control', 'no-store')
}

/** The head of every page of the sandbox. @param more what only this page loads */
export function renderHead(title: string, more: Content): Content {
  return html`<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title} · Tidewell</title>
    <link rel="icon" href="/hosted/mark.svg">
    <link rel="stylesheet" href="/hosted/styles.css">
    ${more}
  </head>`
}

export function renderDocument(title: string, main: Content): Content {
  return html`<!doctype html>
<html lang="en">
  ${renderHead(title, html`<script src="/hosted/pay.js" defer></script>`)}
  <body>
    <header>
      <p class="sandbox-ribbon"><strong>Sandbox</strong> No real money moves here.</p>
      <div class="masthead">
        <span class="brand">${brandMark}<span class="brand-name">Tidewell</span></span>
        <span class="masthead-note">${lockIcon} Secure checkout</span>
      </div>
    </header>
    ${main}
    <footer class="colophon">Tidewell is an invented payment provider, for trying out a checkout.</footer>
  </body>
</html>`
}
