// The page of a crypto transfer: the amount and the address.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderSubmit } from '../../forms/form.ts'
import { amountText } from '../amount-text.ts'
import { methodIcons } from '../icons.ts'
import { type Row, renderRows } from '../rows.ts'
import { fill } from '../texts/texts.ts'
import type { PayinStep } from './payin-flow.ts'
import { renderStep } from './step-page.ts'
import type { Transfer } from './transfer-request.ts'

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
    </section>`,
  })
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
