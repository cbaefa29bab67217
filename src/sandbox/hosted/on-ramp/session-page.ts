// The first page of an on-ramp session: what the user pays, what the merchant receives, and the time left.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import type { OnRamp, OnRampSession } from '../../service/on-ramps.ts'
import { amountText } from '../amount-text.ts'
import { toUsdc } from '../conversion.ts'
import { renderOrder } from '../order-summary.ts'
import { renderRows } from '../rows.ts'
import { renderStepPage } from '../step-page.ts'
import { renderScenarioStrip } from '../test-values.ts'
import { fill, isolate } from '../texts/texts.ts'
import type { View } from '../view.ts'
import type { Progress } from './progress-page.ts'

/** An on-ramp with everything that a page about it needs. */
export type Session = View & {
  onRamp: OnRamp
  session: OnRampSession
  /** `undefined` while the user can still pay. */
  progress: Progress | undefined
}

/** What the merchant receives, formatted for the page's language. */
export function cryptoText({ amount, language }: View): string {
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
