// The bank's confirmation page: amount, payee, and the choice of an account.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import type { SandboxBank } from '../../service/banks.ts'
import { mask } from '../../service/payers.ts'
import { renderFrame } from '../frame.ts'
import { renderSettings } from '../settings.ts'
import { renderStepActions } from '../step-actions.ts'
import type { Texts } from '../texts/texts.ts'
import type { BankPayment } from './bank-payment.ts'
import { renderPaymentRows } from './bank-payment-rows.ts'
import { bankTheme } from './bank-theme.ts'

export type Account = { iban: string; kind: 'current' | 'household' | 'yourAccount' }

export type ConfirmPage = {
  payment: BankPayment
  language: string
  texts: Texts
  bank: SandboxBank
  accounts: readonly Account[]
}

export function renderConfirmPage({ payment, language, texts, bank, accounts }: ConfirmPage): Content {
  const { path, holder, cancelPath, strip, presetIban, backPath } = payment
  const holderRow = html`<div><dt>${texts.common.accountHolder}</dt><dd><bdi>${holder.name ?? holder.email}</bdi></dd></div>`
  const back = presetIban === undefined ? `${path}/bank/login` : backPath
  return renderFrame({
    language,
    title: texts.bank.confirm,
    theme: bankTheme(bank),
    settings: renderSettings({ language, path, step: '/bank/confirm' }),
    main: html`<div class="box sheet stack">
      <h1>${texts.bank.confirm}</h1>
      <p class="soft">${texts.bank.confirmText}</p>
      ${renderPaymentRows({ payment, language, texts, more: holderRow })}
      <form class="stack" method="post" action="${path}/bank/confirm">
        ${renderAccounts(texts, accounts)}
        <div class="row two-buttons">
          <button class="primary pay-button" type="submit" name="decision" value="authorise">${texts.bank.authorise}</button>
          <button class="second-button" type="submit" name="decision" value="refuse">${texts.bank.refuse}</button>
        </div>
      </form>
      ${renderStepActions({ texts, cancelPath, ...(back ? { back: { href: back, label: texts.common.back } } : {}) })}
      ${strip ?? ''}
    </div>`,
  })
}

// The value is the account's index, not its IBAN: a given IBAN is masked, so the page must not contain it.
function renderAccounts({ bank }: Texts, accounts: readonly Account[]): Content {
  return html`<fieldset class="stack tight accounts">
    <legend>${bank.account}</legend>
    ${accounts.map(
      ({ iban, kind }, index) => html`<label class="choice account">
        <input type="radio" name="account" value="${index}" ${index === 0 ? 'checked' : ''}>
        <span>${bank[kind]} <small dir="ltr">${kind === 'yourAccount' ? mask(iban) : spaced(iban)}</small></span>
      </label>`,
    )}
  </fieldset>`
}

/** In groups of four, as on paper. */
function spaced(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}
