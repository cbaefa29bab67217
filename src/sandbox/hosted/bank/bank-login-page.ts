// The bank's sign-in page, in the bank's theme. All values are accepted; some user names choose an outcome.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { type Filled, type FormField, isWrong, renderForm } from '../../forms/form.ts'
import type { SandboxBank } from '../../service/banks.ts'
import type { Link } from '../step-page.ts'
import { renderOutcomes } from '../test-values.ts'
import { fill, type Texts } from '../texts/texts.ts'
import type { View } from '../view.ts'
import { renderBankPage } from './bank-page.ts'
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
