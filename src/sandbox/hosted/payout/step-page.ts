// The page of a payout's step: the recipient's summary, the link to refuse, and the test values.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import type { PayoutMethod } from '../../service/intents.ts'
import { renderOrder } from '../order-summary.ts'
import { renderStepPage } from '../step-page.ts'
import { renderScenarioStrip } from '../test-values.ts'
import { fill } from '../texts/texts.ts'
import { type Claim, namesIn } from './payout-flow.ts'

export type Step = {
  title: string
  /** Below `path`; "" is the first. */
  step: string
  body: Content
  wrong?: boolean
  /** The step of "Back". The first step has none. */
  back?: string | undefined
}

/** The paths of the three entry forms, below the payout's. */
export const entrySteps: Record<PayoutMethod, string> = {
  bank_account: '/bank-account',
  crypto_transfer: '/crypto-wallet',
  service_wallet: '/tidewell-wallet',
}

export function renderStep(claim: Claim, { title, step, body, wrong = false, back }: Step): Content {
  const { path, texts } = claim
  const { payout, common } = texts
  return renderStepPage(claim, {
    at: step,
    title: `${title} · ${fill(payout.title, namesIn(claim))}`,
    wrong,
    order: renderOrder(claim, {
      amount: payout.amountLabel,
      payee: common.from,
      deadline: payout.claimBefore,
    }),
    content: html`${back === undefined ? '' : html`<p><a class="quiet" href="${path}${back}">${common.back}</a></p>`}
      ${body}`,
    waysOut:
      step === '/refuse'
        ? html``
        : html`<p class="way-out"><a class="quiet" href="${path}/refuse">${payout.refuse}</a></p>`,
    strip: renderScenarioStrip(texts, 'payout'),
  })
}
