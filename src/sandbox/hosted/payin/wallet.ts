// The service's own wallet: e-mail address, code, balance, confirmation. First the steps, then their pages.

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
  readFields,
  renderForm,
  renderSubmit,
} from '../../forms/form.ts'
import { readForm } from '../../forms/read-form.ts'
import { scenarioOf } from '../../service/scenarios.ts'
import { isOpen } from '../../service/statuses.ts'
import { amountText } from '../amount-text.ts'
import { type Money, minus, plus } from '../decimal.ts'
import { methodIcons } from '../icons.ts'
import { type Row, renderRows } from '../rows.ts'
import { takeTyped } from '../settings.ts'
import type { Link } from '../step-page.ts'
import { fill, isolate, type Texts } from '../texts/texts.ts'
import type { PayinFlow, PayinStep } from './payin-flow.ts'
import { renderStep } from './step-page.ts'

type Balance = { before: Money; after: Money | undefined }

export function mountWallet(flow: PayinFlow): void {
  mountSignIn(flow)

  flow.whileOpen.get('/wallet/confirm', (c, step) => {
    const { wallet } = step.visit
    if (!wallet?.signedIn) return c.redirect(`${step.path}/wallet`, 303)
    return c.html(renderWalletConfirm(step, wallet.email, balanceOf(step, wallet.email)))
  })
  flow.always.post('/wallet/confirm', (c, step) => {
    const { wallet } = step.visit
    if (!wallet?.signedIn) return c.redirect(step.path + (isOpen(step.payin.status) ? '/wallet' : ''), 303)
    const { after } = balanceOf(step, wallet.email)
    return c.redirect(after === undefined ? flow.fail(step, 'INSUFFICIENT_FUNDS') : flow.pay(step), 303)
  })
}

function mountSignIn({ whileOpen }: PayinFlow): void {
  whileOpen.get('/wallet', (c, step) => {
    const filled = prefilled({ email: emailOf(step), ...takeTyped(step.visit, '/wallet') })
    return c.html(renderWalletEmail(step, filled))
  })
  whileOpen.post('/wallet', async (c, step) => {
    const form = await readForm(c)
    const filled = readFields(form, [emailField(step.texts.common)])
    if (isWrong(filled)) return c.html(renderWalletEmail(step, filled), 422)
    step.visit.wallet = { email: form.text('email'), signedIn: false }
    return c.redirect(`${step.path}/wallet/code`, 303)
  })

  whileOpen.get('/wallet/code', (c, step) => {
    const { wallet } = step.visit
    return wallet ? c.html(renderWalletCode(step, wallet.email)) : c.redirect(`${step.path}/wallet`, 303)
  })
  whileOpen.post('/wallet/code', async (c, step) => {
    const { wallet } = step.visit
    if (!wallet) return c.redirect(`${step.path}/wallet`, 303)
    const filled = readFields(await readForm(c), [codeField(step.texts)])
    if (isWrong(filled)) return c.html(renderWalletCode(step, wallet.email, filled), 422)
    wallet.signedIn = true
    return c.redirect(`${step.path}/wallet/confirm`, 303)
  })
}

/** The entered address, else the merchant's. */
function emailOf({ payin, visit }: PayinStep): string {
  const given = payin.payment?.method === 'service_wallet' ? payin.payment.email : undefined
  return visit.wallet?.email ?? given ?? payin.payer.email
}

/** An invented balance. It is always enough, except for the e-mail address of the scenario INSUFFICIENT_FUNDS. */
function balanceOf({ amount }: PayinStep, email: string): Balance {
  // This amount has no scenario, so only the e-mail address decides.
  const scenario = scenarioOf('1', email)
  const isShort = scenario.kind === 'fails' && scenario.details === 'INSUFFICIENT_FUNDS'
  if (isShort) return { before: { ...amount, value: '0.00' }, after: undefined }
  const before = { ...amount, value: plus(amount.value, '120.00') }
  return { before, after: { ...amount, value: minus(before.value, amount.value) } }
}

const wrongCode = '000000'

function codeField({ wallet, card }: Texts): FormField {
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

function renderWalletEmail(step: PayinStep, filled: Filled): Content {
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

function renderWalletCode(step: PayinStep, email: string, filled = prefilled()): Content {
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

function renderWalletConfirm(step: PayinStep, email: string, { before, after }: Balance): Content {
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
