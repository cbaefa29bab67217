// The payer's pages of a legacy bank transfer, at its `paymentLink`: a first page that says how much, to whom, and what
// happens next, then the bank's steps, then the callback for the browser. The final page has the outcome, and the link back
// to the merchant's page or app. The document shows no expiry, so there is no countdown.
import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import type { BankTransfer, BankTransfers } from '../service/bank-transfers.ts'
import { findBank } from '../service/banks.ts'
import { mask } from '../service/payers.ts'
import { amountText } from './amount-text.ts'
import type { BankPayment } from './bank/bank-payment.ts'
import { mountBankSteps } from './bank/bank-steps.ts'
import { type Callback, callbackFor, merchantOf } from './callback.ts'
import { createFlow, type FlowParts } from './flow.ts'
import { renderOutcome, toneOf } from './message.ts'
import { amountRow } from './order-summary.ts'
import { type Row, renderRows } from './rows.ts'
import { renderStepPage } from './step-page.ts'
import { renderScenarioStrip } from './test-values.ts'
import { fill, isolate } from './texts/texts.ts'
import type { View } from './view.ts'

/** A bank transfer with everything that a page about it needs. */
type Payment = View & { transfer: BankTransfer; callback: Callback | undefined }

export function createTransferPages({
  bankTransfers,
  ...parts
}: FlowParts & { bankTransfers: BankTransfers }): Hono<SandboxEnv> {
  const flow = createFlow({
    ...parts,
    prefix: '/transfer/:token',
    find(token, c) {
      const transfer = bankTransfers.findByToken(token)
      return transfer && { transfer, callback: callbackFor(transfer, c.req.header('User-Agent') ?? '') }
    },
    factsOf: ({ transfer, callback }) => ({
      amount: { value: transfer.amount, currency: transfer.currency },
      payee: merchantOf(callback),
    }),
    isOpen: ({ transfer }) => transfer.paymentStatus === 'STARTED',
  })
  flow.firstPage(renderLanding, (payment, c) => {
    const { visit, callback } = payment
    if (callback && visit.opensApp) {
      // Only once: a payer who comes back from the app stays here.
      visit.opensApp = false
      c.header('Refresh', `1; url=${new URL(callback.href).href}`)
    }
    return renderEnded(payment)
  })
  // After the bank's decision Cancel changes nothing, and the page shows the outcome.
  flow.whileOpen.post('/cancel', (c, payment) => {
    bankTransfers.fail(payment.transfer.uuid)
    return c.redirect(leave(payment), 303)
  })
  mountBankSteps(flow.whileOpen, flow.whileOpen, (payment) => bankPaymentOf(payment, bankTransfers))
  return flow.pages()
}

/**
 * Redirects to a page of the merchant. It cannot redirect to an app: `form-action` in the pages' policy blocks that,
 * and the browser would stay on this page. So the payer gets the final page, which opens the app once.
 */
function leave({ visit, path, callback }: Payment): string {
  if (callback?.kind === 'page') return callback.href
  if (callback) visit.opensApp = true
  return path
}

function bankPaymentOf(payment: Payment, bankTransfers: BankTransfers): BankPayment {
  const { transfer, path, texts } = payment
  return {
    // The interface has no e-mail address of the payer. The user id takes its place: the accounts only need a stable
    // key.
    holder: { name: transfer.names, email: transfer.userId },
    backPath: path,
    strip: renderScenarioStrip(texts, 'bank_transfer'),
    authorized: ({ iban, holderNames, bankId }) =>
      bankTransfers.authorize(transfer.uuid, { iban, holderNames, bank: findBank(bankId)?.name ?? '' }),
    refused: () => bankTransfers.fail(transfer.uuid),
    leave: () => leave(payment),
  }
}

function renderLanding(payment: Payment): Content {
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
function renderEnded(payment: Payment): Content {
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
