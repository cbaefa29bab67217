// The service's own wallet: e-mail address, code, balance, confirm.
import type { Hono } from 'hono'
import { readForm } from '../../forms/read-form.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import { scenarioOf } from '../../service/scenarios.ts'
import { type Money, minus, plus } from '../decimal.ts'
import type { PayinFlow } from './payin-flow.ts'
import type { PayinStep } from './payin-step.ts'
import { renderWalletCode, renderWalletConfirm, renderWalletEmail } from './wallet-pages.ts'

const wrongCode = '000000'

export type Balance = { before: Money; after: Money | undefined }

export function mountWallet(app: Hono<SandboxEnv>, flow: PayinFlow): void {
  app.get('/pay/:token/wallet', (c) => {
    const step = flow.enter(c)
    return step instanceof Response ? step : c.html(renderWalletEmail(step, emailOf(step)))
  })
  app.post('/pay/:token/wallet', async (c) => {
    const step = flow.enter(c)
    if (step instanceof Response) return step
    const email = (await readForm(c)).text('email')
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
      return c.html(renderWalletEmail(step, email, step.texts.wallet.emailShape), 422)
    }
    step.visit.wallet = { email, signedIn: false }
    return c.redirect(`${step.path}/wallet/code`, 303)
  })
  mountCode(app, flow)
  mountConfirm(app, flow)
}

function mountCode(app: Hono<SandboxEnv>, flow: PayinFlow): void {
  app.get('/pay/:token/wallet/code', (c) => {
    const step = flow.enter(c)
    if (step instanceof Response) return step
    const { wallet } = step.visit
    return wallet ? c.html(renderWalletCode(step, wallet.email)) : c.redirect(`${step.path}/wallet`, 303)
  })
  app.post('/pay/:token/wallet/code', async (c) => {
    const step = flow.enter(c)
    if (step instanceof Response) return step
    const { wallet } = step.visit
    if (!wallet) return c.redirect(`${step.path}/wallet`, 303)
    const { codeShape, codeWrong } = step.texts.wallet
    const code = (await readForm(c)).text('code').replace(/\s/g, '')
    if (!/^[0-9]{6}$/.test(code)) return c.html(renderWalletCode(step, wallet.email, codeShape), 422)
    if (code === wrongCode) return c.html(renderWalletCode(step, wallet.email, codeWrong), 422)
    wallet.signedIn = true
    return c.redirect(`${step.path}/wallet/confirm`, 303)
  })
}

function mountConfirm(app: Hono<SandboxEnv>, flow: PayinFlow): void {
  app.get('/pay/:token/wallet/confirm', (c) => {
    const step = flow.enter(c)
    if (step instanceof Response) return step
    const { wallet } = step.visit
    if (!wallet?.signedIn) return c.redirect(`${step.path}/wallet`, 303)
    return c.html(renderWalletConfirm(step, wallet.email, balanceOf(step, wallet.email)))
  })
  app.post('/pay/:token/wallet/confirm', (c) => {
    const step = flow.find(c)
    if (step instanceof Response) return step
    const { wallet } = step.visit
    if (!wallet?.signedIn) return c.redirect(flow.isOpen(step) ? `${step.path}/wallet` : step.path, 303)
    const { after } = balanceOf(step, wallet.email)
    return c.redirect(after === undefined ? flow.fail(step, 'INSUFFICIENT_FUNDS') : flow.pay(step), 303)
  })
}

/** The entered address, else the merchant's. */
function emailOf({ payin, visit }: PayinStep): string {
  const given = payin.payment?.method === 'service_wallet' ? payin.payment.email : undefined
  return visit.wallet?.email ?? given ?? payin.payer.email
}

/** An invented balance. It is always enough, except for the e-mail address of the scenario INSUFFICIENT_FUNDS. */
function balanceOf({ payin }: PayinStep, email: string): Balance {
  const { amount } = payin
  // This amount has no scenario, so only the e-mail address decides.
  const scenario = scenarioOf('1', email)
  const isShort = scenario.kind === 'fails' && scenario.details === 'INSUFFICIENT_FUNDS'
  if (isShort) return { before: { ...amount, value: '0.00' }, after: undefined }
  const before = { ...amount, value: plus(amount.value, '120.00') }
  return { before, after: { ...amount, value: minus(before.value, amount.value) } }
}
