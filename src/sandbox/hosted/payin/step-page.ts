// The page of a payin's step, with its test controls: a button that refuses as the bank would, and the test values. And the
// page of a payin that can no longer be paid.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderOutcome, toneOf } from '../message.ts'
import { amountRow, referenceRows } from '../order-summary.ts'
import { type Link, renderStepPage, type StepPage } from '../step-page.ts'
import { renderOutcomes, renderScenarios } from '../test-values.ts'
import { fill } from '../texts/texts.ts'
import { testCards } from './card.ts'
import type { PayinStep } from './payin-flow.ts'

/** "Back" leads to the choice of a method, unless the page has another address for it. */
export function renderStep(step: PayinStep, page: Omit<StepPage, 'strip'>): Content {
  return renderStepPage(step, { back: backToChoice(step, page.at), strip: renderSandboxStrip(step), ...page })
}

/** Undefined when the merchant chose the method: then there is no choice to go back to. */
export function backToChoice({ payin, path, texts }: PayinStep, at: string): Link | undefined {
  return at === '' || payin.payment ? undefined : { href: path, label: texts.payin.anotherWay }
}

export function renderSandboxStrip({ path, texts }: PayinStep): Content {
  const { common, card, payin, wallet } = texts
  return html`<aside class="sandbox-strip stack tight" aria-label="${common.sandbox}">
    <form class="decline row apart" method="post" action="${path}/decline">
      <p class="soft"><strong>${common.sandbox}</strong> ${payin.actAsBank}</p>
      <button class="small-button" type="submit">${payin.decline}</button>
    </form>
    <details>
      <summary>${common.testValues}</summary>
      <p class="soft">${card.anyDate}</p>
      ${renderOutcomes(texts, card.number, testCards)}
      <p class="soft">${common.testEmails}</p>
      ${renderScenarios(texts, 'payin')}
      <p class="soft">${payin.service_wallet}: ${wallet.anyCode}</p>
    </details>
  </aside>`
}

/** @throws {Error} for a payin that is still open */
export function renderStatusPage(step: PayinStep): Content {
  const { status, status_details: details } = step.payin
  const { texts } = step
  if (status === 'CREATED' || status === 'INITIATED') {
    throw new Error(`A payin that is ${status} can be paid: show its steps, not its end.`)
  }
  const text = texts.status[`${status}_text`]
  return renderOutcome(step, {
    tone: toneOf[status],
    title: texts.status[status],
    text: details ? `${texts.status[details]} ${text}` : text,
    rows: [amountRow(step), ...referenceRows(step)],
    back: { href: step.payin.return_url, label: fill(texts.common.returnTo, { payee: step.payee }) },
  })
}
