// The bank's sign-in page, in the bank's theme. All values are accepted; some user names choose an outcome.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderField, renderFormError } from '../../forms/field.ts'
import type { SandboxBank } from '../../service/banks.ts'
import { renderFrame } from '../frame.ts'
import { renderSettings } from '../settings.ts'
import { renderStepActions } from '../step-actions.ts'
import { fill, type Texts } from '../texts/texts.ts'
import type { BankPayment } from './bank-payment.ts'
import { renderPaymentRows } from './bank-payment-rows.ts'
import { bankTheme } from './bank-theme.ts'
import { bankUsers } from './bank-users.ts'

export type LoginPage = {
  payment: BankPayment
  language: string
  texts: Texts
  bank: SandboxBank
  user?: string
  errors?: { 'user-name'?: string; password?: string }
}

export function renderLoginPage({
  payment,
  language,
  texts,
  bank,
  user = '',
  errors = {},
}: LoginPage): Content {
  const { path, cancelPath, strip } = payment
  const title = fill(texts.bank.signIn, { bank: bank.name })
  const wrong = Object.keys(errors).length > 0
  return renderFrame({
    language,
    title,
    wrong,
    theme: bankTheme(bank),
    settings: renderSettings({ language, path, step: '/bank/login' }),
    main: html`<div class="box sheet stack">
      <h1>${title}</h1>
      <p class="soft">${fill(texts.bank.signInText, { payee: payment.payee })}</p>
      ${renderPaymentRows({ payment, language, texts })}
      <form class="stack" method="post" action="${path}/bank/login" novalidate>
        ${wrong ? renderFormError(texts.common.correction) : ''}
        ${renderField({ name: 'user-name', label: texts.bank.userName, value: user, error: errors['user-name'], maxlength: 80, focused: errors['user-name'] !== undefined })}
        ${renderField({ name: 'password', label: texts.bank.password, type: 'password', error: errors.password, maxlength: 80, focused: errors['user-name'] === undefined && errors.password !== undefined })}
        <button class="primary pay-button" type="submit">${texts.common.signIn}</button>
      </form>
      ${renderStepActions({ texts, cancelPath, back: backOf(payment, texts) })}
      ${renderUserNames(texts)}
      ${strip ?? ''}
    </div>`,
  })
}

function backOf({ presetBankId, backPath, path }: BankPayment, { bank, common }: Texts) {
  if (presetBankId === undefined) return { href: `${path}/bank`, label: bank.otherBank }
  return backPath ? { href: backPath, label: common.back } : undefined
}

function renderUserNames({ common, bank }: Texts): Content {
  return html`<details class="hint">
    <summary>${bank.testUsers}</summary>
    <p class="soft">${bank.anyValues}</p>
    <table>
      <thead><tr><th scope="col">${bank.userName}</th><th scope="col">${common.outcome}</th></tr></thead>
      <tbody>
        <tr><td dir="ltr">${bankUsers.refused}</td><td>${bank.userRefused}</td></tr>
        <tr><td dir="ltr">${bankUsers.locked}</td><td>${bank.userLocked}</td></tr>
        <tr><td dir="ltr">${bankUsers.noMoney}</td><td>${bank.userNoMoney}</td></tr>
      </tbody>
    </table>
  </details>`
}
