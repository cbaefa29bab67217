// The service's own wallet: e-mail address, code, balance, confirm.
import { emailField, isWrong, prefilled, readFields } from '../../forms/form.ts'
import { readForm } from '../../forms/read-form.ts'
import { scenarioOf } from '../../service/scenarios.ts'
import { isOpen } from '../../service/statuses.ts'
import { type Money, minus, plus } from '../decimal.ts'
import { takeTyped } from '../settings.ts'
import type { PayinFlow, PayinStep } from './payin-flow.ts'
import { codeField, renderWalletCode, renderWalletConfirm, renderWalletEmail } from './wallet-pages.ts'

export type Balance = { before: Money; after: Money | undefined }

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
