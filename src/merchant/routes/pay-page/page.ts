// The HTML of the pages that the merchant server serves to shoppers: the pay page and the return page share one look.
import { html } from 'hono/html'
import { moneyText } from '../../../protocol/money-text.ts'
import type { Money } from '../../../server/index.ts'
import type { ShopperKind } from '../../settings/settings.ts'
import type { NoticeText, PageTexts } from './texts.ts'

/**
 * The policy of a page that loads the element from the same origin. A policy cannot name an IPv6 address (CSP 3, host-source).
 * @param forms origins to which a form may lead, redirects included
 */
export const pagePolicy = (forms: readonly string[] = []): string =>
  [
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'",
    `form-action ${forms.length > 0 ? ["'self'", ...forms.filter((origin) => !origin.includes('['))].join(' ') : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ')

export interface PayPage {
  /** The path under which the server is mounted. */
  readonly at: string
  readonly shop: string
  readonly texts: PageTexts
  /** `null` when the order cannot be shown. */
  readonly order: { readonly reference: string; readonly amount: Money } | null
  readonly notice: NoticeText | null
  /** Why the last press had no result. */
  readonly refusal: string | null
  /** The id of the request, for the shop's support. */
  readonly request: string | null
  readonly form: { readonly label: string; readonly fields: Readonly<Record<string, string>> } | null
  /** The element; it replaces the form where there is JavaScript. */
  readonly element: { readonly order: string; readonly token: string; readonly kind: ShopperKind } | null
  /** Whether the page loads itself again in ten seconds. */
  readonly repeats: boolean
}

export function payPage(page: PayPage) {
  const { at, shop, texts, order, notice, refusal, request, form, repeats } = page
  const amount = order && moneyText(order.amount, texts.lang)
  return html`<!doctype html>
<html lang="${texts.lang}" dir="${texts.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${[amount ?? notice?.[0], shop].filter(Boolean).join(' – ')}</title>
${repeats && html`<meta http-equiv="refresh" content="10">`}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at}/checkout/page.css">
${page.element && html`<script src="${at}/payin-checkout.js" async></script>`}
</head>
<body>
<main>
<header><p>${shop}</p>${order && html`<h1>${amount}</h1><p><bdi>${order.reference}</bdi></p>`}</header>
${notice && html`<section role="status"><h2>${notice[0]}</h2><p>${notice[1]}</p></section>`}
${refusal && html`<p class="refusal" role="alert">${refusal}</p>`}
${page.element && elementOf(page)}
${
  form &&
  html`<form method="post" action="${at}/checkout/pay">
${Object.entries(form.fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${form.label}</button>
<p>${texts.opensHere}</p>
</form>`
}
${request && html`<footer><code>${request}</code></footer>`}
</main>
</body>
</html>
`
}

function elementOf({ at, order, element, texts }: PayPage) {
  if (!element || !order) return null
  const { amount } = order
  return html`<payin-checkout endpoint="${at}/checkout" order="${element.order}" token="${element.token}" kind="${element.kind}"
  amount="${amount.value}" currency="${amount.currency}" lang="${texts.lang}"></payin-checkout>`
}

/** Served at `/checkout/page.css`. */
export const pageStyles = `:root {
  color-scheme: light dark;
  --ink: light-dark(#16181d, #f2f3f5);
  --muted: light-dark(#565d69, #a9b0bb);
  --line: light-dark(#dfe2e7, #2b303a);
}
body {
  display: grid;
  min-block-size: 100vh;
  margin: 0;
  padding: 24px 16px;
  box-sizing: border-box;
  place-items: start center;
  background: light-dark(#f4f5f7, #101216);
  color: var(--ink);
  font: 15px / 1.5 system-ui, sans-serif;
}
payin-return,
main {
  inline-size: min(100%, 420px);
  margin-block-start: 12vh;
}
main {
  display: grid;
  gap: 20px;
  box-sizing: border-box;
  padding: 28px 24px;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: light-dark(#fff, #181b21);
  overflow-wrap: anywhere;
}
h1,
h2,
p {
  margin: 0;
}
h1 {
  font-size: 28px;
  line-height: 1.3;
}
h2 {
  font-size: 17px;
}
header p,
form p,
footer {
  color: var(--muted);
  font-size: 13px;
}
header p:first-child {
  color: inherit;
  font-weight: 600;
}
section {
  display: grid;
  gap: 4px;
}
form {
  display: grid;
  gap: 8px;
  text-align: center;
}
button {
  min-block-size: 48px;
  border: 1px solid transparent;
  border-radius: 8px;
  background: var(--ink);
  color: light-dark(#fff, #16181d);
  font: 600 17px / 1.3 system-ui, sans-serif;
  cursor: pointer;
}
button:focus-visible {
  outline: 3px solid light-dark(#1d4ed8, #93b4ff);
  outline-offset: 2px;
}
.refusal {
  padding: 12px;
  border-inline-start: 3px solid light-dark(#b45309, #fbbf24);
  background: light-dark(#fef7ec, #2a2314);
}
payin-checkout:not(:defined),
payin-checkout:defined ~ form {
  display: none;
}
@media print {
  form,
  payin-checkout {
    display: none;
  }
}
`
