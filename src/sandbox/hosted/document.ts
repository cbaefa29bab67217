// The head and the HTTP headers of every hosted page. hono/html escapes text in templates.
import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'

// In Chromium, form-action also applies to redirects after a form post. With 'self' alone, the payer could not return
// to the merchant's return_url; with the origin of the return_url, they could not follow its redirects. So all web
// addresses are allowed, and only schemes such as javascript: and data: are blocked.
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  // follow.js fetches the page again.
  "connect-src 'self'",
  'form-action http: https:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The headers of a page.
 *
 * Without Cross-Origin-Opener-Policy: with it, `popup.closed` would be true in the shop while this page is open. The
 * fault `coop` switches it on. Without Strict-Transport-Security: the sandbox uses plain HTTP on loopback.
 *
 * @param extra called for each page
 */
export function createPageHeaders(extra: () => Record<string, string>): MiddlewareHandler {
  return async (c, next) => {
    await next()
    c.header('Content-Security-Policy', contentSecurityPolicy)
    // Not no-referrer: with it a browser sends "Origin: null" with a form, and callers.ts refuses the form.
    c.header('Referrer-Policy', 'same-origin')
    c.header('X-Frame-Options', 'DENY')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    for (const [name, value] of Object.entries(extra())) c.header(name, value)
  }
}

/** The head of every hosted page. @param more elements of this page only */
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
