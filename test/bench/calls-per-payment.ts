// How many calls to the service a paid session costs the merchant's server, with one tab that watches and with ten. A
// count, by the sandbox's own log.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { hostedPage } from '../journeys/support/shopper.ts'
import type { Benchmark, Row } from './benchmark.ts'
import {
  type PaymentsUnderTest,
  pressPay,
  startPayments,
  startShopper,
  untilReceived,
  visit,
} from './payments-under-test.ts'

const timeoutMs = 30_000
/** Time for late calls after all tabs have the event. */
const aftermathMs = 3_000

/** Duplicates the tab with its storage, as a browser does. */
async function duplicate(
  payments: PaymentsUnderTest,
  page: Page,
  order: string,
  tabs: number,
): Promise<Page[]> {
  const remembered = await page.evaluate(() => Object.entries(sessionStorage))
  await page.context().addInitScript((entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value)
  }, remembered)
  const opened: Page[] = []
  while (opened.length < tabs) opened.push(await visit(payments, page.context(), [order]))
  return opened
}

/** Pays one order on the hosted page, while as many tabs watch. @returns the calls that it took */
async function payOnce(payments: PaymentsUnderTest, tabs: number): Promise<string[]> {
  const callsBefore = payments.sandbox.requests.length
  const order = payments.nextOrder()
  const page = await visit(payments, await startShopper(payments), [order])
  const popup = await pressPay(page, order)
  const watching = [page, ...(await duplicate(payments, page, order, tabs - 1))]
  // Two of them hold a read, the others poll.
  await Promise.all(watching.map((tab) => tab.getByRole('button', { name: 'Cancel' }).waitFor()))
  await hostedPage.pay(popup)
  await Promise.all(watching.map((tab) => untilReceived(tab, order, 'COMPLETED', timeoutMs)))
  await sleep(aftermathMs)
  await Promise.all(payments.browser.contexts().map((context) => context.close()))
  return payments.sandbox.requests
    .slice(callsBefore)
    .map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/i, ':id')}`)
}

function rowOf(tabs: number, calls: readonly string[]): Row {
  return {
    benchmark: `calls to the service for a paid session, ${tabs} ${tabs === 1 ? 'tab' : 'tabs'}`,
    ours: calls.join(', '),
    comparedWith: 'one call',
    ratio: calls.length,
    budget: { atMost: 3 },
  }
}

export const callsPerPayment: Benchmark = async (_scale, report) => {
  const payments = await startPayments(2)
  try {
    report('paying while one tab watches')
    const one = rowOf(1, await payOnce(payments, 1))
    report('paying while ten tabs watch')
    return [one, rowOf(10, await payOnce(payments, 10))]
  } finally {
    await payments.close()
  }
}
