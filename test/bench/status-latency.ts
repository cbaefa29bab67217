// How long it takes from the moment in which the service changes a status until the page's listener is told: with webhooks,
// beside a round trip of the same page to the same server; and with every webhook lost, beside the pause after which the
// server asks by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { nextCheck } from '../../src/merchant/news/schedule.ts'
import type { Benchmark, Row } from './benchmark.ts'
import {
  callSandbox,
  type PaymentsUnderTest,
  payinOf,
  pressPay,
  startPayments,
  startShopper,
  untilReceived,
  visit,
} from './payments-under-test.ts'
import { machineMs } from './processes/cost.ts'
import { median, medianRatio } from './statistics.ts'

/** The first payment's are not counted: nothing of the way has run before. */
const steps = ['AUTHORIZED', 'SETTLED', 'COMPLETED']
const soonMs = 10_000

/** What the server waits for until it asks about a payment by itself, where it has heard no webhook yet. */
const isOpen = { kind: 'payin', status: 'CREATED', outcome: 'open', checks: 0, expires_at: null } as const
const firstLookMs = nextCheck(isOpen, 0, { webhooks: false })?.getTime() ?? 0
/** It looks whom to ask in rounds (src/merchant/news/sweep.ts). */
const sweepRoundMs = 2_000
/** When the status changes, counted from the press. */
const changesAfterMs = [1_000, 8_000, 15_000, 22_000]

interface Sample {
  readonly newsMs: number
  readonly roundTripMs: number
}

/** How far the machine's clock is ahead of the page's, by the quickest of several looks at it. */
async function clockAhead(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let best = { tripMs: Number.POSITIVE_INFINITY, ahead: 0 }
    for (let look = 0; look < 30; look++) {
      const beganAt = performance.now()
      const machine = Number(await (await fetch('/bench/clock')).text())
      const tripMs = performance.now() - beganAt
      if (tripMs < best.tripMs) best = { tripMs, ahead: machine - beganAt - tripMs / 2 }
    }
    return best.ahead
  })
}

/** The page reads a session that it has: the least that it can ask its server. */
async function roundTrips(page: Page, order: string): Promise<number[]> {
  return page.evaluate(async (order) => {
    const element = document.querySelector(`payin-checkout[order="${order}"]`) as HTMLElement & {
      state: { session: { id: string } }
    }
    const address = `/checkout/sessions/${element.state.session.id}`
    const etag = (await fetch(address)).headers.get('etag') ?? ''
    const taken: number[] = []
    for (let trip = 0; trip < 10; trip++) {
      const beganAt = performance.now()
      const answer = await fetch(address, { headers: { 'if-none-match': etag } })
      await answer.text()
      taken.push(performance.now() - beganAt)
      if (answer.status !== 304) throw new Error(`A read was answered ${answer.status}.`)
    }
    return taken
  }, order)
}

/** Nothing is on its way, and the page's question is held. */
async function untilHeld({ server }: PaymentsUnderTest): Promise<void> {
  for (let look = 0; look < 500; look++) {
    if ((await server.ask('held')) === 1) return
    await sleep(20)
  }
  throw new Error('The page does not hold a read.')
}

/** One payment, status by status. */
async function followPayment(payments: PaymentsUnderTest): Promise<Sample[]> {
  const order = payments.nextOrder()
  const context = await startShopper(payments)
  const page = await visit(payments, context, [order])
  const popup = await pressPay(page, order)
  await untilReceived(page, order, 'INITIATED', soonMs)
  await popup.close()
  const ahead = await clockAhead(page)
  const samples: Sample[] = []
  for (const status of steps) {
    const roundTripMs = median(await roundTrips(page, order))
    await untilHeld(payments)
    const changedAt = machineMs()
    await callSandbox(payments, `payins/${payinOf(payments, order)}/status`, { status })
    const toldAt = (await untilReceived(page, order, status, soonMs)) + ahead
    samples.push({ newsMs: toldAt - changedAt, roundTripMs })
  }
  await context.close()
  return samples
}

/** Several payments whose webhooks are all lost. @returns how long each page did not know */
async function followInSilence(payments: PaymentsUnderTest): Promise<number[]> {
  await callSandbox(payments, 'faults', { fault: 'webhook_lost' })
  const orders = changesAfterMs.map(() => payments.nextOrder())
  const page = await visit(payments, await startShopper(payments), orders)
  const ahead = await clockAhead(page)
  const waits: Promise<number>[] = []
  // One press after the other: a shopper's browser opens one window per click.
  for (const [i, order] of orders.entries()) {
    const popup = await pressPay(page, order)
    await popup.close()
    waits.push(
      untilFound(payments, page, order, changesAfterMs[i] ?? 0).then(
        (atMs) => atMs.told + ahead - atMs.changed,
      ),
    )
  }
  const silences = await Promise.all(waits)
  await page.context().close()
  return silences
}

/** Changes the status after a while, and waits until the page is told. */
async function untilFound(payments: PaymentsUnderTest, page: Page, order: string, afterMs: number) {
  await sleep(afterMs)
  const changed = machineMs()
  await callSandbox(payments, `payins/${payinOf(payments, order)}/status`, { status: 'COMPLETED' })
  return { changed, told: await untilReceived(page, order, 'COMPLETED', 2 * firstLookMs) }
}

function rowsOf(samples: readonly Sample[], silences: readonly number[]): Row[] {
  const [news, trips] = [samples.map(({ newsMs }) => newsMs), samples.map(({ roundTripMs }) => roundTripMs)]
  const pauseMs = firstLookMs + sweepRoundMs
  const worstMs = Math.max(...silences)
  return [
    {
      benchmark: 'from the status change to the page, by webhook',
      ours: `${median(news).toFixed(1)} ms`,
      comparedWith: `a round trip of that page, ${median(trips).toFixed(1)} ms`,
      ratio: medianRatio(news, trips),
      budget: { atMost: 4 },
    },
    {
      benchmark: 'from the status change to the page, webhooks lost',
      ours: `${(worstMs / 1000).toFixed(1)} s, the longest of ${silences.length}`,
      comparedWith: `the server's first pause, ${pauseMs / 1000} s`,
      ratio: worstMs / pauseMs,
      budget: { atMost: 1 },
    },
  ]
}

export const statusLatency: Benchmark = async ({ payments: count }, report) => {
  const payments = await startPayments(count + 1 + changesAfterMs.length)
  try {
    // First: a server that has heard webhooks counts on them, and asks less often.
    report(`following ${changesAfterMs.length} payments without webhooks, half a minute`)
    const silences = await followInSilence(payments)
    await payments.sandbox.app.request('/sandbox/faults', { method: 'DELETE' })
    report(`following ${count} payments with webhooks, ${steps.length} changes each`)
    await followPayment(payments)
    const samples: Sample[] = []
    for (let n = 0; n < count; n++) samples.push(...(await followPayment(payments)))
    return rowsOf(samples, silences)
  } finally {
    await payments.close()
  }
}
