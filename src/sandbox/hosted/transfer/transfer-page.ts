// The two pages of a bank transfer that are not the bank's. The first one says how much, to whom, and what happens next;
// the final one has the outcome, and the link back to the merchant's page or app.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import type { BankTransfer } from '../../service/bank-transfers.ts'
import { mask } from '../../service/payers.ts'
import { amountText } from '../amount-text.ts'
import { renderOutcome, toneOf } from '../message.ts'
import { amountRow } from '../order-summary.ts'
import { type Row, renderRows } from '../rows.ts'
import { renderStepPage } from '../step-page.ts'
import { renderScenarioStrip } from '../test-values.ts'
import { fill, isolate } from '../texts/texts.ts'
import type { View } from '../view.ts'
import type { Callback } from './callback.ts'

/** A bank transfer with everything that a page about it needs. */
export type Payment = View & { transfer: BankTransfer; callback: Callback | undefined }

export function renderLanding(payment: Payment): Content {
  const { transfer, language, path, amount, texts } = payment
  const steps = [...texts.transfer.steps, texts.transfer.authorizedText]
  return renderStepPage(payment, {
    at: '',
    title: fill(texts.transfer.title, { amount: isolate(amountText(amount, language)) }),
    content: html`<h2>${texts.transfer.stepsTitle}</h2>
      <ol class="stack tight next-steps">${steps.map((step) => html`<li>${step}</li>`)}</ol>
      <dl>${renderRows([[texts.transaction.name, transfer.names]])}</dl>
      <a class="button primary pay-button" href="${path}/bank">${texts.bank.choose}</a>`,
    strip: renderScenarioStrip(texts, 'bank_transfer'),
  })
}

/** @throws {Error} for a transfer that the payer can still authorise */
export function renderEnded(payment: Payment): Content {
  const { transfer, texts, callback } = payment
  const status = transfer.paymentStatus
  if (status === 'STARTED') throw new Error('A transfer that is STARTED can be paid: show its first page.')
  const messages = {
    AUTHORIZED: { title: texts.status.AUTHORIZED, text: texts.transfer.authorizedText },
    FAILED_INTENT: texts.transaction.FAILED_INTENT,
    INTENT: texts.transfer.notReady,
  }
  return renderOutcome(payment, {
    tone: toneOf[status],
    ...messages[status],
    rows: [amountRow(payment), ...accountRows(payment)],
    back: callback && { href: callback.href, label: backLabel(payment) },
  })
}

function backLabel({ callback, texts, payee }: Payment): string {
  if (callback?.kind === 'app') return texts.transfer.openApp
  return fill(texts.common.returnTo, { payee: isolate(payee) })
}

/** Everyone with the link sees this page, so the account is masked. */
function accountRows({ transfer: { payerBankAccount: account }, texts }: Payment): Row[] {
  return account ? [[texts.bank.account, `${account.bank}, ${mask(account.iban)}`]] : []
}
