// The bank's confirmation page: amount, payee, and the choice of an account.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import type { SandboxBank } from '../../service/banks.ts'
import { inFours, mask } from '../../service/payers.ts'
import type { Texts } from '../texts/texts.ts'
import type { View } from '../view.ts'
import { renderBankPage } from './bank-page.ts'
import type { BankPayment } from './bank-payment.ts'

export type Account = { iban: string; kind: 'current' | 'household' | 'yourAccount' }

export function renderConfirmPage(
  view: View,
  { holder, strip, presetIban, backPath }: BankPayment,
  bank: SandboxBank,
  accounts: readonly Account[],
  chosen: number,
): Content {
  const { path, texts } = view
  const back = presetIban === undefined ? `${path}/bank/login` : backPath
  return renderBankPage(view, {
    bank,
    at: '/bank/confirm',
    title: texts.bank.confirm,
    lead: texts.bank.confirmText,
    rows: [[texts.common.accountHolder, holder.name ?? holder.email]],
    content: html`<form class="stack" method="post" action="${path}/bank/confirm">
      ${renderAccounts(texts, accounts, chosen)}
      <div class="row two-buttons">
        <button class="primary pay-button" type="submit" name="decision" value="authorise">${texts.bank.authorise}</button>
        <button class="second-button" type="submit" name="decision" value="refuse">${texts.bank.refuse}</button>
      </div>
    </form>`,
    back: back === undefined ? undefined : { href: back, label: texts.common.back },
    strip,
  })
}

// The value is the account's index, not its IBAN: a given IBAN is masked, so the page must not contain it.
function renderAccounts({ bank }: Texts, accounts: readonly Account[], chosen: number): Content {
  return html`<fieldset class="stack tight accounts">
    <legend>${bank.account}</legend>
    ${accounts.map(
      ({ iban, kind }, index) => html`<label class="choice account">
        <input type="radio" name="account" value="${index}" ${index === chosen ? 'checked' : ''}>
        <span>${bank[kind]} <small dir="ltr">${kind === 'yourAccount' ? mask(iban) : inFours(iban)}</small></span>
      </label>`,
    )}
  </fieldset>`
}
