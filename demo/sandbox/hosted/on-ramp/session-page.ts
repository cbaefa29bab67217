// The first page of an on-ramp session: what the user pays, what the merchant receives, and the time left.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import type { OnRamp, OnRampSession } from '../../service/on-ramps.ts'
import { amountText } from '../amount-text.ts'
import { toUsdc } from '../conversion.ts'
import { renderFrame, renderSettings } from '../frame.ts'
import { renderOrder } from '../order-summary.ts'
import { isolate, renderScenarioTable } from '../scenario-table.ts'
import { renderStepActions } from '../step-actions.ts'
import { fill, type Texts, textsFor } from '../texts/texts.ts'

export type SessionView = {
  onRamp: OnRamp
  session: OnRampSession
  language: string
  country: string
  path: string
  payee: string
  now: number
}

/** The amount in euros, as a decimal string. */
export function eurosOf({ session, onRamp }: Pick<SessionView, 'session' | 'onRamp'>) {
  return { value: String(session.intent.amount), currency: onRamp.currency }
}

/** What the merchant receives, formatted for the page's language. */
export function cryptoText(view: SessionView): string {
  return amountText(toUsdc(eurosOf(view), 'down').amount, view.language)
}

const networks: Record<number, string> = { 1: 'Ethereum', 137: 'Polygon' }

/** The name of a chain id. */
function networkName(chainId: number): string {
  return networks[chainId] ?? `Chain ${chainId}`
}

export function renderSessionPage(view: SessionView): Content {
  const { session, language, country, path, payee, now } = view
  const texts = textsFor(language)
  const amount = eurosOf(view)
  return renderFrame({
    language,
    title: fill(texts.payin.pay, { amount: isolate(amountText(amount, language)) }),
    wide: true,
    settings: renderSettings({ language, country, path }),
    main: html`${renderOrder({ texts, language, amount, payee, now, endPath: path, expiresAt: new Date(session.sessionExpiresAt).toISOString() })}
      <div class="box sheet stack">
        <h2>${texts.onRamp.startTitle}</h2>
        <p class="soft">${texts.onRamp.startText}</p>
        ${renderFacts(view, texts)}
        <a class="button primary pay-button" href="${path}/bank">${texts.transaction.start}</a>
        ${renderStepActions({ texts, cancelPath: `${path}/cancel` })}
        ${renderOnRampScenarios(texts)}
      </div>`,
  })
}

function renderFacts(view: SessionView, { onRamp: messages, transaction, common }: Texts): Content {
  const { onRamp, session, language } = view
  const { rate = '1' } = toUsdc(eurosOf(view), 'down')
  const unit = amountText({ value: rate, currency: onRamp.cryptoCurrency }, language)
  const rows: [string, string][] = [
    [messages.receives, cryptoText(view)],
    [common.network, networkName(onRamp.chainId)],
    [messages.rate, `1 ${onRamp.currency} = ${unit}`],
    [transaction.name, session.intent.names],
    [messages.email, session.intent.userEmail],
  ]
  return html`<dl>${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`
}

/** Also below the bank's steps. */
export function renderOnRampScenarios(texts: Texts): Content {
  const { testOutcomes } = texts.onRamp
  return renderScenarioTable({
    texts,
    rows: [
      ['66.01 – 66.09', texts.transaction.bankRefuses],
      ['66.12', testOutcomes.stays],
      ['66.14', testOutcomes.late],
    ],
    otherwise: testOutcomes.otherwise,
    note: fill(testOutcomes.emailNote, { email: isolate('other@example.com') }),
  })
}
