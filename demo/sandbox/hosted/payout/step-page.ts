// Shared by all steps of a payout: the summary, the link to refuse, and the test values.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import type { PayoutMethod } from '../../service/intents.ts'
import type { Payout } from '../../service/payouts.ts'
import { amountText } from '../amount-text.ts'
import { renderFrame, renderSettings } from '../frame.ts'
import { renderOrder } from '../order-summary.ts'
import { isolate, renderScenarioTable } from '../scenario-table.ts'
import { fill, type Texts, textsFor } from '../texts/texts.ts'

export type View = {
  payout: Payout
  language: string
  /** ISO 3166-1, or "" when unknown. */
  country: string
  /** The path of the flow, such as "/payout/…". */
  path: string
  now: number
}

export type Step = {
  title: string
  /** Below `path`; "" is the first. */
  step: string
  body: Content
  wrong?: boolean
  /** The step of "Back". The first step has none. */
  back?: string
}

/** The paths of the three entry forms, below the payout's. */
export const entrySteps: Record<PayoutMethod, string> = {
  bank_account: '/bank-account',
  crypto_transfer: '/crypto-wallet',
  service_wallet: '/tidewell-wallet',
}

export function merchantOf(payout: Payout): string {
  return new URL(payout.return_url).host
}

/** The amount, for use in a message. */
export function amountIn({ payout, language }: View): string {
  return isolate(amountText(payout.amount, language))
}

export function renderStep(view: View, { title, step, body, wrong = false, back }: Step): Content {
  const { language, country, path } = view
  const texts = textsFor(language)
  return renderFrame({
    language,
    title: `${title} · ${fill(texts.payout.title, { amount: amountIn(view) })}`,
    wide: true,
    wrong,
    settings: renderSettings({ language, country, path, step }),
    main: html`${renderOffer(view, texts)}
      <div class="box sheet stack">
        ${back === undefined ? '' : html`<p><a class="quiet" href="${path}${back}">${texts.common.back}</a></p>`}
        ${body}
        ${step === '/refuse' ? '' : html`<p class="way-out"><a class="quiet" href="${path}/refuse">${texts.payout.refuse}</a></p>`}
        ${renderMagic(texts)}
      </div>`,
  })
}

function renderOffer({ payout, language, path, now }: View, texts: Texts): Content {
  const { common, payout: messages } = texts
  return renderOrder({
    // The summary has the labels of a payer; a recipient needs others.
    texts: { ...texts, common: { ...common, to: common.from, payBefore: messages.claimBefore } },
    label: messages.amountLabel,
    language,
    amount: payout.amount,
    payee: merchantOf(payout),
    reference: payout.reference,
    expiresAt: payout.expires_at,
    endPath: path,
    now,
  })
}

function renderMagic(texts: Texts): Content {
  const { testOutcomes } = texts.payout
  return renderScenarioTable({
    texts,
    rows: [
      ['66.01 – 66.09, 66.14', testOutcomes.fails],
      ['66.10', testOutcomes.expiresSoon],
      ['66.12', testOutcomes.stays],
    ],
    otherwise: testOutcomes.otherwise,
    note: fill(testOutcomes.walletNote, { email: isolate('other@example.com') }),
  })
}
