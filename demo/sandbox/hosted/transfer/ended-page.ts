// The final page of a bank transfer: the outcome, and the link back to the merchant's page or app.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { mask } from '../../service/payers.ts'
import type { BankTransferStatus } from '../../service/statuses.ts'
import { renderOutcome, type Tone } from '../message.ts'
import { amountRow } from '../order-summary.ts'
import type { Row } from '../rows.ts'
import { isolate } from '../scenario-table.ts'
import { fill } from '../texts/texts.ts'
import type { Payment } from './landing-page.ts'

type EndedStatus = Exclude<BankTransferStatus, 'STARTED'>

const tones: Record<EndedStatus, Tone> = { AUTHORIZED: 'done', FAILED_INTENT: 'stopped', INTENT: 'waiting' }

/** @throws {Error} for a transfer that the payer can still authorise */
export function renderEnded(payment: Payment): Content {
  const { transfer, texts, callback } = payment
  const status = transfer.paymentStatus
  if (status === 'STARTED') throw new Error('A transfer that is STARTED can be paid: show its first page.')
  return renderOutcome(payment, {
    tone: tones[status],
    ...{ ...texts.transfer.ended, FAILED_INTENT: texts.transaction.FAILED_INTENT }[status],
    rows: [amountRow(payment), ...accountRows(payment)],
    ...(callback
      ? { back: { href: callback.href, label: backLabel(payment) } }
      : { more: html`<p>${texts.transaction.closeWindow}</p>` }),
  })
}

function backLabel({ callback, texts, payee }: Payment): string {
  if (callback?.kind === 'app') return texts.transfer.openApp
  return fill(texts.common.returnTo, { payee: isolate(payee) })
}

/** Everyone with the link sees this page, so the account is masked. */
function accountRows({ transfer: { payerBankAccount: account }, texts }: Payment): Row[] {
  return account ? [[texts.transfer.account, `${account.bank}, ${mask(account.iban)}`]] : []
}
