// Measures the time from a status change at the service until the page's event: with webhooks,
// compared with a round trip of the same page to the same server; and with every webhook lost, compared with the pause
// before the server polls.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { nextCheck } from '../../src/merchant/sync/schedule.ts'
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

/** The first payment is not counted, because its code runs for the first time. */
const steps = ['AUTHORIZED', 'SETTLED', 'COMPLETED']
const soonMs = 10_000

/** The pause before the server polls a payment when it has received no webhook. */
const isOpen = { kind: 'payin', status: 'CREATED', outcome: 'open', checks: 0, expires_at: null } as const
const firstLookMs = nextCheck(isOpen, 0, { areArriving: false })?.getTime() ?? 0
/** It looks whom to ask in rounds (src/merchant/sync/sweep.ts). */
const sweepRoundMs = 2_000
/** Times of the status changes, from the press. */
const changesAfterMs = [1_000, 8_000, 15_000, 22_000]

interface Sample {
  readonly delayMs: number
  readonly roundTripMs: number
}

/** How far the machine's clock is ahead of the page's, by the fastest of several measurements. */
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

/** The page reads a session that it has: the smallest request to its server. */
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

/** Waits until no call is in progress and the page's read is held. */
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
    samples.push({ delayMs: toldAt - changedAt, roundTripMs })
  }
  await context.close()
  return samples
}

/** Several payments whose webhooks are all lost. @returns the delay of each page */
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
        (atMs) => atMs.received + ahead - atMs.changed,
      ),
    )
  }
  const silences = await Promise.all(waits)
  await page.context().close()
  return silences
}

/** Changes the status after a while, and waits for the page's event. */
async function untilFound(payments: PaymentsUnderTest, page: Page, order: string, afterMs: number) {
  await sleep(afterMs)
  const changed = machineMs()
  await callSandbox(payments, `payins/${payinOf(payments, order)}/status`, { status: 'COMPLETED' })
  return { changed, received: await untilReceived(page, order, 'COMPLETED', 2 * firstLookMs) }
}

function rowsOf(samples: readonly Sample[], silences: readonly number[]): Row[] {
  const [delays, trips] = [
    samples.map(({ delayMs }) => delayMs),
    samples.map(({ roundTripMs }) => roundTripMs),
  ]
  const pauseMs = firstLookMs + sweepRoundMs
  const worstMs = Math.max(...silences)
  return [
    {
      benchmark: 'from the status change to the page, by webhook',
      ours: `${median(delays).toFixed(1)} ms`,
      comparedWith: `a round trip of that page, ${median(trips).toFixed(1)} ms`,
      ratio: medianRatio(delays, trips),
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
    // Run this first: a server that has received webhooks relies on them, and polls less often.
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
