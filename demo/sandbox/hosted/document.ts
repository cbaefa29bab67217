// The head of every page of the sandbox, and the headers that pages are served with. Text in templates is escaped by
// hono/html.
import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'

export type Content = ReturnType<typeof html>

// form-action governs the redirects after a form post too (Chromium): with 'self' alone the payer would pay
// and then be kept from the merchant's return_url, with the return_url's origin added, from wherever that
// address redirects on to. So it says only what a form may never be: javascript: or data:.
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  // Pages that follow something ask for themselves again.
  "connect-src 'self'",
  'form-action http: https:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The headers of a page.
 *
 * Cross-Origin-Opener-Policy is not among them: it makes `popup.closed` read true in the shop while this page is open.
 * Who wants to see that switches it on as a fault. Strict-Transport-Security is not either: the sandbox speaks plain
 * http on loopback.
 *
 * @param extra asked for each page
 */
export function createPageHeaders(extra: () => Record<string, string>): MiddlewareHandler {
  return async (c, next) => {
    await next()
    c.header('Content-Security-Policy', contentSecurityPolicy)
    c.header('Referrer-Policy', 'no-referrer')
    c.header('X-Frame-Options', 'DENY')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    for (const [name, value] of Object.entries(extra())) c.header(name, value)
  }
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
    <link rel="stylesheet" href="/hosted/base.css">
    <link rel="stylesheet" href="/hosted/styles.css">
    ${more}
  </head>`
}
