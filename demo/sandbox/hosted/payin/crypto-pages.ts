// The pages of a crypto transfer: amount and address, then the confirmations.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderFormError } from '../../forms/field.ts'
import { amountText } from '../amount-text.ts'
import { methodIcons } from '../icons.ts'
import { renderMessage } from '../message.ts'
import { renderSettings } from '../settings.ts'
import { fill } from '../texts/texts.ts'
import type { PayinStep } from './payin-step.ts'
import { renderStep } from './step-page.ts'
import { confirmationsNeeded, type Transfer } from './transfer-request.ts'

export function renderTransferPage(step: PayinStep, transfer: Transfer): Content {
  const { texts, path, language, payin } = step
  const { crypto } = texts
  const { amount, address, rate, network, received, missing } = transfer
  const title = fill(crypto.title, { amount: amountText(amount, language) })
  return renderStep({
    step,
    at: '/crypto',
    title,
    content: html`<section class="stack">
      <h2 class="row">${methodIcons.crypto_transfer} <span>${title}</span></h2>
      ${received && missing ? renderFormError(fill(crypto.tooLittle, { received: amountText(received, language), missing: amountText(missing, language) })) : ''}
      <p class="note tone-wait">${crypto.warning}</p>
      <div class="row transfer">
        <img class="qr" src="${path}/crypto/qr.svg" alt="${crypto.qr}" width="176" height="176">
        <dl>
          <div><dt>${texts.common.network}</dt><dd><bdi dir="ltr">${network}</bdi></dd></div>
          ${rate === undefined ? '' : html`<div><dt>${crypto.rate}</dt><dd><bdi dir="ltr">1 ${payin.amount.currency} = ${rate} ${amount.currency}</bdi></dd></div>`}
          ${copyRow(step, crypto.exactAmount, amount.value, `${amount.value} ${amount.currency}`)}
          ${copyRow(step, crypto.address, address, address)}
        </dl>
      </div>
      <form class="stack" method="post" action="${path}/crypto/sent">
        <button class="primary pay-button" type="submit">${crypto.sent}</button>
        <p class="hint">${texts.common.sandbox}: ${crypto.sentNote}</p>
      </form>
      <form class="stack tight instead" method="post" action="${path}/crypto/too-little">
        <p class="hint">${texts.common.sandbox}: ${crypto.sendLessNote}</p>
        <button class="second-button" type="submit">${crypto.sendLess}</button>
      </form>
    </section>`,
  })
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
  const { texts, language, payin, path, payee } = step
  const { crypto, common } = texts
  const done = count >= confirmationsNeeded
  return renderMessage({
    language,
    tone: done ? 'done' : 'waiting',
    title: done ? crypto.doneTitle : crypto.seenTitle,
    text: done ? crypto.doneText : crypto.seenText,
    // Only until it is done: endless reloads disturb a screen reader.
    ...(done ? {} : { refreshSeconds: 2 }),
    more: html`<p class="row confirmations" role="status">${Array.from(
      { length: confirmationsNeeded },
      (_, index) =>
        html`<span class="confirmation ${index < count ? 'is-there' : ''}" aria-hidden="true"></span>`,
    )} <span class="confirmation-count">${fill(crypto.confirmations, { count, of: confirmationsNeeded })}</span></p>`,
    rows: [[common.amount, amountText(payin.amount, language)]],
    back: { href: payin.return_url, label: fill(common.returnTo, { payee }) },
    settings: renderSettings({ language, path, step: '/crypto' }),
  })
}
