// At the bank, for payins, bank transfers and on-ramps alike: choose it, sign in, authorise. Each step asks for the one
// before it, so an address that is opened out of order leads to the step that is missing.
import type { Context, Hono } from 'hono'
import type { SandboxEnv } from '../../sandbox-env.ts'
import { accountsAt, bankOfIban } from '../../service/accounts.ts'
import { findBank, type SandboxBank } from '../../service/banks.ts'
import { readForm } from '../form.ts'
import { languageOf } from '../settings.ts'
import { textsFor } from '../texts/texts.ts'
import { type Account, renderConfirmPage } from './bank-confirm-page.ts'
import { renderBankListPage } from './bank-list-page.ts'
import { renderLoginPage } from './bank-login-page.ts'
import type { BankSubject } from './bank-subject.ts'
import { bankUsers } from './bank-users.ts'

export type { BankSubject } from './bank-subject.ts'

export type BankStepsOptions = {
  /** Such as "/transfer/:token". */
  prefix: string
  /** A Response when the subject is unknown or ended. */
  subjectOf(c: Context<SandboxEnv>): BankSubject | Response | Promise<Response>
}

type Step = (c: Context<SandboxEnv>, subject: BankSubject) => Response | Promise<Response>

/** Mounts `${prefix}/bank`, `${prefix}/bank/login` and `${prefix}/bank/confirm`. */
export function mountBankSteps(app: Hono<SandboxEnv>, { prefix, subjectOf }: BankStepsOptions): void {
  const on = (step: Step) => async (c: Context<SandboxEnv>) => {
    const subject = await subjectOf(c)
    return subject instanceof Response ? subject : step(c, subject)
  }
  app.get(`${prefix}/bank`, on(showList))
  app.post(`${prefix}/bank`, on(choose))
  app.get(`${prefix}/bank/login`, on(showLogin))
  app.post(`${prefix}/bank/login`, on(logIn))
  app.get(`${prefix}/bank/confirm`, on(showConfirm))
  app.post(`${prefix}/bank/confirm`, on(decide))
}

function pageOf(c: Context, subject: BankSubject) {
  const language = languageOf(c, subject.visit, subject.preferred?.language)
  return { subject, language, texts: textsFor(language) }
}

/** The bank whose pages are shown; `undefined` while none is chosen. */
function bankOf({ presetBankId, presetIban, visit }: BankSubject): SandboxBank | undefined {
  const preset = presetBankId === undefined ? undefined : findBank(presetBankId)
  if (preset) return preset
  if (presetIban !== undefined) return bankOfIban(presetIban)
  return visit.bankId === undefined ? undefined : findBank(visit.bankId)
}

const showList: Step = (c, subject) => {
  if (subject.presetIban !== undefined) return c.redirect(`${subject.path}/bank/confirm`, 303)
  if (subject.presetBankId !== undefined) return c.redirect(`${subject.path}/bank/login`, 303)
  return c.html(renderBankListPage({ ...pageOf(c, subject), query: c.req.query('q') ?? '' }))
}

const choose: Step = async (c, subject) => {
  const bank = findBank((await readForm(c))('bank_id'))
  if (!bank) return c.redirect(`${subject.path}/bank`, 303)
  subject.visit.bankId = bank.id
  subject.visit.bankUser = undefined
  subject.started(bank)
  return c.redirect(`${subject.path}/bank/login`, 303)
}

const showLogin: Step = (c, subject) => {
  if (subject.presetIban !== undefined) return c.redirect(`${subject.path}/bank/confirm`, 303)
  const bank = bankOf(subject)
  if (!bank) return c.redirect(`${subject.path}/bank`, 303)
  return c.html(renderLoginPage({ ...pageOf(c, subject), bank }))
}

const logIn: Step = async (c, subject) => {
  const bank = bankOf(subject)
  if (!bank) return c.redirect(`${subject.path}/bank`, 303)
  const page = pageOf(c, subject)
  const read = await readForm(c)
  const user = read('user-name')
  const errors = {
    ...(user === '' ? { 'user-name': page.texts.bank.enterUserName } : {}),
    ...(read('password') === '' ? { password: page.texts.bank.enterPassword } : {}),
  }
  if (Object.keys(errors).length > 0) return c.html(renderLoginPage({ ...page, bank, user, errors }), 422)
  subject.started(bank)
  if (user === bankUsers.locked) return refuse(c, subject, 'INSTRUMENT_BLOCKED')
  subject.visit.bankUser = user
  return c.redirect(`${subject.path}/bank/confirm`, 303)
}

/** The accounts to choose from: the one that is given, or the two that everybody has there. */
function accountsOf({ presetIban, holder }: BankSubject, bank: SandboxBank): readonly Account[] {
  if (presetIban !== undefined) return [{ iban: presetIban, kind: 'yourAccount' }]
  return accountsAt(bank, holder.email)
}

const showConfirm: Step = (c, subject) => {
  const bank = bankOf(subject)
  if (!bank) return c.redirect(`${subject.path}/bank`, 303)
  if (isSignInMissing(subject)) return c.redirect(`${subject.path}/bank/login`, 303)
  return c.html(renderConfirmPage({ ...pageOf(c, subject), bank, accounts: accountsOf(subject, bank) }))
}

/** An account that is given has been authorised from before: its bank asks for the confirmation only. */
function isSignInMissing({ presetIban, visit }: BankSubject): boolean {
  return presetIban === undefined && visit.bankUser === undefined
}

const decide: Step = async (c, subject) => {
  const bank = bankOf(subject)
  if (!bank) return c.redirect(`${subject.path}/bank`, 303)
  if (isSignInMissing(subject)) return c.redirect(`${subject.path}/bank/login`, 303)
  const read = await readForm(c)
  // "3DS/SCA failure or timeout, or payer cancelled": the payer said no at the bank, not at the checkout.
  if (read('decision') === 'refuse') return refuse(c, subject, 'AUTHORIZATION_FAILED')
  const account = accountsOf(subject, bank)[['0', '1'].indexOf(read('account'))]
  if (read('decision') !== 'authorise' || !account) return c.redirect(`${subject.path}/bank/confirm`, 303)
  if (subject.visit.bankUser === bankUsers.refused) return refuse(c, subject, 'DECLINED_BY_ISSUER')
  if (subject.visit.bankUser === bankUsers.noMoney) return refuse(c, subject, 'INSUFFICIENT_FUNDS')
  subject.authorized({
    iban: account.iban,
    bankId: bank.id,
    holderNames: subject.holder.name ?? subject.holder.email,
  })
  return c.redirect(subject.leave(), 303)
}

function refuse(c: Context, subject: BankSubject, details: Parameters<BankSubject['refused']>[0]): Response {
  subject.refused(details)
  return c.redirect(subject.leave(), 303)
}
