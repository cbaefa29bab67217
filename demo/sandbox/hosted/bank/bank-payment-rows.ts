// The payment on a bank's page: amount, payee, reference, and the time left.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { amountText } from '../amount-text.ts'
import { renderDeadline } from '../order-summary.ts'
import type { Texts } from '../texts/texts.ts'
import type { BankPayment } from './bank-payment.ts'

export type PaymentRows = { payment: BankPayment; language: string; texts: Texts; more?: Content }

export function renderPaymentRows({ payment, language, texts, more }: PaymentRows): Content {
  const { amount, payee, reference, expiresAt, now = 0, path } = payment
  const { common } = texts
  return html`<dl>
    <div><dt>${common.amount}</dt><dd><bdi>${amountText(amount, language)}</bdi></dd></div>
    <div><dt>${common.to}</dt><dd><bdi>${payee}</bdi></dd></div>
    ${reference === undefined ? '' : html`<div><dt>${common.reference}</dt><dd><bdi>${reference}</bdi></dd></div>`}
    ${more ?? ''}
    ${expiresAt === undefined ? '' : renderDeadline({ texts, language, now, endPath: path }, expiresAt)}
  </dl>
  <p class="visually-hidden" role="status" id="deadline-notice"></p>`
}
