// The crypto transfer: an amount and an address. Who says that it was sent has paid.

import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import { encodeQR } from 'qr'
import type { Content } from '../../forms/content.ts'
import { renderSubmit } from '../../forms/form.ts'
import type { Payin } from '../../service/payins.ts'
import { amountText } from '../amount-text.ts'
import { toUsdc } from '../conversion.ts'
import { methodIcons } from '../icons.ts'
import { type Row, renderRows } from '../rows.ts'
import { fill } from '../texts/texts.ts'
import type { PayinFlow, PayinStep } from './payin-flow.ts'
import { renderStep } from './step-page.ts'

export function mountCrypto({ always, whileOpen, pay }: PayinFlow): void {
  whileOpen.get('/crypto', (c, step) => c.html(renderTransferPage(step, transferOf(step))))
  always.get('/crypto/qr.svg', (c, step) => {
    const { uri } = transferOf(step)
    return c.body(encodeQR(uri, 'svg', { ecc: 'medium' }), 200, { 'Content-Type': 'image/svg+xml' })
  })
  always.post('/crypto/sent', (c, step) => c.redirect(pay(step), 303))
}

function renderTransferPage(step: PayinStep, transfer: Transfer): Content {
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
  return [[texts.common.rate, `1 ${payin.amount.currency} = ${rate} ${amount.currency}`, 'ltr']]
}

/** The button is hidden until the script, which does the copying, shows it. */
function copyRow({ texts: { common } }: PayinStep, label: string, value: string, shown: string): Content {
  return html`<div class="row copy-row">
    <dt>${label}</dt>
    <dd><bdi class="mono" dir="ltr">${shown}</bdi>
      <button class="small-button" type="button" hidden data-copy="${value}" data-copied="${common.copied}" aria-label="${common.copy}: ${label}">${common.copy}</button></dd>
  </div>`
}

type Transfer = ReturnType<typeof transferOf>

function transferOf({ payin }: PayinStep) {
  const { amount, rate } = toUsdc(payin.amount, 'up')
  const address = addressOf(payin)
  return {
    address,
    amount,
    rate,
    network: 'Polygon',
    // Like EIP-681, but with a scheme that no wallet opens: nobody has the key of this address, and real coins sent to
    // it would be lost.
    uri: `tidewell-sandbox:${address}?token=${amount.currency}&amount=${amount.value}&network=polygon`,
  }
}

/** Computed from the payin's id, so that a reload shows the same address. */
function addressOf({ id }: Payin): string {
  return `0x${createHash('sha256').update(id).digest('hex').slice(0, 40)}`
}
