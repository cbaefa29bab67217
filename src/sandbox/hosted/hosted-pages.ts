// The hosted pages: where payers pay, recipients claim and users authorise. They work without scripts. This file mounts
// the flows and serves the shared files. Money and states are in ../service, never here.
//
//   payin/ payout/ transfer on-ramp           one flow each
//   bank/                                     the steps at a bank, which three of the flows use
//   texts/                                    every message, in nine languages
//   flow, view                                the parts of every flow that are not pages
//   step-page, message                        the two kinds of pages: a step, and one message
//   order-summary, rows, settings, frame, …   the parts of these pages
import { type Handler, Hono } from 'hono'
import type { Clock } from '../clock.ts'
import { serveFile } from '../files.ts'
import { createPageHeaders } from '../forms/document.ts'
import { limitBody } from '../limit-body.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import type { BankTransfers } from '../service/bank-transfers.ts'
import { banks, drawLogo, logoPath } from '../service/banks.ts'
import type { OnRamps } from '../service/on-ramps.ts'
import type { Payers } from '../service/payers.ts'
import type { Payins } from '../service/payins.ts'
import type { Payouts } from '../service/payouts.ts'
import { bankThemesCss, bankThemesPath } from './bank/bank-pages.ts'
import { scripts, stylesheets } from './files.ts'
import { createOnRampPages } from './on-ramp.ts'
import { createPayinPages } from './payin/payin-pages.ts'
import { createPayoutPages } from './payout/payout-pages.ts'
import { createTransferPages } from './transfer.ts'
import { createVisits } from './visits.ts'

/** The paths of hosted pages. The token cannot be guessed. */
export const hostedPlaces = [
  '/pay/:token',
  '/payout/:token',
  '/transfer/:token',
  '/on-ramp/session/:token',
  '/on-ramp/:token',
] as const

export type HostedPagesOptions = {
  payins: Payins
  payouts: Payouts
  payers: Payers
  bankTransfers: BankTransfers
  onRamps: OnRamps
  clock: Clock
  /** Adds headers to the pages. */
  faults: { hostedPageHeaders(): Record<string, string> }
}

// In Chromium, form-action also applies to redirects after a form post. With 'self' alone, the payer could not return
// to the merchant's return_url; with the origin of the return_url, they could not follow its redirects. So all web
// addresses are allowed, and only schemes such as javascript: and data: are blocked. follow.js fetches the page again.
const allowed = [
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  'form-action http: https:',
]

/**
 * Without Cross-Origin-Opener-Policy: with it, `popup.closed` would be true in the shop while a page is open. The fault
 * `coop` switches it on. Without Strict-Transport-Security: the sandbox uses plain HTTP on loopback.
 */
export function createHostedPages(options: HostedPagesOptions) {
  const { payins, payouts, payers, bankTransfers, onRamps, clock, faults } = options
  const app = new Hono<SandboxEnv>()
  const visits = createVisits(clock)
  const headers = createPageHeaders(allowed, () => faults.hostedPageHeaders())
  for (const place of ['/pay/*', '/payout/*', '/transfer/*', '/on-ramp/*'])
    app.use(place, headers, limitBody(16))

  app.route('/', createPayinPages({ payins, payers, clock, visits }))
  app.route('/', createPayoutPages({ payouts, payers, clock, visits }))
  app.route('/', createTransferPages({ bankTransfers, clock, visits }))
  app.route('/', createOnRampPages({ onRamps, clock, visits }))
  serveShared(app)
  return app
}

function serveShared(app: Hono<SandboxEnv>): void {
  const file =
    (name: string, type: string): Handler =>
    () =>
      serveFile(`hosted/${name}`, type)
  for (const name of ['base.css', 'styles.css', ...stylesheets])
    app.get(`/hosted/${name}`, file(name, 'text/css; charset=utf-8'))
  for (const name of scripts) app.get(`/hosted/${name}`, file(name, 'text/javascript; charset=utf-8'))
  app.get('/hosted/mark.svg', file('mark.svg', 'image/svg+xml'))
  app.get(bankThemesPath, (c) => c.body(bankThemesCss(), 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  for (const bank of banks) {
    app.get(logoPath(bank), (c) => c.body(drawLogo(bank), 200, { 'Content-Type': 'image/svg+xml' }))
  }
}
