// The first page of a bank transfer: how much, to whom, and what happens next.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import type { BankTransfer } from '../../service/bank-transfers.ts'
import { amountText } from '../amount-text.ts'
import { renderFrame, renderSettings } from '../frame.ts'
import { renderOrder } from '../order-summary.ts'
import { isolate, renderScenarioTable } from '../scenario-table.ts'
import { renderStepActions } from '../step-actions.ts'
import { fill, type Texts, textsFor } from '../texts/texts.ts'

export type Landing = {
  transfer: BankTransfer
  language: string
  country: string
  path: string
  payee: string
  now: number
}

export function renderLanding({ transfer, language, country, path, payee, now }: Landing): Content {
  const texts = textsFor(language)
  const amount = { value: transfer.amount, currency: transfer.currency }
  const steps = [...texts.transfer.steps, texts.transfer.ended.AUTHORIZED.text]
  return renderFrame({
    language,
    title: fill(texts.transfer.title, { amount: isolate(amountText(amount, language)) }),
    wide: true,
    settings: renderSettings({ language, country, path }),
    main: html`${renderOrder({ texts, language, amount, payee, now })}
      <div class="box sheet stack">
        <h2>${texts.transfer.stepsTitle}</h2>
        <ol class="stack tight next-steps">${steps.map((step) => html`<li>${step}</li>`)}</ol>
        <dl><div><dt>${texts.transaction.name}</dt><dd><bdi>${transfer.names}</bdi></dd></div></dl>
        <a class="button primary pay-button" href="${path}/bank">${texts.transaction.start}</a>
        ${renderStepActions({ texts, cancelPath: `${path}/cancel` })}
        ${renderTransferScenarios(texts)}
      </div>`,
  })
}

/** Also below the bank's steps. */
export function renderTransferScenarios(texts: Texts): Content {
  const { testOutcomes } = texts.transfer
  return renderScenarioTable({
    texts,
    rows: [['66.01 – 66.09', texts.transaction.bankRefuses]],
    otherwise: testOutcomes.otherwise,
  })
}
