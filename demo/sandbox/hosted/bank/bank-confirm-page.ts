// The bank asks: this amount, to this payee, from which account?
import { html } from 'hono/html'
import type { SandboxBank } from '../../service/banks.ts'
import { mask } from '../../service/payers.ts'
import type { Content } from '../document.ts'
import { renderFrame } from '../frame.ts'
import { renderSettings } from '../settings.ts'
import type { Texts } from '../texts/texts.ts'
import { renderWaysOut } from '../ways-out.ts'
import { bankLook } from './bank-look.ts'
import { renderPaymentRows } from './bank-payment-rows.ts'
import type { BankSubject } from './bank-subject.ts'

export type Account = { iban: string; kind: 'current' | 'household' | 'yourAccount' }

export type ConfirmPage = {
  subject: BankSubject
  language: string
  texts: Texts
  bank: SandboxBank
  accounts: readonly Account[]
}

export function renderConfirmPage({ subject, language, texts, bank, accounts }: ConfirmPage): Content {
  const { path, holder, cancelPath, strip, presetIban, backPath } = subject
  const holderRow = html`<div><dt>${texts.bank.holder}</dt><dd><bdi>${holder.name ?? holder.email}</bdi></dd></div>`
  const back = presetIban === undefined ? `${path}/bank/login` : backPath
  return renderFrame({
    language,
    title: texts.bank.confirm,
    look: bankLook(bank),
    settings: renderSettings({ language, path, step: '/bank/confirm' }),
    main: html`<div class="sheet">
      <h1>${texts.bank.confirm}</h1>
      <p class="lead">${texts.bank.confirmText}</p>
      ${renderPaymentRows({ subject, language, texts, more: holderRow })}
      <form method="post" action="${path}/bank/confirm">
        ${renderAccounts(texts, accounts)}
        <div class="two-buttons">
          <button class="pay-button" type="submit" name="decision" value="authorise">${texts.bank.authorise}</button>
          <button class="second-button" type="submit" name="decision" value="refuse">${texts.bank.refuse}</button>
        </div>
      </form>
      ${renderWaysOut({ texts, cancelPath, ...(back ? { back: { href: back, label: texts.common.back } } : {}) })}
      ${strip ?? ''}
    </div>`,
  })
}

// The value is the account's place, not its IBAN: a given IBAN is shown masked, so it must not be in the page.
function renderAccounts({ bank }: Texts, accounts: readonly Account[]): Content {
  return html`<fieldset class="accounts">
    <legend>${bank.account}</legend>
    ${accounts.map(
      ({ iban, kind }, index) => html`<label class="account">
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
