// The pages of the wallet: e-mail address, code, confirmation.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { type Field, renderField, renderFormError } from '../../forms/field.ts'
import { amountText } from '../amount-text.ts'
import { methodIcons } from '../icons.ts'
import { isolate } from '../scenario-table.ts'
import { fill, type Texts } from '../texts/texts.ts'
import type { PayinStep } from './payin-step.ts'
import { renderStep } from './step-page.ts'
import type { Balance } from './wallet.ts'

export function renderWalletEmail(step: PayinStep, email: string, error?: string): Content {
  const { wallet } = step.texts
  const field: Field = {
    name: 'email',
    label: step.texts.common.email,
    value: email,
    error,
    type: 'email',
    autocomplete: 'email',
    inputmode: 'email',
    maxlength: 254,
    ltr: true,
    focused: error !== undefined,
  }
  return renderStep({
    step,
    at: '/wallet',
    title: wallet.title,
    wrong: error !== undefined,
    content: renderOneField(step, { at: '/wallet', title: wallet.title, button: wallet.sendCode, field }),
  })
}

export function renderWalletCode(step: PayinStep, email: string, error?: string): Content {
  const { wallet } = step.texts
  const field: Field = {
    name: 'code',
    label: wallet.code,
    error,
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    maxlength: 7,
    ltr: true,
    focused: error !== undefined,
  }
  const form = {
    at: '/wallet/code',
    title: wallet.codeTitle,
    lead: fill(wallet.codeText, { email: isolate(email) }),
    button: step.texts.common.signIn,
    field,
  }
  return renderStep({
    step,
    at: '/wallet/code',
    title: wallet.codeTitle,
    wrong: error !== undefined,
    back: otherEmail(step),
    content: html`${renderOneField(step, form)}<p class="note tone-wait">${wallet.anyCode}</p>`,
  })
}

type OneField = { at: string; title: string; lead?: string; button: string; field: Field }

function renderOneField({ path, texts }: PayinStep, { at, title, lead, button, field }: OneField): Content {
  return html`<section class="stack">
    <h2 class="row">${methodIcons.service_wallet} ${title}</h2>
    ${lead ? html`<p class="soft">${lead}</p>` : ''}
    <form class="stack" method="post" action="${path}${at}" novalidate>
      ${field.error ? renderFormError(texts.common.correction) : ''}
      ${renderField(field)}
      <button class="primary pay-button" type="submit">${button}</button>
    </form>
  </section>`
}

export function renderWalletConfirm(step: PayinStep, email: string, { before, after }: Balance): Content {
  const { texts, language, payin, path } = step
  const { wallet } = texts
  const isShort = after === undefined
  return renderStep({
    step,
    at: '/wallet/confirm',
    title: wallet.confirmTitle,
    back: otherEmail(step),
    content: html`<section class="stack">
      <h2 class="row">${methodIcons.service_wallet} ${wallet.confirmTitle}</h2>
      ${isShort ? renderFormError(wallet.short) : ''}
      <dl>
        <div><dt>${wallet.wallet}</dt><dd><bdi dir="ltr">${email}</bdi></dd></div>
        <div><dt>${wallet.balance}</dt><dd><bdi>${amountText(before, language)}</bdi></dd></div>
        ${isShort ? '' : html`<div><dt>${wallet.balanceAfter}</dt><dd><bdi>${amountText(after, language)}</bdi></dd></div>`}
      </dl>
      <form method="post" action="${path}/wallet/confirm">
        ${isShort ? button('second-button', wallet.leave) : button('primary pay-button', fill(texts.payin.pay, { amount: amountText(payin.amount, language) }))}
      </form>
    </section>`,
  })
}

function button(className: string, label: string): Content {
  return html`<button class="${className}" type="submit">${label}</button>`
}

function otherEmail({ path, texts }: { path: string; texts: Texts }) {
  return { href: `${path}/wallet`, label: texts.wallet.otherEmail }
}
