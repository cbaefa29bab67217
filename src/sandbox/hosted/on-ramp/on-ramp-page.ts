// The two pages of an on-ramp that are not the bank's. The first one says what the user pays, what the merchant receives,
// and the time left; the other one updates itself until nothing can change any more.

import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import type { OnRamp, OnRampSession } from '../../service/on-ramps.ts'
import { amountText } from '../amount-text.ts'
import { toUsdc } from '../conversion.ts'
import { renderOutcome, toneOf } from '../message.ts'
import { amountRow, renderOrder } from '../order-summary.ts'
import { renderRows } from '../rows.ts'
import { renderStepPage } from '../step-page.ts'
import { renderScenarioStrip } from '../test-values.ts'
import { fill, isolate } from '../texts/texts.ts'
import type { View } from '../view.ts'

/** An on-ramp with everything that a page about it needs. */
export type Session = View & {
  onRamp: OnRamp
  session: OnRampSession
  /** `undefined` while the user can still pay. */
  progress: Progress | undefined
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

export function renderSessionPage(view: Session): Content {
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
export function progressOf(
  { paymentStatus, bankDepositStatus }: OnRamp,
  isOver: boolean,
): Progress | undefined {
  if (paymentStatus === 'COMPLETED' || paymentStatus === 'FAILED_INTENT') return paymentStatus
  if (paymentStatus === 'PROCESSING') return bankDepositStatus === 'FAILED' ? 'depositFailed' : 'under_way'
  return isOver || bankDepositStatus === 'FAILED' ? 'over' : undefined
}

/**
 * @param refreshSeconds the update interval, used only while the payment is under way
 * @throws {Error} while the user can still pay
 */
export function renderProgress(view: Session, refreshSeconds: number): Content {
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
