// The user's pages of a merchant on-ramp: the one-time `hostedLink`, and the 15-minute session that it opens. The link
// works once, so the session has an address of its own, which can be reloaded.
import { type Context, Hono } from 'hono'
import type { Clock } from '../../clock.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { OnRamps } from '../../service/on-ramps.ts'
import type { BankPayment } from '../bank/bank-payment.ts'
import { mountBankSteps } from '../bank/bank-steps.ts'
import { languageOf, readSettings } from '../frame.ts'
import { renderMessage } from '../message.ts'
import { isOpenedByPerson } from '../opened-by-person.ts'
import { secondsUntil } from '../refresh.ts'
import { textsFor } from '../texts/texts.ts'
import type { Visit, Visits } from '../visits.ts'
import { type Progress, progressOf, renderProgress } from './progress-page.ts'
import { eurosOf, renderOnRampScenarios, renderSessionPage, type SessionView } from './session-page.ts'

export type OnRampPagesOptions = { onRamps: OnRamps; clock: Clock; visits: Visits }

type Session = SessionView & { visit: Visit; progress: Progress | undefined }

export function createOnRampPages({ onRamps, clock, visits }: OnRampPagesOptions): Hono<SandboxEnv> {
  const pages = new Hono<SandboxEnv>()

  function refuseLink(c: Context<SandboxEnv>, reason: 'unknown' | 'used' | 'expired') {
    const language = languageOf(c, {})
    const tone = reason === 'unknown' ? 'stopped' : 'waiting'
    return c.html(
      renderMessage({ language, tone, ...textsFor(language).onRamp.link[reason] }),
      reason === 'unknown' ? 404 : 410,
    )
  }

  pages.get('/on-ramp/:linkToken', (c) => {
    // A prefetch must not use up the link. After an error the browser drops the prefetch and requests the page again.
    if (!isOpenedByPerson(c)) return c.body(null, c.req.method === 'HEAD' ? 204 : 503)
    const entered = onRamps.enter(c.req.param('linkToken'))
    return 'path' in entered ? c.redirect(entered.path, 303) : refuseLink(c, entered.refused)
  })

  function find(c: Context<SandboxEnv>): Session | undefined {
    const token = c.req.param('token') ?? ''
    const found = onRamps.findBySession(token)
    if (!found) return undefined
    const visit = visits.of(token)
    const now = clock.now()
    return {
      ...found,
      visit,
      language: languageOf(c, visit),
      country: visit.country ?? '',
      path: `/on-ramp/session/${token}`,
      // The user pays euros to the service; the merchant receives the crypto.
      payee: 'Tidewell',
      now,
      progress: progressOf(found.onRamp, now >= found.session.sessionExpiresAt),
    }
  }

  pages.get('/on-ramp/session/:token', (c) => {
    const session = find(c)
    if (!session) return refuseLink(c, 'unknown')
    if (session.progress === undefined) return c.html(renderSessionPage(session))
    const nextChangeAt = onRamps.nextChangeAt(session.onRamp.uuid)
    return c.html(renderProgress(session, session.progress, secondsUntil(nextChangeAt, session.now)))
  })

  // The merchant's address is for "after choosing back to merchant", so every decision redirects to the session page.
  pages.post('/on-ramp/session/:token/cancel', (c) => {
    const session = find(c)
    if (!session) return refuseLink(c, 'unknown')
    if (session.progress === undefined) onRamps.fail(session.onRamp.uuid)
    return c.redirect(session.path, 303)
  })

  pages.post('/on-ramp/session/:token/settings', async (c) => {
    const session = find(c)
    if (!session) return refuseLink(c, 'unknown')
    return c.redirect(session.path + (await readSettings(c, session.visit)), 303)
  })

  mountBankSteps(pages, {
    prefix: '/on-ramp/session/:token',
    paymentOf(c) {
      const session = find(c)
      if (!session) return c.redirect('/on-ramp/session/unknown', 303)
      return session.progress === undefined ? bankPaymentOf(session) : c.redirect(session.path, 303)
    },
  })

  function bankPaymentOf(view: Session): BankPayment {
    const { onRamp, session, visit, path, payee, language, now } = view
    const { names, userEmail, revision } = session.intent
    return {
      visit,
      path,
      amount: eurosOf(view),
      payee,
      reference: revision,
      expiresAt: new Date(session.sessionExpiresAt).toISOString(),
      now,
      holder: { name: names, email: userEmail },
      cancelPath: `${path}/cancel`,
      backPath: path,
      strip: renderOnRampScenarios(textsFor(language)),
      started: () => onRamps.start(onRamp.uuid),
      authorized: () => onRamps.authorize(onRamp.uuid),
      refused: () => onRamps.fail(onRamp.uuid),
      leave: () => path,
    }
  }

  return pages
}
