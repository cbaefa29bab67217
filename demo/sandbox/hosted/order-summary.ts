// The summary of a payment: amount, payee, reference, and the time left.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import type { Money } from '../service/intents.ts'
import { amountText, timeText } from './amount-text.ts'
import type { Texts } from './texts/texts.ts'

export type Order = {
  texts: Texts
  language: string
  amount: Money
  /** The merchant's host, or a name. */
  payee: string
  reference?: string | undefined
  /** ISO time; without it there is no countdown. */
  expiresAt?: string | undefined
  /** The sandbox's time in ms. The countdown uses the time left, so a wrong clock of the visitor does not matter. */
  now: number
  /** Above the amount. Default: "Amount to pay". */
  label?: string
  /** The address to load when the countdown ends. Default: the page itself. */
  endPath?: string
}

/** Contains the page's h1. */
export function renderOrder(order: Order): Content {
  const { texts, language, reference, expiresAt } = order
  const { common, payin } = texts
  return html`<section class="order stack" aria-labelledby="order-title">
    <h1 id="order-title"><small>${order.label ?? payin.amountToPay}</small> <bdi class="order-amount">${amountText(order.amount, language)}</bdi></h1>
    <dl>
      <div><dt>${common.to}</dt><dd><bdi>${order.payee}</bdi></dd></div>
      ${reference === undefined ? '' : html`<div><dt>${common.reference}</dt><dd><bdi>${reference}</bdi></dd></div>`}
      ${expiresAt === undefined ? '' : renderDeadline(order, expiresAt)}
    </dl>
    <p class="visually-hidden" role="status" id="deadline-notice"></p>
  </section>`
}

export type Deadline = Pick<Order, 'texts' | 'language' | 'now' | 'endPath'>

/** A row of a <dl>. At most one on a page: the script finds it by its id. */
export function renderDeadline(
  { texts: { common }, language, now, endPath }: Deadline,
  expiresAt: string,
): Content {
  const remainingMs = Math.max(0, Date.parse(expiresAt) - now)
  return html`<div>
    <dt id="deadline-label" data-running="${common.timeLeft}">${common.payBefore}</dt>
    <dd><time id="deadline" dir="ltr" datetime="${expiresAt}" data-remaining-ms="${remainingMs}" ${endPath ? html`data-end="${endPath}"` : ''}
      data-five-minutes="${common.fiveMinutesLeft}" data-one-minute="${common.oneMinuteLeft}">${timeText(expiresAt, language)}</time></dd>
  </div>`
}
