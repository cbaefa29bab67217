// The pages of the chosen bank: its sign-in, where all values are accepted and some user names choose an outcome, and the
// confirmation with amount, payee and the choice of an account. They have the bank's colour and logo instead of Tidewell's.
// The colours are in a stylesheet, because the pages' policy allows no inline styles.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { type Filled, type FormField, isWrong, renderForm } from '../../forms/form.ts'
import { banks, logoPath, type SandboxBank } from '../../service/banks.ts'
import { inFours, mask } from '../../service/payers.ts'
import type { Frame } from '../frame.ts'
import { amountRow, referenceRows, renderDeadline } from '../order-summary.ts'
import { type Row, renderRows } from '../rows.ts'
import { type Link, renderStepPage, type StepPage } from '../step-page.ts'
import { renderOutcomes } from '../test-values.ts'
import { fill, type Texts } from '../texts/texts.ts'
import type { View } from '../view.ts'
import { type BankPayment, bankUsers } from './bank-payment.ts'

export function loginFields({ bank }: Texts): FormField[] {
  const entered = (message: string) => (typed: string) => (typed === '' ? message : undefined)
  return [
    { name: 'user-name', label: bank.userName, maxlength: 80, check: entered(bank.enterUserName) },
    {
      name: 'password',
      label: bank.password,
      type: 'password',
      maxlength: 80,
      secret: true,
      check: entered(bank.enterPassword),
    },
  ]
}

export function renderLoginPage(
  view: View,
  payment: BankPayment,
  bank: SandboxBank,
  filled: Filled,
): Content {
  const { path, payee, texts } = view
  return renderBankPage(view, {
    bank,
    at: '/bank/login',
    title: fill(texts.bank.signIn, { bank: bank.name }),
    lead: fill(texts.bank.signInText, { payee }),
    wrong: isWrong(filled),
    content: renderForm({
      action: `${path}/bank/login`,
      fields: loginFields(texts),
      filled,
      correction: texts.common.correction,
      button: texts.common.signIn,
    }),
    back: backOf(view, payment),
    strip: html`${renderUserNames(texts)}
      ${payment.strip}`,
  })
}

function backOf({ path, texts }: View, { presetBankId, backPath }: BankPayment): Link | undefined {
  if (presetBankId === undefined) return { href: `${path}/bank`, label: texts.bank.otherBank }
  return backPath === undefined ? undefined : { href: backPath, label: texts.common.back }
}

function renderUserNames(texts: Texts): Content {
  const { bank } = texts
  return html`<details class="hint">
    <summary>${bank.testUsers}</summary>
    <p class="soft">${bank.anyValues}</p>
    ${renderOutcomes(texts, bank.userName, bankUsers)}
  </details>`
}

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

export const bankThemesPath = '/banks/skins.css'

export function bankThemesCss(): string {
  return banks.map(({ slug, colour }) => `.bank-${slug} { --bank: ${colour}; }`).join('\n')
}

type BankPage = StepPage & {
  bank: SandboxBank
  lead: string
  /** Below the payment's own rows. */
  rows?: readonly Row[]
}

function renderBankPage(view: View, { bank, lead, rows = [], ...page }: BankPage): Content {
  const content = html`<h1>${page.title}</h1>
    <p class="soft">${lead}</p>
    ${renderPayment(view, rows)}
    ${page.content}`
  return renderStepPage(view, { ...page, content, theme: themeOf(bank) })
}

function renderPayment(view: View, rows: readonly Row[]): Content {
  return html`<dl>
    ${renderRows([amountRow(view), [view.texts.common.to, view.payee], ...referenceRows(view), ...rows])}
    ${renderDeadline(view)}
  </dl>
  <p class="visually-hidden" role="status" id="deadline-notice"></p>`
}

function themeOf(bank: SandboxBank): Frame['theme'] {
  return {
    className: `bank-look bank-${bank.slug}`,
    stylesheet: bankThemesPath,
    brand: html`<span class="row"><img src="${logoPath(bank)}" alt="" width="36" height="36"><bdi class="title">${bank.name}</bdi></span>`,
  }
}
