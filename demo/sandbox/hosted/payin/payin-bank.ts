// Adapts a payin to the bank's pages.
import type { Context } from 'hono'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { PayinStatusDetails } from '../../service/statuses.ts'
import type { AuthorizedAccount, BankPayment } from '../bank/bank-payment.ts'
import type { PayinFlow } from './payin-flow.ts'
import type { PayinStep } from './payin-step.ts'
import { renderSandboxStrip } from './sandbox-strip.ts'
import { backToChoice } from './step-page.ts'

export function bankPaymentOf(c: Context<SandboxEnv>, flow: PayinFlow): BankPayment | Response {
  const step = c.req.method === 'POST' ? flow.find(c) : flow.enter(c)
  if (step instanceof Response) return step
  const { payin, visit, path, payee, now } = step
  const { email, first_name: first, last_name: last, language, country } = payin.payer
  let leadsTo = path
  return {
    visit,
    path,
    amount: payin.amount,
    payee,
    reference: payin.reference,
    expiresAt: payin.expires_at,
    now,
    holder: { email, name: first && last ? `${first} ${last}` : undefined },
    preferred: { language, country },
    ...presetOf(step, flow),
    cancelPath: `${path}/cancel`,
    backPath: backToChoice(step, '/bank')?.href,
    strip: renderSandboxStrip(step),
    started: () => {},
    authorized: ({ iban, bankId }: AuthorizedAccount) => {
      leadsTo = flow.pay(step, { method: 'bank_account', iban, bankId })
    },
    refused: (details: PayinStatusDetails) => {
      leadsTo = flow.fail(step, details)
    },
    leave: () => leadsTo,
  }
}

/** The bank or account that the merchant chose, or the payer's saved account. */
function presetOf(step: PayinStep, flow: PayinFlow): Pick<BankPayment, 'presetBankId' | 'presetIban'> {
  const { visit } = step
  const { payment } = step.payin
  if (payment?.method !== 'bank_account') {
    return visit.savedIban === undefined ? {} : { presetIban: visit.savedIban, presetBankId: visit.bankId }
  }
  if (payment.instrument_id === undefined) return { presetIban: payment.iban, presetBankId: payment.bank_id }
  const account = flow.accountOf(step, payment.instrument_id)
  return account?.method === 'bank_account' ? { presetIban: account.iban, presetBankId: account.bankId } : {}
}
