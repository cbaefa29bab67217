// The frame of the control panel's pages: head, HTTP headers, navigation. The panel takes only
// base.css, the mark and the test cards from ../hosted, so that the payers' pages and this tool can change separately. There are no
// scripts, so the policy allows none.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { createPageHeaders, renderHead } from '../forms/document.ts'

/** The headers of the panel's pages. */
export const panelHeaders = createPageHeaders(["img-src 'self'", "form-action 'self'"], () => ({
  'Cross-Origin-Opener-Policy': 'same-origin',
}))

/** The pages of the navigation. */
export const places = {
  '/sandbox': 'Overview',
  '/sandbox/payins': 'Payins',
  '/sandbox/payouts': 'Payouts',
  '/sandbox/bank-transfers': 'Bank transfers',
  '/sandbox/on-ramps': 'On-ramps',
  '/sandbox/payers': 'Payers',
  '/sandbox/deliveries': 'Webhooks',
  '/sandbox/calls': 'API calls',
  '/sandbox/panel/faults': 'Faults',
} as const

export type Place = keyof typeof places

export type Page = {
  title: string
  /** The navigation entry of this page. */
  place: Place
  main: Content
  /** The address of the page, for "Refresh". */
  address: string
  /** The result of the form that led to this page. */
  notice?: string | undefined
  /** How many faults are on. Shown on every page, because a forgotten fault looks like a bug in the shop. */
  faultsOn: number
  /** A field has an error. The title says so, because a screen reader reads it first. */
  wrong?: boolean
}

export function renderPage(page: Page): Content {
  const { title, place, main, address, notice, faultsOn } = page
  return html`<!doctype html>
<html lang="en">
  ${renderHead(`${page.wrong ? 'Please check: ' : ''}${title} · Tidewell sandbox`, '/hosted/mark.svg', ['/sandbox/styles.css'])}
  <body>
    <a class="visually-hidden skip" href="#main">Skip to the content</a>
    <header class="masthead row apart">
      <span class="row"><img src="/hosted/mark.svg" alt="" width="28" height="28"><span class="title">Tidewell</span> <span class="soft">sandbox</span></span>
      <a class="quiet" href="${address}">Refresh</a>
      <nav aria-label="Control panel"><ul class="row">${Object.entries(places).map(([href, name]) => renderPlace(href, name, href === place, faultsOn))}</ul></nav>
    </header>
    <main class="stack" id="main" tabindex="-1">
      ${notice ? html`<p class="note tone-good" role="status">${notice}</p>` : ''}
      ${main}
    </main>
  </body>
</html>`
}

function renderPlace(href: string, name: string, current: boolean, faultsOn: number): Content {
  const on = href === '/sandbox/panel/faults' && faultsOn > 0
  const count = on
    ? html` <span class="badge tone-wait">${faultsOn}<span class="visually-hidden"> on</span></span>`
    : ''
  return html`<li><a href="${href}" ${current ? html`aria-current="page"` : ''}>${name}${count}</a></li>`
}
