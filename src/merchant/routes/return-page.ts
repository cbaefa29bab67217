// The return page, to which the hosted page sends the shopper back. It decides nothing: its element tells the shop's
// page to check now, and closes the window or leads back to the shop. Banks often do not come back here, and nothing
// depends on it.
import { Hono } from 'hono'
import type { Limits } from '../http/limits.ts'
import type { Merchant } from '../merchant.ts'
import { pagePolicy } from './pay-page/page.ts'
import { createReturnHint } from './return-hint.ts'

// Of the request only the session's id is written into the page, and only in its own characters, so nothing can be injected.
// `at` is a path whose characters were checked (settings/mistakes.ts).
const pageOf = (at: string, session: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Payment</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at}/checkout/page.css">
<script src="${at}/payin-checkout.js" async></script>
${session && `<noscript><meta http-equiv="refresh" content="0; url=${at}/checkout/pay?session=${session}"></noscript>`}
</head>
<body>
<payin-return endpoint="${at}/checkout" href="/"><p>You can close this window. <a href="/">Back to the shop</a></p></payin-return>
</body>
</html>
`

/** The characters of a public id, and the length of the longest one. */
const publicId = /^[\w-]{1,103}$/

/** `GET /return?session={id}`. Without JavaScript it leads to the pay page, which shows how the payment stands. */
export function returnPageRoutes(merchant: Merchant, limits: Limits): Hono {
  const hint = createReturnHint(merchant, limits)
  const routes = new Hono()
  const at = new URL(merchant.config.publicUrl).pathname.replace(/\/$/, '')
  routes.get('/return', (c) => {
    const session = c.req.query('session') ?? ''
    hint(c, session)
    return c.html(pageOf(at, publicId.test(session) ? session : ''), 200, {
      'cache-control': 'no-store',
      // The URL contains the session's id. No other site may learn it from a Referer header.
      'referrer-policy': 'no-referrer',
      'content-security-policy': pagePolicy(),
    })
  })
  return routes
}
