// The first page of a bank transfer: how much, to whom, and what happens next.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import type { BankTransfer } from '../../service/bank-transfers.ts'
import { amountText } from '../amount-text.ts'
import { renderRows } from '../rows.ts'
import { isolate, renderScenarioTable } from '../scenario-table.ts'
import { renderStepPage } from '../step-page.ts'
import { fill, type Texts } from '../texts/texts.ts'
import type { View } from '../view.ts'
import type { Callback } from './callback.ts'

/** A bank transfer with everything that a page about it needs. */
export type Payment = View & { transfer: BankTransfer; callback: Callback | undefined }

export function renderLanding(payment: Payment): Content {
  const { transfer, language, path, amount, texts } = payment
  const steps = [...texts.transfer.steps, texts.transfer.ended.AUTHORIZED.text]
  return renderStepPage(payment, {
    at: '',
    title: fill(texts.transfer.title, { amount: isolate(amountText(amount, language)) }),
    content: html`<h2>${texts.transfer.stepsTitle}</h2>
      <ol class="next-steps">${steps.map((step) => html`<li>${step}</li>`)}</ol>
      <dl class="destination">${renderRows([[texts.transaction.name, transfer.names]])}</dl>
      <a class="pay-button" href="${path}/bank">${texts.transaction.start}</a>`,
    strip: renderTransferScenarios(texts),
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
