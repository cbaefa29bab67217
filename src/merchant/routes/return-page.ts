// The return page, to which the hosted page sends the shopper back. It decides nothing: its element tells the shop's
// page to check now, and closes the window or leads back to the shop. Banks often do not come back here, and nothing
// depends on it.
import { Hono } from 'hono'
import type { Limits } from '../http/limits.ts'
import type { Merchant } from '../merchant.ts'
import { createReturnHint } from './return-hint.ts'

// No part of the request is written into the page, so nothing can be injected. `at` is a path whose characters were
// checked (settings/mistakes.ts).
const pageOf = (at: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Payment</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at}/checkout/return.css">
<script src="${at}/payin-checkout.js" async></script>
</head>
<body>
<payin-return endpoint="${at}/checkout" href="/"><p>You can close this window. <a href="/">Back to the shop</a></p></payin-return>
</body>
</html>
`

const styles = `body {
  display: grid;
  min-block-size: 100vh;
  margin: 0;
  padding: 24px 16px;
  box-sizing: border-box;
  place-items: start center;
  background: light-dark(#f4f5f7, #101216);
  font-family: system-ui, sans-serif;
}
payin-return {
  inline-size: min(100%, 420px);
  margin-block-start: 12vh;
}
`

/** `GET /return?session={id}`. */
export function returnPageRoutes(merchant: Merchant, limits: Limits): Hono {
  const hint = createReturnHint(merchant, limits)
  const routes = new Hono()
  const page = pageOf(new URL(merchant.config.publicUrl).pathname.replace(/\/$/, ''))
  routes.get('/return', (c) => {
    hint(c, c.req.query('session') ?? '')
    return c.html(page, 200, {
      'cache-control': 'no-store',
      // The URL contains the session's id. No other site may learn it from a Referer header.
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
  })
  routes.get('/return.css', (c) =>
    c.body(styles, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    }),
  )
  return routes
}
