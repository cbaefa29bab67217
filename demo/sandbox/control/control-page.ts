// The frame of the control panel's pages: head, headers, masthead with the ways to everything, and what every page
// shows in the same look. Text in templates is escaped by hono/html. Nothing here comes from ../hosted: what a payer
// sees can change without changing a developer's tool. There is no script, so `script-src` stays shut.
import type { MiddlewareHandler } from 'hono'
import { html, raw } from 'hono/html'

export type Content = ReturnType<typeof html> | ReturnType<typeof raw>

const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of the panel's pages. */
export const panelHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('Content-Security-Policy', contentSecurityPolicy)
  // Not no-referrer: then a browser sends "Origin: null" with a form, and the form is refused as a stranger's.
  c.header('Referrer-Policy', 'same-origin')
  c.header('Cross-Origin-Opener-Policy', 'same-origin')
  c.header('X-Frame-Options', 'DENY')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cache-Control', 'no-store')
}

const mark =
  '<rect fill="#0b5d66" width="32" height="32" rx="9"/><path stroke="#fff" d="M7 14.5q4.5-5 9 0t9 0M7 20.5q4.5-5 9 0t9 0" fill="none" stroke-width="2.6" stroke-linecap="round"/></svg>'
export const markFile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark}`
const brandMark = raw(
  `<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">${mark}`,
)

const places = [
  ['/sandbox', 'Overview'],
  ['/sandbox/payins', 'Payins'],
  ['/sandbox/payouts', 'Payouts'],
  ['/sandbox/bank-transfers', 'Bank transfers'],
  ['/sandbox/on-ramps', 'On-ramps'],
  ['/sandbox/payers', 'Payers'],
  ['/sandbox/deliveries', 'Webhooks'],
  ['/sandbox/calls', 'API calls'],
  ['/sandbox/panel/faults', 'Faults'],
] as const

export type Place = (typeof places)[number][0]

export type Page = {
  title: string
  /** Which of the places above this page belongs to. */
  place: Place
  main: Content
  /** The page as it was asked for: what "Refresh" loads. */
  address: string
  /** What the form before this page has done. */
  notice?: string | undefined
  /** How many faults are on: shown everywhere, because a forgotten fault looks like a bug of one's own. */
  faultsOn: number
  /** A field needs a correction: the title says so first, because a screen reader reads it first. */
  wrong?: boolean
}

export function renderPage(page: Page): Content {
  const { title, place, main, address, notice, faultsOn } = page
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${page.wrong ? 'Please check: ' : ''}${title} · Tidewell sandbox</title>
    <link rel="icon" href="/sandbox/mark.svg">
    <link rel="stylesheet" href="/hosted/base.css">
    <link rel="stylesheet" href="/sandbox/styles.css">
  </head>
  <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="masthead">
      <span class="brand">${brandMark}<span class="brand-name">Tidewell</span> <span class="brand-part">sandbox</span></span>
      <a class="refresh" href="${address}">Refresh</a>
      <nav aria-label="Control panel"><ul>${places.map(([href, name]) => renderPlace(href, name, href === place, faultsOn))}</ul></nav>
    </header>
    <main id="main" tabindex="-1">
      ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
      ${main}
    </main>
  </body>
</html>`
}

function renderPlace(href: Place, name: string, current: boolean, faultsOn: number): Content {
  const on = href === '/sandbox/panel/faults' && faultsOn > 0
  const count = on
    ? html` <span class="badge badge-wait">${faultsOn}<span class="visually-hidden"> on</span></span>`
    : ''
  return html`<li><a href="${href}" ${current ? html`aria-current="page"` : ''}>${name}${count}</a></li>`
}
