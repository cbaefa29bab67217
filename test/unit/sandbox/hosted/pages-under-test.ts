// The pages of payouts, bank transfers and on-ramps with real domain objects and a fake clock.
import { Hono } from 'hono'
import { createTimers } from '../../../../src/sandbox/clock.ts'
import { createOnRampPages } from '../../../../src/sandbox/hosted/on-ramp.ts'
import { createPayoutPages } from '../../../../src/sandbox/hosted/payout/payout-pages.ts'
import { createTransferPages } from '../../../../src/sandbox/hosted/transfer.ts'
import { createVisits } from '../../../../src/sandbox/hosted/visits.ts'
import type { SandboxEnv } from '../../../../src/sandbox/sandbox-env.ts'
import { createBankTransfers } from '../../../../src/sandbox/service/bank-transfers.ts'
import { createOnRamps } from '../../../../src/sandbox/service/on-ramps.ts'
import { createPayers } from '../../../../src/sandbox/service/payers.ts'
import { createPayouts } from '../../../../src/sandbox/service/payouts.ts'
import { createFakeClock } from '../fake-clock.ts'

export const returnUrl = 'https://shop.example/back?order=7'
export const origin = 'http://sandbox.test'

export function openPayoutsAndTransactions() {
  const clock = createFakeClock()
  const timers = createTimers(clock)
  const visits = createVisits(clock)
  const payers = createPayers()
  const common = { clock, timers, settleDelayMs: 2_000, applyLinkFault: (link: string) => link }
  const statuses: string[] = []
  const deposits: string[] = []
  const payouts = createPayouts({
    ...common,
    ttlMs: 30 * 60_000,
    onStatusChange: ({ status }) => void statuses.push(status),
  })
  const bankTransfers = createBankTransfers({
    ...common,
    onStatusChange: ({ paymentStatus }) => void statuses.push(paymentStatus),
  })
  const onRamps = createOnRamps({ ...common, onDeposit: ({ uuid }) => void deposits.push(uuid) })

  const app = new Hono<SandboxEnv>()
  app.route('/', createPayoutPages({ payouts, payers, clock, visits }))
  app.route('/', createTransferPages({ bankTransfers, clock, visits }))
  app.route('/', createOnRampPages({ onRamps, clock, visits }))

  /** Acts as a browser without JavaScript. A location below the sandbox is returned as its path. */
  async function readPage(answer: Response | Promise<Response>) {
    const response = await answer
    const location = response.headers.get('Location')
    return { status: response.status, location, headers: response.headers, page: await response.text() }
  }
  const get = (path: string, init: RequestInit = {}) => readPage(app.request(path, init))
  const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    readPage(app.request(path, { method: 'POST', body: new URLSearchParams(fields), headers }))

  return { app, clock, visits, payers, payouts, bankTransfers, onRamps, statuses, deposits, get, post }
}

/** Chooses a bank, signs in and decides there. Returns the answer to the decision. */
export async function decideAtBank(
  { get, post }: Pick<ReturnType<typeof openPayoutsAndTransactions>, 'get' | 'post'>,
  path: string,
  { decision = 'authorise', user = 'mara', userAgent = 'test' } = {},
) {
  const list = await get(`${path}/bank`)
  const bankId = /name="bank_id" value="([^"]+)"/.exec(list.page)?.[1] ?? ''
  await post(`${path}/bank`, { bank_id: bankId })
  const signedIn = await post(`${path}/bank/login`, { 'user-name': user, password: 'x' })
  if (signedIn.location !== `${path}/bank/confirm`) return signedIn
  return post(`${path}/bank/confirm`, { account: '0', decision }, { 'User-Agent': userAgent })
}
