// The user's pages of a merchant on-ramp: the one-time `hostedLink`, and the 15-minute session that it opens. The link
// works once, so the session has an address of its own, which can be reloaded.
import { Hono } from 'hono'
import type { Clock } from '../../clock.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { OnRamps } from '../../service/on-ramps.ts'
import type { BankPayment } from '../bank/bank-payment.ts'
import { mountBankSteps } from '../bank/bank-steps.ts'
import { createFlow, isOpenedByPerson } from '../flow.ts'
import { renderMessage, renderUnknown, secondsUntil } from '../message.ts'
import { languageOf } from '../settings.ts'
import { renderScenarioStrip } from '../test-values.ts'
import { textsFor } from '../texts/texts.ts'
import type { Visits } from '../visits.ts'
import { progressOf, renderProgress, renderSessionPage, type Session } from './on-ramp-page.ts'

export type OnRampPagesOptions = { onRamps: OnRamps; clock: Clock; visits: Visits }

export function createOnRampPages(options: OnRampPagesOptions): Hono<SandboxEnv> {
  const { onRamps } = options
  const pages = new Hono<SandboxEnv>()

  pages.get('/on-ramp/:linkToken', (c) => {
    // A prefetch must not use up the link. After an error the browser drops the prefetch and requests the page again.
    if (!isOpenedByPerson(c)) return c.body(null, c.req.method === 'HEAD' ? 204 : 503)
    const entered = onRamps.enter(c.req.param('linkToken'))
    if ('path' in entered) return c.redirect(entered.path, 303)
    const { refused } = entered
    const language = languageOf(c, {})
    if (refused === 'unknown') return c.html(renderUnknown(language), 404)
    return c.html(
      renderMessage(language, { tone: 'waiting', ...textsFor(language).onRamp.link[refused] }),
      410,
    )
  })

  const flow = createOnRampFlow(options)
  const firstPage = flow.whenOpen(
    (c, session) => c.html(renderSessionPage(session)),
    (c, session) => {
      const nextChangeAt = onRamps.nextChangeAt(session.onRamp.uuid)
      return c.html(renderProgress(session, secondsUntil(nextChangeAt, session.now)))
    },
  )
  flow.always.get('', firstPage)
  // The merchant's address is for "after choosing back to merchant", so every decision redirects to the session page.
  flow.whileOpen.post('/cancel', (c, { onRamp, path }) => {
    onRamps.fail(onRamp.uuid)
    return c.redirect(path, 303)
  })
  mountBankSteps({
    pages: flow.whileOpen,
    forms: flow.whileOpen,
    paymentOf: (session) => bankPaymentOf(session, onRamps),
  })
  pages.route('/', flow.pages())
  return pages
}

function createOnRampFlow({ onRamps, clock, visits }: OnRampPagesOptions) {
  return createFlow({
    prefix: '/on-ramp/session/:token',
    clock,
    visits,
    find(token) {
      const found = onRamps.findBySession(token)
      if (!found) return undefined
      const { onRamp, session } = found
      return { onRamp, session, progress: progressOf(onRamp, clock.now() >= session.sessionExpiresAt) }
    },
    factsOf: ({ onRamp, session }) => ({
      amount: { value: String(session.intent.amount), currency: onRamp.currency },
      // The user pays euros to the service; the merchant receives the crypto.
      payee: 'Tidewell',
      reference: session.intent.revision,
      expiresAt: new Date(session.sessionExpiresAt).toISOString(),
    }),
    isOpen: ({ progress }) => progress === undefined,
  })
}

function bankPaymentOf({ onRamp, session, path, texts }: Session, onRamps: OnRamps): BankPayment {
  const { names, userEmail } = session.intent
  return {
    holder: { name: names, email: userEmail },
    backPath: path,
    strip: renderScenarioStrip(texts, 'on_ramp'),
    started: () => onRamps.start(onRamp.uuid),
    authorized: () => onRamps.authorize(onRamp.uuid),
    refused: () => onRamps.fail(onRamp.uuid),
    leave: () => path,
  }
}
