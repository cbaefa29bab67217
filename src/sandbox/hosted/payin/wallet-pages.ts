// The pages of the wallet: e-mail address, code, confirmation.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderFormError } from '../../forms/field.ts'
import {
  codeInput,
  emailField,
  type Filled,
  type FormField,
  isWrong,
  prefilled,
  renderForm,
  renderSubmit,
} from '../../forms/form.ts'
import { amountText } from '../amount-text.ts'
import { methodIcons } from '../icons.ts'
import { type Row, renderRows } from '../rows.ts'
import type { Link } from '../step-page.ts'
import { fill, isolate, type Texts } from '../texts/texts.ts'
import type { PayinStep } from './payin-flow.ts'
import { renderStep } from './step-page.ts'
import type { Balance } from './wallet.ts'

const wrongCode = '000000'

export function codeField({ wallet, card }: Texts): FormField {
  return {
    ...codeInput,
    label: card.code,
    maxlength: 7,
    check(typed) {
      const code = typed.replace(/\s/g, '')
      if (!/^[0-9]{6}$/.test(code)) return wallet.codeShape
      return code === wrongCode ? wallet.codeWrong : undefined
    },
  }
}

export function renderWalletEmail(step: PayinStep, filled: Filled): Content {
  const { path, texts } = step
  const { wallet, common } = texts
  return renderStep(step, {
    at: '/wallet',
    title: wallet.title,
    wrong: isWrong(filled),
    content: html`<section class="stack">
      <h2 class="row">${methodIcons.service_wallet} ${wallet.title}</h2>
      ${renderForm({ action: `${path}/wallet`, fields: [emailField(common)], filled, correction: common.correction, button: wallet.sendCode })}
    </section>`,
  })
}

export function renderWalletCode(step: PayinStep, email: string, filled = prefilled()): Content {
  const { path, texts } = step
  const { wallet, common } = texts
  return renderStep(step, {
    at: '/wallet/code',
    title: wallet.codeTitle,
    wrong: isWrong(filled),
    back: otherEmail(step),
    content: html`<section class="stack">
      <h2 class="row">${methodIcons.service_wallet} ${wallet.codeTitle}</h2>
      <p class="soft">${fill(wallet.codeText, { email: isolate(email) })}</p>
      ${renderForm({ action: `${path}/wallet/code`, fields: [codeField(texts)], filled, correction: common.correction, button: common.signIn })}
    </section><p class="note tone-wait">${wallet.anyCode}</p>`,
  })
}

export function renderWalletConfirm(step: PayinStep, email: string, { before, after }: Balance): Content {
  const { texts, language, amount, path } = step
  const { wallet } = texts
  const rows: Row[] = [
    [wallet.wallet, email, 'ltr'],
    [wallet.balance, amountText(before, language)],
  ]
  if (after) rows.push([wallet.balanceAfter, amountText(after, language)])
  return renderStep(step, {
    at: '/wallet/confirm',
    title: wallet.confirmTitle,
    back: otherEmail(step),
    content: html`<section class="stack">
      <h2 class="row">${methodIcons.service_wallet} ${wallet.confirmTitle}</h2>
      ${after ? '' : renderFormError(wallet.short)}
      <dl>${renderRows(rows)}</dl>
      <form method="post" action="${path}/wallet/confirm">
        ${renderSubmit(fill(texts.payin.pay, { amount: amountText(amount, language) }))}
      </form>
    </section>`,
  })
}

function otherEmail({ path, texts }: PayinStep): Link {
  return { href: `${path}/wallet`, label: texts.wallet.otherEmail }
}
