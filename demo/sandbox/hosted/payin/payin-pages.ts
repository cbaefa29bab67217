// The payer's pages, at `redirect_url`. Plain forms: everything works without scripts. Only a POST changes the status,
// except INITIATED, which is set when the page is opened.
//
//   choice ─┬─ card ── 3ds          ─┐
//           ├─ bank ── login ── confirm ┼─► return_url
//           ├─ google-pay, apple-pay ─┤
//           ├─ wallet ── code ── confirm ┤
//           └─ crypto ── (confirmations) ┘
import type { Hono } from 'hono'
import type { SandboxEnv } from '../../sandbox-env.ts'
import { mountBankSteps } from '../bank/bank-steps.ts'
import { readSettings } from '../settings.ts'
import { mountChallenge } from './challenge.ts'
import { mountChoice } from './choice.ts'
import { mountCrypto } from './crypto.ts'
import { bankPaymentOf } from './payin-bank.ts'
import { createPayinFlow, type PayinFlowOptions } from './payin-flow.ts'
import { mountSheets } from './sheet.ts'
import { mountWallet } from './wallet.ts'

/** Mounts everything below /pay/:token. */
export function mountPayinPages(app: Hono<SandboxEnv>, options: PayinFlowOptions): void {
  const flow = createPayinFlow(options)
  mountChoice(app, flow)
  mountChallenge(app, flow)
  mountBankSteps(app, { prefix: '/pay/:token', paymentOf: (c) => bankPaymentOf(c, flow) })
  mountSheets(app, flow)
  mountWallet(app, flow)
  mountCrypto(app, flow)

  for (const [press, details] of [
    ['cancel', 'DECLINED_BY_PAYER'],
    ['decline', 'DECLINED_BY_ISSUER'],
  ] as const) {
    app.post(`/pay/:token/${press}`, (c) => {
      const step = flow.find(c)
      return step instanceof Response ? step : c.redirect(flow.fail(step, details), 303)
    })
  }

  app.post('/pay/:token/settings', async (c) => {
    const step = flow.find(c)
    if (step instanceof Response) return step
    return c.redirect(step.path + (await readSettings(c, step.visit)), 303)
  })

  // A reload after an error sends GET to a POST address. That, and an unknown step, redirects to the first page.
  app.all('/pay/:token/*', (c) => {
    const step = flow.find(c)
    return step instanceof Response ? step : c.redirect(step.path, 303)
  })
}
