// The pages of a crypto transfer: amount and address, then the confirmations.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderFormError } from '../../forms/field.ts'
import { renderSubmit } from '../../forms/form.ts'
import { amountText } from '../amount-text.ts'
import { methodIcons } from '../icons.ts'
import { renderOutcome } from '../message.ts'
import { amountRow } from '../order-summary.ts'
import { type Row, renderRows } from '../rows.ts'
import { fill } from '../texts/texts.ts'
import type { PayinStep } from './payin-flow.ts'
import { backToMerchant } from './status-page.ts'
import { renderStep } from './step-page.ts'
import { confirmationsNeeded, type Transfer } from './transfer-request.ts'

export function renderTransferPage(step: PayinStep, transfer: Transfer): Content {
  const { texts, path, language } = step
  const { crypto, common } = texts
  const { amount, address } = transfer
  const title = fill(crypto.title, { amount: amountText(amount, language) })
  return renderStep(step, {
    at: '/crypto',
    title,
    content: html`<section class="stack">
      <h2 class="row">${methodIcons.crypto_transfer} <span>${title}</span></h2>
      ${renderMissing(step, transfer)}
      <p class="note tone-wait">${crypto.warning}</p>
      <div class="row transfer">
        <img class="qr" src="${path}/crypto/qr.svg" alt="${crypto.qr}" width="176" height="176">
        <dl>
          ${renderRows([[common.network, transfer.network, 'ltr'], ...rateRows(step, transfer)])}
          ${copyRow(step, crypto.exactAmount, amount.value, `${amount.value} ${amount.currency}`)}
          ${copyRow(step, crypto.address, address, address)}
        </dl>
      </div>
      <form class="stack" method="post" action="${path}/crypto/sent">
        ${renderSubmit(crypto.sent)}
        <p class="hint">${common.sandbox}: ${crypto.sentNote}</p>
      </form>
      <form class="stack tight instead" method="post" action="${path}/crypto/too-little">
        <p class="hint">${common.sandbox}: ${crypto.sendLessNote}</p>
        ${renderSubmit(crypto.sendLess, 'second-button')}
      </form>
    </section>`,
  })
}

function renderMissing({ texts, language }: PayinStep, { received, missing }: Transfer): Content {
  if (!received || !missing) return html``
  const amounts = { received: amountText(received, language), missing: amountText(missing, language) }
  return renderFormError(fill(texts.crypto.tooLittle, amounts))
}

function rateRows({ texts, payin }: PayinStep, { rate, amount }: Transfer): Row[] {
  if (rate === undefined) return []
  return [[texts.crypto.rate, `1 ${payin.amount.currency} = ${rate} ${amount.currency}`, 'ltr']]
}

/** The button is hidden until the script, which does the copying, shows it. */
function copyRow({ texts: { common } }: PayinStep, label: string, value: string, shown: string): Content {
  return html`<div class="row copy-row">
    <dt>${label}</dt>
    <dd><bdi class="mono" dir="ltr">${shown}</bdi>
      <button class="small-button" type="button" hidden data-copy="${value}" data-copied="${common.copied}" aria-label="${common.copy}: ${label}">${common.copy}</button></dd>
  </div>`
}

export function renderConfirmations(step: PayinStep, count: number): Content {
  const { crypto } = step.texts
  const done = count >= confirmationsNeeded
  const message = {
    tone: done ? 'done' : 'waiting',
    title: done ? crypto.doneTitle : crypto.seenTitle,
    text: done ? crypto.doneText : crypto.seenText,
    // Only until it is done: endless reloads disturb a screen reader.
    refreshSeconds: done ? undefined : 2,
    more: html`<p class="row confirmations" role="status">${Array.from(
      { length: confirmationsNeeded },
      (_, index) =>
        html`<span class="confirmation ${index < count ? 'is-there' : ''}" aria-hidden="true"></span>`,
    )} <span class="confirmation-count">${fill(crypto.confirmations, { count, of: confirmationsNeeded })}</span></p>`,
    rows: [amountRow(step)],
    back: backToMerchant(step),
  } as const
  return renderOutcome(step, message, '/crypto')
}
