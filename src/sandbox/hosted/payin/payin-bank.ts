// Adapts a payin to the bank's pages.
import type { BankPayment } from '../bank/bank-payment.ts'
import type { PayinFlow, PayinStep } from './payin-flow.ts'
import { backToChoice, renderSandboxStrip } from './step-page.ts'

export function bankPaymentOf(step: PayinStep, flow: PayinFlow): BankPayment {
  const { email, first_name: first, last_name: last } = step.payin.payer
  let leadsTo = step.path
  return {
    holder: { email, name: first && last ? `${first} ${last}` : undefined },
    ...presetOf(step, flow),
    backPath: backToChoice(step, '/bank')?.href,
    strip: renderSandboxStrip(step),
    authorized: ({ iban, bankId }) => {
      leadsTo = flow.pay(step, { method: 'bank_account', iban, bankId })
    },
    refused: (details) => {
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
