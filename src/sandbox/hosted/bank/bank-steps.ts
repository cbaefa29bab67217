// The steps at the bank for payins, bank transfers and on-ramps: choose a bank, sign in, authorise. Each step checks
// the one before it: an address that is opened too early redirects to the missing step.
import type { Context } from 'hono'
import { isWrong, prefilled, readFields } from '../../forms/form.ts'
import { readForm } from '../../forms/read-form.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import { accountsAt, bankOfIban } from '../../service/accounts.ts'
import { findBank, type SandboxBank } from '../../service/banks.ts'
import type { PayinStatusDetails } from '../../service/statuses.ts'
import type { Steps } from '../flow.ts'
import { takeTyped } from '../settings.ts'
import type { View } from '../view.ts'
import { renderBankListPage } from './bank-list-page.ts'
import { type Account, loginFields, renderConfirmPage, renderLoginPage } from './bank-pages.ts'
import { type BankPayment, bankUsers } from './bank-payment.ts'

type Visitor = { c: Context<SandboxEnv>; view: View; payment: BankPayment }
type Step = (visitor: Visitor) => Response | Promise<Response>

/**
 * Mounts `/bank`, `/bank/login` and `/bank/confirm` below the flow's path.
 * @param forms where the forms of the pages are mounted
 */
export function mountBankSteps<V extends View>(
  pages: Steps<V>,
  forms: Steps<V>,
  paymentOf: (view: V) => BankPayment,
): void {
  const on = (step: Step) => (c: Context<SandboxEnv>, view: V) => step({ c, view, payment: paymentOf(view) })
  pages.get('/bank', on(showList))
  forms.post('/bank', on(choose))
  pages.get('/bank/login', on(whenBankIsKnown(showLogin)))
  forms.post('/bank/login', on(whenBankIsKnown(logIn)))
  pages.get('/bank/confirm', on(whenSignedIn(showConfirm)))
  forms.post('/bank/confirm', on(whenSignedIn(decide)))
}

function goTo({ c, view }: Visitor, step: string): Response {
  return c.redirect(view.path + step, 303)
}

type StepAtBank = (visitor: Visitor, bank: SandboxBank) => Response | Promise<Response>

function whenBankIsKnown(step: StepAtBank): Step {
  return (visitor) => {
    const bank = bankOf(visitor)
    return bank ? step(visitor, bank) : goTo(visitor, '/bank')
  }
}

/** A given account needs no sign-in: its bank only asks for the confirmation. */
function whenSignedIn(step: StepAtBank): Step {
  return whenBankIsKnown((visitor, bank) => {
    const isMissing = visitor.payment.presetIban === undefined && visitor.view.visit.bankUser === undefined
    return isMissing ? goTo(visitor, '/bank/login') : step(visitor, bank)
  })
}

/** The bank whose pages are shown; `undefined` while none is chosen. */
function bankOf({
  payment: { presetBankId, presetIban },
  view: { visit },
}: Visitor): SandboxBank | undefined {
  const preset = presetBankId === undefined ? undefined : findBank(presetBankId)
  if (preset) return preset
  if (presetIban !== undefined) return bankOfIban(presetIban)
  return visit.bankId === undefined ? undefined : findBank(visit.bankId)
}

const showList: Step = (visitor) => {
  const { c, view, payment } = visitor
  if (payment.presetIban !== undefined) return goTo(visitor, '/bank/confirm')
  if (payment.presetBankId !== undefined) return goTo(visitor, '/bank/login')
  const query = c.req.query('q') ?? takeTyped(view.visit, '/bank').q ?? ''
  return c.html(renderBankListPage(view, payment, query))
}

const choose: Step = async (visitor) => {
  const { c, view, payment } = visitor
  const bank = findBank((await readForm(c)).text('bank_id'))
  if (!bank) return goTo(visitor, '/bank')
  view.visit.bankId = bank.id
  view.visit.bankUser = undefined
  payment.started?.(bank)
  return goTo(visitor, '/bank/login')
}

const showLogin: StepAtBank = (visitor, bank) => {
  const { c, view, payment } = visitor
  if (payment.presetIban !== undefined) return goTo(visitor, '/bank/confirm')
  return c.html(renderLoginPage(view, payment, bank, prefilled(takeTyped(view.visit, '/bank/login'))))
}

const logIn: StepAtBank = async (visitor, bank) => {
  const { c, view, payment } = visitor
  const form = await readForm(c)
  const filled = readFields(form, loginFields(view.texts))
  if (isWrong(filled)) return c.html(renderLoginPage(view, payment, bank, filled), 422)
  payment.started?.(bank)
  const user = form.text('user-name')
  if (refusalFor(user) === 'INSTRUMENT_BLOCKED') return refuse(visitor, 'INSTRUMENT_BLOCKED')
  view.visit.bankUser = user
  return goTo(visitor, '/bank/confirm')
}

/** The accounts to choose from: the given one, or the two invented ones. */
function accountsOf({ presetIban, holder }: BankPayment, bank: SandboxBank): readonly Account[] {
  if (presetIban !== undefined) return [{ iban: presetIban, kind: 'yourAccount' }]
  return accountsAt(bank, holder.email)
}

const showConfirm: StepAtBank = ({ c, view, payment }, bank) => {
  const { account = '0' } = takeTyped(view.visit, '/bank/confirm')
  return c.html(renderConfirmPage(view, payment, bank, accountsOf(payment, bank), Number(account)))
}

const decide: StepAtBank = async (visitor, bank) => {
  const { c, view, payment } = visitor
  const form = await readForm(c)
  // "3DS/SCA failure or timeout, or payer cancelled": the payer refused at the bank, not at the checkout.
  if (form.text('decision') === 'refuse') return refuse(visitor, 'AUTHORIZATION_FAILED')
  const account = accountsOf(payment, bank)[['0', '1'].indexOf(form.text('account'))]
  if (form.text('decision') !== 'authorise' || !account) return goTo(visitor, '/bank/confirm')
  const refusal = refusalFor(view.visit.bankUser)
  if (refusal) return refuse(visitor, refusal)
  payment.authorized({
    iban: account.iban,
    bankId: bank.id,
    holderNames: payment.holder.name ?? payment.holder.email,
  })
  return c.redirect(payment.leave(), 303)
}

function refusalFor(user: string | undefined): PayinStatusDetails | undefined {
  return bankUsers.find(([name]) => name === user)?.[1]
}

function refuse({ c, payment }: Visitor, details: PayinStatusDetails): Response {
  payment.refused(details)
  return c.redirect(payment.leave(), 303)
}
