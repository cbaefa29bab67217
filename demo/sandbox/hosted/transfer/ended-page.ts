// The final page of a bank transfer: the outcome, and the link back to the merchant's page or app.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import type { BankTransfer } from '../../service/bank-transfers.ts'
import { mask } from '../../service/payers.ts'
import type { BankTransferStatus } from '../../service/statuses.ts'
import { amountText } from '../amount-text.ts'
import { renderSettings } from '../frame.ts'
import { renderMessage, type Tone } from '../message.ts'
import { isolate } from '../scenario-table.ts'
import { fill, type Texts, textsFor } from '../texts/texts.ts'
import { type Callback, merchantOf } from './callback.ts'

export type EndedStatus = Exclude<BankTransferStatus, 'STARTED'>

const tones: Record<EndedStatus, Tone> = { AUTHORIZED: 'done', FAILED_INTENT: 'stopped', INTENT: 'waiting' }

export type Ended = {
  transfer: BankTransfer
  status: EndedStatus
  language: string
  path: string
  callback: Callback | undefined
}

export function renderEnded({ transfer, status, language, path, callback }: Ended): Content {
  const texts = textsFor(language)
  return renderMessage({
    language,
    tone: tones[status],
    ...{ ...texts.transfer.ended, FAILED_INTENT: texts.transaction.FAILED_INTENT }[status],
    rows: rowsOf(transfer, texts, language),
    settings: renderSettings({ language, path }),
    ...(callback
      ? { back: { href: callback.href, label: labelOf(callback, texts) } }
      : { more: html`<p>${texts.transaction.closeWindow}</p>` }),
  })
}

function labelOf(callback: Callback, { common, transfer, transaction }: Texts): string {
  if (callback.kind === 'app') return transfer.openApp
  return fill(common.returnTo, { payee: isolate(merchantOf(callback) ?? transaction.theMerchant) })
}

function rowsOf(
  { amount, currency, payerBankAccount }: BankTransfer,
  { common, transfer }: Texts,
  language: string,
) {
  const rows: [string, string][] = [[common.amount, amountText({ value: amount, currency }, language)]]
  // Everyone with the link sees this page, so the account is masked.
  if (payerBankAccount)
    rows.push([transfer.account, `${payerBankAccount.bank}, ${mask(payerBankAccount.iban)}`])
  return rows
}
