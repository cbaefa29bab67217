// The payer's pages, at `redirect_url`. Plain forms: everything works without scripts. Only a POST changes the status,
// except INITIATED, which is set when the page is opened.
//
//   choice ─┬─ card, saved card ── 3ds ───┬─► return_url
//           ├─ bank ── login ── confirm ──┤
//           ├─ saved account ── confirm ──┤
//           ├─ google-pay, apple-pay ─────┤
//           ├─ wallet ── code ── confirm ─┤
//           └─ crypto ────────────────────┘
import type { Hono } from 'hono'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { BankPayment } from '../bank/bank-payment.ts'
import { mountBankSteps } from '../bank/bank-steps.ts'
import { mountChallenge } from './challenge.ts'
import { mountChoice } from './choice.ts'
import { mountCrypto } from './crypto.ts'
import { createPayinFlow, type PayinFlow, type PayinFlowOptions, type PayinStep } from './payin-flow.ts'
import { mountSheets } from './sheet.ts'
import { backToChoice, renderSandboxStrip } from './step-page.ts'
import { mountWallet } from './wallet.ts'

/** Everything below /pay/:token. */
export function createPayinPages(options: PayinFlowOptions): Hono<SandboxEnv> {
  const flow = createPayinFlow(options)
  mountChoice(flow)
  mountChallenge(flow)
  mountBankSteps(flow.whileOpen, flow.always, (step) => bankPaymentOf(step, flow))
  mountSheets(flow)
  mountWallet(flow)
  mountCrypto(flow)
  flow.always.post('/cancel', (c, step) => c.redirect(flow.fail(step, 'DECLINED_BY_PAYER'), 303))
  flow.always.post('/decline', (c, step) => c.redirect(flow.fail(step, 'DECLINED_BY_ISSUER'), 303))
  return flow.pages()
}

function bankPaymentOf(step: PayinStep, flow: PayinFlow): BankPayment {
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
