// The payer's pages of a legacy bank transfer, at its `paymentLink`: a first page, the bank's steps, then back to the
// callback for the browser. The document shows no expiry, so there is no countdown.
import { type Context, Hono } from 'hono'
import type { Clock } from '../../clock.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { BankTransfer, BankTransfers } from '../../service/bank-transfers.ts'
import { findBank } from '../../service/banks.ts'
import type { BankPayment } from '../bank/bank-payment.ts'
import { mountBankSteps } from '../bank/bank-steps.ts'
import { languageOf, readSettings } from '../frame.ts'
import { renderUnknown } from '../message.ts'
import { textsFor } from '../texts/texts.ts'
import type { Visit, Visits } from '../visits.ts'
import { callbackFor, merchantOf } from './callback.ts'
import { renderEnded } from './ended-page.ts'
import { renderLanding, renderTransferScenarios } from './landing-page.ts'

export type TransferPagesOptions = { bankTransfers: BankTransfers; clock: Clock; visits: Visits }

type Payment = {
  transfer: BankTransfer
  visit: Visit
  language: string
  path: string
  payee: string
  userAgent: string
}

export function createTransferPages({
  bankTransfers,
  clock,
  visits,
}: TransferPagesOptions): Hono<SandboxEnv> {
  const pages = new Hono<SandboxEnv>()

  function find(c: Context<SandboxEnv>): Payment | undefined {
    const token = c.req.param('token') ?? ''
    const transfer = bankTransfers.findByToken(token)
    if (!transfer) return undefined
    const visit = visits.of(token)
    const language = languageOf(c, visit)
    const userAgent = c.req.header('User-Agent') ?? ''
    const payee = merchantOf(callbackFor(transfer, userAgent)) ?? textsFor(language).transaction.theMerchant
    return { transfer, visit, language, path: `/transfer/${token}`, payee, userAgent }
  }

  const unknown = (c: Context<SandboxEnv>) => c.html(renderUnknown(languageOf(c, {})), 404)

  pages.get('/transfer/:token', (c) => {
    const payment = find(c)
    if (!payment) return unknown(c)
    const { transfer, visit, userAgent } = payment
    const status = transfer.paymentStatus
    if (status === 'STARTED') {
      return c.html(renderLanding({ ...payment, country: visit.country ?? '', now: clock.now() }))
    }
    const callback = callbackFor(transfer, userAgent)
    if (callback && visit.steps?.opensApp) {
      // Only once: a payer who comes back from the app stays here.
      visit.steps = undefined
      c.header('Refresh', `1; url=${new URL(callback.href).href}`)
    }
    return c.html(renderEnded({ ...payment, status, callback }))
  })

  /**
   * Redirects to a page of the merchant. It cannot redirect to an app: `form-action` in the pages' policy blocks that,
   * and the browser would stay on this page. So the payer gets the final page, which opens the app once.
   */
  function leave({ transfer, visit, path, userAgent }: Payment): string {
    const callback = callbackFor(transfer, userAgent)
    if (callback?.kind === 'page') return callback.href
    if (callback) visit.steps = { ...visit.steps, opensApp: 'once' }
    return path
  }

  pages.post('/transfer/:token/cancel', (c) => {
    const payment = find(c)
    if (!payment) return unknown(c)
    const wasOpen = payment.transfer.paymentStatus === 'STARTED'
    bankTransfers.fail(payment.transfer.uuid)
    // After the bank's decision Cancel changes nothing, and the page shows the outcome.
    return c.redirect(wasOpen ? leave(payment) : payment.path, 303)
  })

  pages.post('/transfer/:token/settings', async (c) => {
    const payment = find(c)
    if (!payment) return unknown(c)
    return c.redirect(payment.path + (await readSettings(c, payment.visit)), 303)
  })

  mountBankSteps(pages, {
    prefix: '/transfer/:token',
    paymentOf(c) {
      const payment = find(c)
      if (!payment) return unknown(c)
      if (payment.transfer.paymentStatus !== 'STARTED') return c.redirect(payment.path, 303)
      return bankPaymentOf(payment)
    },
  })

  function bankPaymentOf(payment: Payment): BankPayment {
    const { transfer, visit, language, path, payee } = payment
    return {
      visit,
      path,
      amount: { value: transfer.amount, currency: transfer.currency },
      payee,
      now: clock.now(),
      // The interface has no e-mail address of the payer. The user id takes its place: the accounts only need a stable
      // key.
      holder: { name: transfer.names, email: transfer.userId },
      cancelPath: `${path}/cancel`,
      backPath: path,
      strip: renderTransferScenarios(textsFor(language)),
      started: () => {},
      authorized: ({ iban, holderNames, bankId }) =>
        bankTransfers.authorize(transfer.uuid, { iban, holderNames, bank: findBank(bankId)?.name ?? '' }),
      refused: () => bankTransfers.fail(transfer.uuid),
      leave: () => leave(payment),
    }
  }

  return pages
}
