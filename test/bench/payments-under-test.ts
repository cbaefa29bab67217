// Whole payments: the merchant server in a separate process, a shop's page in a real Chromium, and the sandbox in this
// process, so that the time of each status change is known here.
import type { Browser, BrowserContext, Page } from 'playwright'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { startBrowser } from './browser.ts'
import type { Started } from './child-processes.ts'
import { startServerAt } from './merchant-under-test.ts'
import type { MerchantServer } from './processes/merchant-server.ts'

export interface PaymentsUnderTest {
  readonly sandbox: RunningSandbox
  readonly server: Started<MerchantServer>
  readonly browser: Browser
  /** Origin of the shop. */
  readonly origin: string
  /** The id of an unpaid order. */
  nextOrder(): string
  close(): Promise<void>
}

/** @param orders how many payments there will be */
export async function startPayments(orders: number): Promise<PaymentsUnderTest> {
  const sandbox = await startSandbox({ port: 0, rateLimit: 0 })
  const { server, port } = await startServerAt(sandbox.origin)
  const shelf = await server.ask('addOrders', orders)
  const browser = await startBrowser()
  return {
    sandbox,
    server,
    browser,
    origin: `http://localhost:${port}`,
    nextOrder() {
      const order = shelf.pop()
      if (order === undefined) throw new Error('There is no order left.')
      return order
    },
    async close() {
      await browser.close()
      await server.end()
      await sandbox.close()
    },
  }
}

/** Runs in every page before its scripts: records the events with their times. */
function recordEvents(): void {
  window.receivedEvents = []
  for (const name of ['payment-status', 'payment-complete'])
    document.addEventListener(name, (event) => {
      const { detail } = event as CustomEvent<{ status: string; reference: string }>
      window.receivedEvents.push({
        name,
        order: detail.reference,
        status: detail.status,
        atMs: performance.now(),
      })
    })
}

export interface ReceivedEvent {
  readonly name: string
  readonly order: string
  readonly status: string
  /** In the page's clock. */
  readonly atMs: number
}

declare global {
  interface Window {
    receivedEvents: ReceivedEvent[]
  }
}

/** A shopper's browser: its tabs share connections, but not with other shoppers. */
export async function startShopper({ browser }: PaymentsUnderTest): Promise<BrowserContext> {
  const context = await browser.newContext()
  await context.addInitScript(recordEvents)
  return context
}

/** Opens a tab of the shop with these orders. */
export async function visit(
  { origin }: PaymentsUnderTest,
  context: BrowserContext,
  orders: readonly string[],
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${origin}/bench?${orders.map((order) => `order=${order}`).join('&')}`)
  return page
}

/** Presses pay. @returns the payment window, with the hosted page in it */
export async function pressPay(page: Page, order: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.locator(`payin-checkout[order="${order}"]`).getByRole('button', { name: /^Pay/ }).click()
  const popup = await opened
  await popup.waitForURL(/\/pay\//)
  return popup
}

/** Waits for the event. @returns its time in the page's clock */
export async function untilReceived(
  page: Page,
  order: string,
  status: string,
  timeout: number,
): Promise<number> {
  const received = await page.waitForFunction(
    ([order, status]) =>
      window.receivedEvents.find((each) => each.order === order && each.status === status)?.atMs,
    [order, status],
    { timeout, polling: 20 },
  )
  return (await received.jsonValue()) as number
}

/** Calls a lever of the sandbox, as in its README. @throws {Error} when the call fails */
export async function callSandbox(
  { sandbox }: PaymentsUnderTest,
  path: string,
  lever: object,
): Promise<void> {
  const answer = await sandbox.app.request(`/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(lever),
  })
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`)
}

/** The payin that the service made for an order. */
export function payinOf({ sandbox }: PaymentsUnderTest, order: string): string {
  const payin = sandbox.service.payins.list().find(({ reference }) => reference === order)
  if (!payin) throw new Error(`The service knows no payin for ${order}.`)
  return payin.id
}
