// The summary of a payment: amount, payee, reference, and the time left.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { amountText, timeText } from './amount-text.ts'
import { type Row, renderRows } from './rows.ts'
import type { View } from './view.ts'

/** The labels of a payer. A recipient needs others. */
export type OrderLabels = { amount: string; payee: string; deadline: string }

/** Contains the page's h1. */
export function renderOrder(view: View, own?: OrderLabels): Content {
  const { common, payin } = view.texts
  const labels = own ?? { amount: payin.amountToPay, payee: common.to, deadline: common.payBefore }
  return html`<section class="order stack" aria-labelledby="order-title">
    <h1 id="order-title"><small>${labels.amount}</small> <bdi class="order-amount">${amountText(view.amount, view.language)}</bdi></h1>
    <dl>
      ${renderRows([[labels.payee, view.payee], ...referenceRows(view)])}
      ${renderDeadline(view, labels.deadline)}
    </dl>
    <p class="visually-hidden" role="status" id="deadline-notice"></p>
  </section>`
}

export function amountRow({ texts, amount, language }: View): Row {
  return [texts.common.amount, amountText(amount, language)]
}

/** No row without a reference. */
export function referenceRows({ texts, reference }: View): Row[] {
  return reference === undefined ? [] : [[texts.common.reference, reference]]
}

/**
 * A row of a <dl>, while there is time left. At most one on a page: the script finds it by its id. The countdown uses the
 * time left, so a wrong clock of the visitor does not matter, and loads the first page when it ends. A payment that was moved
 * back by hand is open after its time, so that page has none: it would be loaded without end.
 */
export function renderDeadline(view: View, label = view.texts.common.payBefore): Content {
  const { expiresAt, now, path, language } = view
  const remainingMs = Date.parse(expiresAt ?? '') - now
  if (expiresAt === undefined || remainingMs <= 0) return html``
  const { common } = view.texts
  return html`<div>
    <dt id="deadline-label" data-running="${common.timeLeft}">${label}</dt>
    <dd><time id="deadline" dir="ltr" datetime="${expiresAt}" data-remaining-ms="${remainingMs}" data-end="${path}"
      data-five-minutes="${common.fiveMinutesLeft}" data-one-minute="${common.oneMinuteLeft}">${timeText(expiresAt, language)}</time></dd>
  </div>`
}
