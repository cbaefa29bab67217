// The payer's side: where `redirect_url` leads. Plain forms, so everything works without a script; status
// changes only by POST, but for INITIATED, which is what opening the page means.
import { type Context, Hono } from 'hono'
import { drawLogo } from '../bank-logos.ts'
import { banks, logoPath } from '../banks.ts'
import type { Clock } from '../clock.ts'
import { limitBody } from '../limit-body.ts'
import type { Decision, Payin, Payins } from '../payins.ts'
import { Problem } from '../problem.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { isOpen } from '../transitions.ts'
import { checkCard } from './card.ts'
import { renderCheckoutPage } from './checkout-page.ts'
import { pageHeaders } from './document.ts'
import { serveFile } from './files.ts'
import type { Entered } from './method-panels.ts'
import { renderStatusPage, renderUnknownPage } from './status-page.ts'

export type HostedPagesOptions = { payins: Payins; clock: Clock }

export function createHostedPages({ payins, clock }: HostedPagesOptions) {
  const pages = new Hono<SandboxEnv>()
  pages.use('/pay/*', pageHeaders)
  pages.use('/pay/*', limitBody(16))

  pages.get('/pay/:token', (c) => {
    const payin = payins.findByToken(c.req.param('token'))
    if (!payin) return c.html(renderUnknownPage(), 404)
    if (!isOpen(payin.status)) return c.html(renderStatusPage(payin))
    if (isOpenedByPerson(c)) payins.initiate(payin.id)
    return c.html(renderCheckoutPage({ payin, path: pathOf(payin), now: clock.now() }))
  })

  // A reload after a card error asks for this address with GET.
  pages.get('/pay/:token/:decision', (c) =>
    c.redirect(`/pay/${encodeURIComponent(c.req.param('token'))}`, 303),
  )

  // No Origin check: the unguessable token in the address is what allows the post, and `no-referrer` makes
  // browsers send "Origin: null" with it.
  pages.post('/pay/:token/pay', async (c) => {
    const payin = payins.findByToken(c.req.param('token'))
    if (!payin) return c.html(renderUnknownPage(), 404)
    const entered = readEntered(payin, await readForm(c))
    if (entered.method !== 'card') return decide(c, payin, { status: 'AUTHORIZED' })
    const check = checkCard(entered.card, clock.now())
    if (check.ok) return decide(c, payin, check.decision)
    if (!isOpen(payin.status)) return c.redirect(pathOf(payin), 303)
    const corrected = { ...entered, errors: check.errors, card: { ...entered.card, cvc: '' } }
    return c.html(
      renderCheckoutPage({ payin, path: pathOf(payin), now: clock.now(), entered: corrected }),
      422,
    )
  })
  pages.post('/pay/:token/decline', (c) => refuse(c, 'DECLINED_BY_ISSUER'))
  pages.post('/pay/:token/cancel', (c) => refuse(c, 'DECLINED_BY_PAYER'))

  function refuse(
    c: Context<SandboxEnv, '/pay/:token/x'>,
    details: 'DECLINED_BY_ISSUER' | 'DECLINED_BY_PAYER',
  ) {
    const payin = payins.findByToken(c.req.param('token'))
    if (!payin) return c.html(renderUnknownPage(), 404)
    return decide(c, payin, { status: 'FAILED', status_details: details })
  }

  /** Back to the merchant when the payin is as the payer wanted it; a second press changes nothing. */
  function decide(c: Context<SandboxEnv>, payin: Payin, decision: Decision) {
    payins.decide(payin.id, decision)
    const now = payins.find(payin.id) ?? payin
    // Unchanged, no parameters added: banks return without any.
    return c.redirect(isAsDecided(now, decision) ? payin.return_url : pathOf(payin), 303)
  }

  pages.get('/hosted/styles.css', () => serveFile('hosted/styles.css', 'text/css; charset=utf-8'))
  pages.get('/hosted/pay.js', () => serveFile('hosted/pay.js', 'text/javascript; charset=utf-8'))
  pages.get('/hosted/mark.svg', () => serveFile('hosted/mark.svg', 'image/svg+xml'))
  for (const bank of banks) {
    pages.get(logoPath(bank), (c) => c.body(drawLogo(bank), 200, { 'Content-Type': 'image/svg+xml' }))
  }
  return pages
}

function pathOf(payin: Payin): string {
  return new URL(payin.redirect_url).pathname
}

/** A HEAD or a browser's prefetch is not a payer. */
function isOpenedByPerson(c: Context): boolean {
  return c.req.method === 'GET' && !/prefetch/.test(c.req.header('Sec-Purpose') ?? '')
}

function isAsDecided(payin: Payin, decision: Decision): boolean {
  if (decision.status === 'AUTHORIZED') return ['AUTHORIZED', 'SETTLED', 'COMPLETED'].includes(payin.status)
  return payin.status === 'FAILED' && payin.status_details === decision.status_details
}

async function readForm(c: Context): Promise<Record<string, unknown>> {
  try {
    return await c.req.parseBody()
  } catch {
    throw new Problem(400, 'The form could not be read.')
  }
}

/** The method that the merchant chose wins over what the form says. */
function readEntered(payin: Payin, form: Record<string, unknown>): Entered {
  const read = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
  return {
    method: payin.payment?.method ?? read('method'),
    bankId: read('bank_id'),
    card: { number: read('card-number'), expiry: read('card-expiry'), cvc: read('card-cvc') },
    errors: {},
  }
}
