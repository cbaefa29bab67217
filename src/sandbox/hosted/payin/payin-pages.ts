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
import { mountBankSteps } from '../bank/bank-steps.ts'
import { mountChallenge } from './challenge.ts'
import { mountChoice } from './choice.ts'
import { mountCrypto } from './crypto.ts'
import { bankPaymentOf } from './payin-bank.ts'
import { createPayinFlow, type PayinFlowOptions } from './payin-flow.ts'
import { mountSheets } from './sheet.ts'
import { mountWallet } from './wallet.ts'

/** Everything below /pay/:token. */
export function createPayinPages(options: PayinFlowOptions): Hono<SandboxEnv> {
  const flow = createPayinFlow(options)
  mountChoice(flow)
  mountChallenge(flow)
  mountBankSteps({
    pages: flow.whileOpen,
    forms: flow.always,
    paymentOf: (step) => bankPaymentOf(step, flow),
  })
  mountSheets(flow)
  mountWallet(flow)
  mountCrypto(flow)
  flow.always.post('/cancel', (c, step) => c.redirect(flow.fail(step, 'DECLINED_BY_PAYER'), 303))
  flow.always.post('/decline', (c, step) => c.redirect(flow.fail(step, 'DECLINED_BY_ISSUER'), 303))
  return flow.pages()
}
