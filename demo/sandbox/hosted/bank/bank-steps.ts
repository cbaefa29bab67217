// The steps at the bank for payins, bank transfers and on-ramps: choose a bank, sign in, authorise. Each step checks
// the one before it: an address that is opened too early redirects to the missing step.
import type { Context, Hono } from 'hono'
import { readForm } from '../../forms/read-form.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import { accountsAt, bankOfIban } from '../../service/accounts.ts'
import { findBank, type SandboxBank } from '../../service/banks.ts'
import { languageOf } from '../settings.ts'
import { textsFor } from '../texts/texts.ts'
import { type Account, renderConfirmPage } from './bank-confirm-page.ts'
import { renderBankListPage } from './bank-list-page.ts'
import { renderLoginPage } from './bank-login-page.ts'
import type { BankPayment } from './bank-payment.ts'
import { bankUsers } from './bank-users.ts'

export type { BankPayment } from './bank-payment.ts'

export type BankStepsOptions = {
  /** Such as "/transfer/:token". */
  prefix: string
  /** Returns a Response when the payment is unknown or ended. */
  paymentOf(c: Context<SandboxEnv>): BankPayment | Response | Promise<Response>
}

type Step = (c: Context<SandboxEnv>, payment: BankPayment) => Response | Promise<Response>

/** Mounts `${prefix}/bank`, `${prefix}/bank/login` and `${prefix}/bank/confirm`. */
export function mountBankSteps(app: Hono<SandboxEnv>, { prefix, paymentOf }: BankStepsOptions): void {
  const on = (step: Step) => async (c: Context<SandboxEnv>) => {
    const payment = await paymentOf(c)
    return payment instanceof Response ? payment : step(c, payment)
  }
  app.get(`${prefix}/bank`, on(showList))
  app.post(`${prefix}/bank`, on(choose))
  app.get(`${prefix}/bank/login`, on(showLogin))
  app.post(`${prefix}/bank/login`, on(logIn))
  app.get(`${prefix}/bank/confirm`, on(showConfirm))
  app.post(`${prefix}/bank/confirm`, on(decide))
}

function pageOf(c: Context, payment: BankPayment) {
  const language = languageOf(c, payment.visit, payment.preferred?.language)
  return { payment, language, texts: textsFor(language) }
}

/** The bank whose pages are shown; `undefined` while none is chosen. */
function bankOf({ presetBankId, presetIban, visit }: BankPayment): SandboxBank | undefined {
  const preset = presetBankId === undefined ? undefined : findBank(presetBankId)
  if (preset) return preset
  if (presetIban !== undefined) return bankOfIban(presetIban)
  return visit.bankId === undefined ? undefined : findBank(visit.bankId)
}

const showList: Step = (c, payment) => {
  if (payment.presetIban !== undefined) return c.redirect(`${payment.path}/bank/confirm`, 303)
  if (payment.presetBankId !== undefined) return c.redirect(`${payment.path}/bank/login`, 303)
  return c.html(renderBankListPage({ ...pageOf(c, payment), query: c.req.query('q') ?? '' }))
}

const choose: Step = async (c, payment) => {
  const bank = findBank((await readForm(c)).text('bank_id'))
  if (!bank) return c.redirect(`${payment.path}/bank`, 303)
  payment.visit.bankId = bank.id
  payment.visit.bankUser = undefined
  payment.started(bank)
  return c.redirect(`${payment.path}/bank/login`, 303)
}

const showLogin: Step = (c, payment) => {
  if (payment.presetIban !== undefined) return c.redirect(`${payment.path}/bank/confirm`, 303)
  const bank = bankOf(payment)
  if (!bank) return c.redirect(`${payment.path}/bank`, 303)
  return c.html(renderLoginPage({ ...pageOf(c, payment), bank }))
}

const logIn: Step = async (c, payment) => {
  const bank = bankOf(payment)
  if (!bank) return c.redirect(`${payment.path}/bank`, 303)
  const page = pageOf(c, payment)
  const form = await readForm(c)
  const user = form.text('user-name')
  const errors = {
    ...(user === '' ? { 'user-name': page.texts.bank.enterUserName } : {}),
    ...(form.text('password') === '' ? { password: page.texts.bank.enterPassword } : {}),
  }
  if (Object.keys(errors).length > 0) return c.html(renderLoginPage({ ...page, bank, user, errors }), 422)
  payment.started(bank)
  if (user === bankUsers.locked) return refuse(c, payment, 'INSTRUMENT_BLOCKED')
  payment.visit.bankUser = user
  return c.redirect(`${payment.path}/bank/confirm`, 303)
}

/** The accounts to choose from: the given one, or the two invented ones. */
function accountsOf({ presetIban, holder }: BankPayment, bank: SandboxBank): readonly Account[] {
  if (presetIban !== undefined) return [{ iban: presetIban, kind: 'yourAccount' }]
  return accountsAt(bank, holder.email)
}

const showConfirm: Step = (c, payment) => {
  const bank = bankOf(payment)
  if (!bank) return c.redirect(`${payment.path}/bank`, 303)
  if (isSignInMissing(payment)) return c.redirect(`${payment.path}/bank/login`, 303)
  return c.html(renderConfirmPage({ ...pageOf(c, payment), bank, accounts: accountsOf(payment, bank) }))
}

/** A given account needs no sign-in: its bank only asks for the confirmation. */
function isSignInMissing({ presetIban, visit }: BankPayment): boolean {
  return presetIban === undefined && visit.bankUser === undefined
}

const decide: Step = async (c, payment) => {
  const bank = bankOf(payment)
  if (!bank) return c.redirect(`${payment.path}/bank`, 303)
  if (isSignInMissing(payment)) return c.redirect(`${payment.path}/bank/login`, 303)
  const form = await readForm(c)
  // "3DS/SCA failure or timeout, or payer cancelled": the payer refused at the bank, not at the checkout.
  if (form.text('decision') === 'refuse') return refuse(c, payment, 'AUTHORIZATION_FAILED')
  const account = accountsOf(payment, bank)[['0', '1'].indexOf(form.text('account'))]
  if (form.text('decision') !== 'authorise' || !account)
    return c.redirect(`${payment.path}/bank/confirm`, 303)
  if (payment.visit.bankUser === bankUsers.refused) return refuse(c, payment, 'DECLINED_BY_ISSUER')
  if (payment.visit.bankUser === bankUsers.noMoney) return refuse(c, payment, 'INSUFFICIENT_FUNDS')
  payment.authorized({
    iban: account.iban,
    bankId: bank.id,
    holderNames: payment.holder.name ?? payment.holder.email,
  })
  return c.redirect(payment.leave(), 303)
}

function refuse(c: Context, payment: BankPayment, details: Parameters<BankPayment['refused']>[0]): Response {
  payment.refused(details)
  return c.redirect(payment.leave(), 303)
}
