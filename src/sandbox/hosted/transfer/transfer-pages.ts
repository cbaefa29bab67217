// The payer's pages of a legacy bank transfer, at its `paymentLink`: a first page, the bank's steps, then back to the
// callback for the browser. The document shows no expiry, so there is no countdown.
import type { Hono } from 'hono'
import type { Clock } from '../../clock.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { BankTransfers } from '../../service/bank-transfers.ts'
import { findBank } from '../../service/banks.ts'
import type { BankPayment } from '../bank/bank-payment.ts'
import { mountBankSteps } from '../bank/bank-steps.ts'
import { createFlow } from '../flow.ts'
import { renderScenarioStrip } from '../test-values.ts'
import type { Visits } from '../visits.ts'
import { callbackFor, merchantOf } from './callback.ts'
import { type Payment, renderEnded, renderLanding } from './transfer-page.ts'

export type TransferPagesOptions = { bankTransfers: BankTransfers; clock: Clock; visits: Visits }

export function createTransferPages(options: TransferPagesOptions): Hono<SandboxEnv> {
  const { bankTransfers } = options
  const flow = createTransferFlow(options)
  const firstPage = flow.whenOpen(
    (c, payment) => c.html(renderLanding(payment)),
    (c, payment) => {
      const { visit, callback } = payment
      if (callback && visit.opensApp) {
        // Only once: a payer who comes back from the app stays here.
        visit.opensApp = false
        c.header('Refresh', `1; url=${new URL(callback.href).href}`)
      }
      return c.html(renderEnded(payment))
    },
  )
  flow.always.get('', firstPage)
  // After the bank's decision Cancel changes nothing, and the page shows the outcome.
  flow.whileOpen.post('/cancel', (c, payment) => {
    bankTransfers.fail(payment.transfer.uuid)
    return c.redirect(leave(payment), 303)
  })
  mountBankSteps({
    pages: flow.whileOpen,
    forms: flow.whileOpen,
    paymentOf: (payment) => bankPaymentOf(payment, bankTransfers),
  })
  return flow.pages()
}

function createTransferFlow({ bankTransfers, clock, visits }: TransferPagesOptions) {
  return createFlow({
    prefix: '/transfer/:token',
    clock,
    visits,
    find(token, c) {
      const transfer = bankTransfers.findByToken(token)
      return transfer && { transfer, callback: callbackFor(transfer, c.req.header('User-Agent') ?? '') }
    },
    factsOf: ({ transfer, callback }) => ({
      amount: { value: transfer.amount, currency: transfer.currency },
      payee: merchantOf(callback),
    }),
    isOpen: ({ transfer }) => transfer.paymentStatus === 'STARTED',
  })
}

/**
 * Redirects to a page of the merchant. It cannot redirect to an app: `form-action` in the pages' policy blocks that,
 * and the browser would stay on this page. So the payer gets the final page, which opens the app once.
 */
function leave({ visit, path, callback }: Payment): string {
  if (callback?.kind === 'page') return callback.href
  if (callback) visit.opensApp = true
  return path
}

function bankPaymentOf(payment: Payment, bankTransfers: BankTransfers): BankPayment {
  const { transfer, path, texts } = payment
  return {
    // The interface has no e-mail address of the payer. The user id takes its place: the accounts only need a stable
    // key.
    holder: { name: transfer.names, email: transfer.userId },
    backPath: path,
    strip: renderScenarioStrip(texts, 'bank_transfer'),
    authorized: ({ iban, holderNames, bankId }) =>
      bankTransfers.authorize(transfer.uuid, { iban, holderNames, bank: findBank(bankId)?.name ?? '' }),
    refused: () => bankTransfers.fail(transfer.uuid),
    leave: () => leave(payment),
  }
}
