// The user's pages of a merchant on-ramp: the one-time `hostedLink`, and the 15-minute session that it opens. The link
// works once, so the session has an address of its own, which can be reloaded. Its first page says what the user pays, what
// the merchant receives, and the time left; its last one updates itself until nothing can change any more.
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import type { OnRamp, OnRampSession, OnRamps } from '../service/on-ramps.ts'
import { amountText } from './amount-text.ts'
import type { BankPayment } from './bank/bank-payment.ts'
import { mountBankSteps } from './bank/bank-steps.ts'
import { toUsdc } from './conversion.ts'
import { createFlow, type FlowParts, isOpenedByPerson } from './flow.ts'
import { renderMessage, renderOutcome, renderUnknown, secondsUntil, toneOf } from './message.ts'
import { amountRow, renderOrder } from './order-summary.ts'
import { renderRows } from './rows.ts'
import { languageOf } from './settings.ts'
import { renderStepPage } from './step-page.ts'
import { renderScenarioStrip } from './test-values.ts'
import { fill, isolate, textsFor } from './texts/texts.ts'
import type { View } from './view.ts'

type OnRampPagesOptions = FlowParts & { onRamps: OnRamps }

/** An on-ramp with everything that a page about it needs. */
type Session = View & {
  onRamp: OnRamp
  session: OnRampSession
  /** `undefined` while the user can still pay. */
  progress: Progress | undefined
}

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
  flow.firstPage(renderSessionPage, (session) =>
    renderProgress(session, secondsUntil(onRamps.nextChangeAt(session.onRamp.uuid), session.now)),
  )
  // The merchant's address is for "after choosing back to merchant", so every decision redirects to the session page.
  flow.whileOpen.post('/cancel', (c, { onRamp, path }) => {
    onRamps.fail(onRamp.uuid)
    return c.redirect(path, 303)
  })
  mountBankSteps(flow.whileOpen, flow.whileOpen, (session) => bankPaymentOf(session, onRamps))
  pages.route('/', flow.pages())
  return pages
}

function createOnRampFlow({ onRamps, ...parts }: OnRampPagesOptions) {
  return createFlow({
    ...parts,
    prefix: '/on-ramp/session/:token',
    find(token) {
      const found = onRamps.findBySession(token)
      if (!found) return undefined
      const { onRamp, session } = found
      return { onRamp, session, progress: progressOf(onRamp, parts.clock.now() >= session.sessionExpiresAt) }
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

/** What the merchant receives, formatted for the page's language. */
function cryptoText({ amount, language }: View): string {
  return amountText(toUsdc(amount, 'down').amount, language)
}

const networks: Record<number, string> = { 1: 'Ethereum', 137: 'Polygon' }

/** The name of a chain id. */
function networkName(chainId: number): string {
  return networks[chainId] ?? `Chain ${chainId}`
}

function renderSessionPage(view: Session): Content {
  const { language, path, amount, texts } = view
  return renderStepPage(view, {
    at: '',
    title: fill(texts.payin.pay, { amount: isolate(amountText(amount, language)) }),
    // Only the bank needs the reference.
    order: renderOrder({ ...view, reference: undefined }),
    content: html`<h2>${texts.onRamp.startTitle}</h2>
      <p class="soft">${texts.onRamp.startText}</p>
      ${renderFacts(view)}
      <a class="button primary pay-button" href="${path}/bank">${texts.bank.choose}</a>`,
    strip: renderScenarioStrip(texts, 'on_ramp'),
  })
}

function renderFacts(view: Session): Content {
  const { onRamp, session, language, amount } = view
  const { onRamp: messages, transaction, common } = view.texts
  const { rate = '1' } = toUsdc(amount, 'down')
  const unit = amountText({ value: rate, currency: onRamp.cryptoCurrency }, language)
  return html`<dl>${renderRows([
    [messages.receives, cryptoText(view)],
    [common.network, networkName(onRamp.chainId)],
    [common.rate, `1 ${onRamp.currency} = ${unit}`],
    [transaction.name, session.intent.names],
    [common.email, session.intent.userEmail],
  ])}</dl>`
}

type Progress = 'under_way' | 'COMPLETED' | 'FAILED_INTENT' | 'depositFailed' | 'over'

/** Combines the two states of an on-ramp; `undefined` while the user can still pay. */
function progressOf({ paymentStatus, bankDepositStatus }: OnRamp, isOver: boolean): Progress | undefined {
  if (paymentStatus === 'COMPLETED' || paymentStatus === 'FAILED_INTENT') return paymentStatus
  if (paymentStatus === 'PROCESSING') return bankDepositStatus === 'FAILED' ? 'depositFailed' : 'under_way'
  return isOver || bankDepositStatus === 'FAILED' ? 'over' : undefined
}

/**
 * @param refreshSeconds the update interval, used only while the payment is under way
 * @throws {Error} while the user can still pay
 */
function renderProgress(view: Session, refreshSeconds: number): Content {
  const { session, progress, texts } = view
  if (progress === undefined) throw new Error('The user can still pay: show the session, not its progress.')
  const messages = {
    ...texts.onRamp.ended,
    over: { title: texts.status.EXPIRED, text: texts.status.EXPIRED_text },
    under_way: { title: texts.onRamp.progressTitle, text: texts.onRamp.progressText },
    COMPLETED: { title: texts.status.COMPLETED, text: texts.onRamp.completedText },
    FAILED_INTENT: texts.transaction.FAILED_INTENT,
  }
  const back = session.intent.hostedRedirectUrl
  return renderOutcome(view, {
    tone: toneOf[progress],
    ...messages[progress],
    rows: [amountRow(view), [texts.onRamp.receives, cryptoText(view)]],
    back: back === undefined ? undefined : { href: back, label: texts.onRamp.backToMerchant },
    refreshSeconds: progress === 'under_way' ? refreshSeconds : undefined,
  })
}
