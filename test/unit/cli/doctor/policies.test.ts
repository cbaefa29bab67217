// Mistakes in the policies of a page.
import { expect, test } from 'vitest'
import { isFoundAlone, type Mistake, page, right } from './mistake.ts'
import { diagnoseShop, element, html, pageOf, scriptTag } from './small-shop.ts'

const mistakes: readonly Mistake[] = [
  {
    title: 'a policy without the script',
    routes: page(element, { 'content-security-policy': "script-src https://cdn.example; object-src 'none'" }),
    found: 'policy-script',
    change: "script-src https://cdn.example 'self'",
  },
  {
    title: 'a policy by default',
    routes: page(element, { 'content-security-policy': "default-src 'none'; connect-src 'self'" }),
    found: 'policy-script',
    change: "script-src 'self'",
  },
  {
    title: 'strict-dynamic without a nonce',
    routes: page(element, { 'content-security-policy': "script-src 'self' 'nonce-abc' 'strict-dynamic'" }),
    found: 'policy-script',
    change: 'nonce="…"',
  },
  {
    title: 'a second policy',
    routes: page(element, { 'content-security-policy': "default-src 'self', script-src 'none'" }),
    found: 'policy-script',
    change: "script-src 'self'",
  },
  {
    title: 'a policy in the page',
    routes: page(
      element,
      {},
      `<meta http-equiv="content-security-policy" content="script-src 'none'">${scriptTag}`,
    ),
    found: 'policy-script',
    change: '<meta> in line 3',
  },
  {
    title: 'a policy without the endpoint',
    routes: page(element, { 'content-security-policy': 'connect-src http://127.0.0.1:*/locales/' }),
    found: 'policy-endpoint',
    change: "connect-src http://127.0.0.1:*/locales/ 'self'",
  },
  {
    title: 'a policy without the languages',
    routes: page(element, { 'content-security-policy': 'connect-src http://127.0.0.1:*/checkout/' }),
    found: 'policy-languages',
    change: "'self'",
  },
  {
    title: 'a policy without the logos of banks',
    routes: page(`<payin-checkout ${right} methods="bank_account"></payin-checkout>`, {
      'content-security-policy': 'img-src https://cdn.example',
    }),
    found: 'policy-logos',
    change: "img-src https://cdn.example 'self'",
  },
  {
    title: 'a sandbox by policy',
    routes: page(element, { 'content-security-policy': 'sandbox allow-scripts allow-same-origin' }),
    found: 'policy-sandbox',
    change: 'allow-popups-to-escape-sandbox',
  },
  {
    title: 'an opener policy that cuts the window off',
    routes: page(element, { 'cross-origin-opener-policy': 'same-origin; report-to="x"' }),
    found: 'opener-cut',
    change: 'same-origin-allow-popups',
  },
  {
    title: 'no payment requests beside a wallet',
    routes: page(`<payin-checkout ${right} methods="apple_pay"></payin-checkout>`, {
      'permissions-policy': 'camera=(), payment=()',
    }),
    found: 'permissions-payment',
    change: 'payment=(self)',
  },
  {
    title: 'a sandboxed frame',
    routes: { ...page('<iframe src="/pay" sandbox="allow-scripts"></iframe>'), 'GET /pay': html(pageOf()) },
    found: 'frame-sandbox',
    change: 'allow-same-origin allow-popups',
  },
  {
    title: 'a framed page that refuses frames',
    routes: {
      ...page('<iframe src="/pay"></iframe>'),
      'GET /pay': html(pageOf(), { 'x-frame-options': 'DENY' }),
    },
    found: 'frame-refused',
    change: "frame-ancestors 'self'",
  },
  {
    title: 'a policy without the frame',
    routes: {
      ...page('<iframe src="/pay"></iframe>', { 'content-security-policy': "frame-src 'none'" }),
      'GET /pay': html(pageOf()),
    },
    found: 'frame-blocked',
    change: "frame-src 'self'",
  },
]

test.each(mistakes)('$title is found, and nothing else', isFoundAlone)

test('an opener policy is fine if no window is opened', async () => {
  const redirecting = `<payin-checkout ${right} mode="redirect"></payin-checkout>`
  const { wrong } = await diagnoseShop(page(redirecting, { 'cross-origin-opener-policy': 'same-origin' }))
  expect(wrong).toEqual([])
})

test('a report-only policy blocks nothing', async () => {
  const { wrong, one } = await diagnoseShop(
    page(element, { 'content-security-policy-report-only': "default-src 'none'" }),
  )
  expect(wrong).toEqual([])
  expect(one('policy-none').seen).toContain('Report-Only')
})

test('a policy with all sources allows the widget, and a <meta> policy applies after its line', async () => {
  const policy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; require-trusted-types-for 'script'"
  const meta = `${scriptTag}\n<meta http-equiv="Content-Security-Policy" content="script-src 'none'">`
  expect((await diagnoseShop(page(element, { 'content-security-policy': policy }))).wrong).toEqual([])
  expect((await diagnoseShop(page(element, {}, meta))).wrong).toEqual([])
})
