// What a person looks up at the back office: the payments of an order, a payout, and the newest payouts. The code and the
// id of a payout are not shown: together they are the money.
import { html } from 'hono/html'
import { moneyText } from '../../../protocol/money-text.ts'
import type { Session } from '../../../server/index.ts'
import type { ListedPayout } from '../../create/payout-list.ts'
import type { OrderPayment, PaymentsOfId } from '../../order/payments.ts'
import { type Asked, type Frame, type Html, layout } from './layout.ts'

/** ISO 8601 in UTC, to the second. */
export function timeOf(at: Date | string) {
  const text = new Date(at).toISOString()
  return html`<time datetime="${text}">${text.replace(/\.\d+Z$/, 'Z')}</time>`
}

/** The forms that look something up. @param asked what was looked up just now */
export function lookUpForms({ up }: Frame, { order = '', payout = '' }: Asked) {
  return html`<section id="look-up" aria-labelledby="look-up-title">
<h2 id="look-up-title">Payments and payouts</h2>
<form action="${up}backoffice"><label for="order">Order</label> <input id="order" name="order" value="${order}" maxlength="36" required dir="auto"> <button>Show its payments</button></form>
<form action="${up}backoffice"><label for="payout">Reference of a payout</label> <input id="payout" name="payout" value="${payout}" maxlength="36" required dir="auto"> <button>Show the payout</button></form>
</section>`
}

export function paymentsPage(frame: Frame, order: string, { own, ofOthers }: PaymentsOfId) {
  const title = own.length + ofOthers.length === 0 ? 'No payments' : 'Payments of an order'
  const payout = `${frame.up}backoffice?${new URLSearchParams({ payout: order })}`
  return layout(
    frame,
    title,
    html`<p>Order <bdi>${order}</bdi>${own.length === 0 && html` has no payment that the service has accepted. If it is the reference of a payout, <a href="${payout}">show the payout</a>.`}</p>
${own.map(articleOf)}
${ofOthers.length > 0 && html`<p>Another customer’s order had this id before. Its payments:</p>`}
${ofOthers.map(articleOf)}
${lookUpForms(frame, { order })}`,
  )
}

const articleOf = ({ kind, createdAt, ...payment }: OrderPayment) =>
  html`<article><h2>${nameOf(kind)}, ${timeOf(createdAt)}</h2>${paymentContent(payment)}</article>`

function paymentContent(payment: Omit<OrderPayment, 'kind' | 'createdAt'>) {
  const { id, outcome, status, review, amount, canBePaid, expiresAt } = payment
  return listOf([
    ['Outcome', html`<strong>${outcome}</strong>`],
    ['Under review', review && html`${review.replaceAll('_', ' ')}: see its alert`],
    ['Amount', moneyText(amount, 'en')],
    ['Status at the service', html`<bdi>${status}</bdi>`],
    ['Can be paid now', canBePaid ? 'yes, somebody may have its page open' : 'no'],
    ['Expires', expiresAt && timeOf(expiresAt)],
    ['Id in the log', html`<code>${id}</code>`],
  ])
}

/** @param payout `null`: there is none */
export function payoutPage(frame: Frame, reference: string, payout: Session | null) {
  return layout(
    frame,
    payout ? 'Payout' : 'No payout',
    html`${
      payout
        ? html`<article>${payoutContent(payout)}</article>`
        : html`<p>There is no payout with the reference <bdi>${reference}</bdi>.</p>`
    }
${lookUpForms(frame, { payout: reference })}`,
  )
}

/** @param isPaid which of the newest payouts are listed */
export function payoutsPage(frame: Frame, isPaid: boolean, payouts: readonly ListedPayout[]) {
  const address = (state: string) => `${frame.up}backoffice?payouts=${state}`
  const other = isPaid
    ? html`<a href="${address('unpaid')}">Those that are not paid out</a>`
    : html`<a href="${address('paid')}">Those that are paid out</a>`
  const none = isPaid ? 'No payout has been paid out yet.' : 'No payout is waiting.'
  return layout(
    frame,
    isPaid ? 'Payouts, paid out' : 'Payouts, not paid out',
    html`<p>${payouts.length === 0 ? none : 'The newest fifty at most.'} ${other}</p>
${payouts.map(({ reference, amount, outcome, createdAt }) => {
  const page = `${frame.up}backoffice?${new URLSearchParams({ payout: reference })}`
  return html`<article><h2><a href="${page}"><bdi>${reference}</bdi></a></h2>${listOf([
    ['Amount', moneyText(amount, 'en')],
    ['Outcome', html`<strong>${outcome}</strong>`],
    ['Asked for', timeOf(createdAt)],
  ])}</article>`
})}
${lookUpForms(frame, {})}`,
  )
}

const payoutContent = ({ reference, outcome, status, status_details, amount, expires_at }: Session) =>
  listOf([
    ['Reference', html`<bdi>${reference}</bdi>`],
    ['Outcome', html`<strong>${outcome}</strong>`],
    ['Amount', amount && moneyText(amount, 'en')],
    ['Status at the service', html`<bdi>${status}</bdi>`],
    ['Details', status_details && html`<bdi>${status_details}</bdi>`],
    ['Expires', expires_at && timeOf(expires_at)],
  ])

const nameOf = (kind: string): string =>
  `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}`

/** Names and values; those without a value are left out. */
const listOf = (fields: readonly (readonly [string, Html | string | null])[]) =>
  html`<dl>${fields.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
