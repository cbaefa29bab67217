// Every row of docs/internals/fault-table.md as a payment: a fault happens, the shopper pays, and the order is paid once.
import type { Page } from '@playwright/test'
import { type FaultRow, type FaultTitle, faultRows, rowOf, titleOf } from './support/fault-rows.ts'
import { expectFaultsUsed, expectPaidOnce, payinsOfOrder } from './support/paid-once.ts'
import { test as onPostgres } from './support/postgres-world.ts'
import { callSandbox, payAndSettle, test } from './support/shared-world.ts'
import { Shopper } from './support/shopper.ts'
import { test as alone, expect, type World } from './support/world.ts'

/** The order of the journeys with their own world. */
const onlyOrder = 'A-1001'
const sixHoursMs = 6 * 3_600_000
/** The first create request stays in progress until the end of the journey. */
const slowCreate = { fault: 'latency', ms: 60_000, operations: ['createPayin'], count: 1 }

// Some rows start their own servers and database.
test.describe.configure({ timeout: 180_000 })

for (const kind of [test, alone, onPostgres]) {
  kind.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    expectedNoise: async ({}, use, { title }) => use(rowOf(title).noise ?? /^$/),
  })
}

/** The title of a row's journey, and whether `npm test` skips it. */
const row = (title: FaultTitle) => [title, { tag: rowOf(title).isLong ? ['@long'] : [] }] as const

for (const each of faultRows) {
  if (!('switches' in each)) continue
  const title = row(titleOf(each))
  // After a 429 a server reads less often for some minutes, so no other journey may use it.
  if (each.fault === '429') alone(...title, ({ page, world }) => pays(page, world, onlyOrder, each))
  else test(...title, ({ page, world, order }) => pays(page, world, order, each))
}

async function pays(page: Page, world: World, order: string, { switches = [] }: FaultRow): Promise<void> {
  for (const fault of switches) await world.addFault(fault)
  const shopper = await atTheShop(new Shopper(page, world), order)

  await payAndSettle(await shopper.pressPay(order), world)

  await expectPaidOnce(shopper, order)
  await expectFaultsUsed(world)
}

test(...row('409 · creating, while the first sending is under way'), async ({ page, world, order }) => {
  const createsBefore = (await world.creates()).length
  await world.addFault(slowCreate)
  const shopper = await atTheShop(new Shopper(page, world), order)
  const popup = await shopper.pressPay(order)
  await expect.poll(() => payinsOfOrder(world, order)).toHaveLength(1)

  await world.killServer()
  await world.startServer()
  await payAndSettle(popup, world)

  await expectPaidOnce(shopper, order)
  const creates = (await world.creates()).slice(createsBefore)
  expect(creates.map(({ status }) => status)).toContain(409)
  expect(new Set(creates.map(({ idempotency_key }) => idempotency_key)).size).toBe(1)
})

test(...row('late webhook · all of them, after the end'), async ({ page, world, order }) => {
  await world.addFault({ fault: 'webhook_late', ms: 600_000 })
  const shopper = await atTheShop(new Shopper(page, world), order)
  await payAndSettle(await shopper.pressPay(order), world)
  await shopper.sees(order, 'Paid')
  expect(await webhookAnswers(world, order)).toEqual([])

  await callSandbox(world, '/sandbox/clock', { advance_ms: 600_000 })

  await expect.poll(() => webhookAnswers(world, order)).toEqual([200, 200, 200])
  await expectPaidOnce(shopper, order)
})

test(
  ...row('forged webhook · a wrong signature, and a body that says "paid"'),
  async ({ page, world, order }) => {
    await world.addFault({ fault: 'webhook_forged' })
    const shopper = await atTheShop(new Shopper(page, world), order)
    const popup = await shopper.pressPay(order)
    await popup.getByRole('button', { name: /^Pay/ }).waitFor()
    const [payin] = await payinsOfOrder(world, order)

    const forged = JSON.stringify({ ...payin, status: 'COMPLETED' })
    expect(await sendWebhook(world, forged, '0'.repeat(64))).toBe(401)

    await page.reload()
    await shopper.sees(order, 'Payment not finished yet')
    await payAndSettle(popup, world)
    await expectPaidOnce(shopper, order)
    expect((await webhookAnswers(world, order)).filter((status) => status === 401)).toHaveLength(3)
  },
)

test(...row('forged webhook · an old genuine one, sent again'), async ({ page, world, order }) => {
  const shopper = await atTheShop(new Shopper(page, world), order)
  await payAndSettle(await shopper.pressPay(order), world)
  await shopper.sees(order, 'Paid')

  const old = await deliveriesAbout(world, order)
  expect(old.map(({ body }) => JSON.parse(body).status)).toEqual(['INITIATED', 'AUTHORIZED', 'COMPLETED'])
  for (const { body, signature } of old) expect(await sendWebhook(world, body, signature)).toBe(200)

  await expectPaidOnce(shopper, order)
})

test(...row('clock skew · the service is six hours ahead'), async ({ page, world, order }) => {
  await callSandbox(world, '/sandbox/clock', { advance_ms: sixHoursMs })
  const shopper = await atTheShop(new Shopper(page, world), order)

  await payAndSettle(await shopper.pressPay(order), world)

  await expectPaidOnce(shopper, order)
})

alone.describe(() => {
  alone.use({ serverEnv: clockAhead(sixHoursMs) })

  alone(...row('clock skew · the service is six hours behind'), async ({ page, world }) => {
    await page.clock.install({ time: Date.now() + sixHoursMs })
    const shopper = await atTheShop(new Shopper(page, world), onlyOrder)

    await payAndSettle(await shopper.pressPay(onlyOrder), world)

    await expectPaidOnce(shopper, onlyOrder)
  })

  alone(...row("clock skew · the server's clock is put back"), async ({ page, world }) => {
    const shopper = await atTheShop(new Shopper(page, world), onlyOrder)
    const popup = await shopper.pressPay(onlyOrder)
    await popup.getByRole('button', { name: /^Pay/ }).waitFor()

    await world.killServer()
    await world.startServer(clockAhead(0))
    await payAndSettle(popup, world)

    await expectPaidOnce(shopper, onlyOrder)
  })
})

onPostgres(
  ...row('database restart · while creating, and again while the shopper pays'),
  async ({ page, world, postgres }) => {
    const shopper = await atTheShop(new Shopper(page, world), onlyOrder)
    await postgres.stopImmediately()
    const refused = page.waitForResponse(`${world.shop}/checkout/sessions`)
    const popup = await shopper.pressPay(onlyOrder)
    await refused
    await postgres.start()
    await popup.getByRole('button', { name: /^Pay/ }).waitFor()

    await postgres.stopImmediately()
    await payAndSettle(popup, world)
    await postgres.start()

    await expectPaidOnce(shopper, onlyOrder)
  },
)

test(...row('instance killed · the only one, while the shopper pays'), async ({ page, world, order }) => {
  const shopper = await atTheShop(new Shopper(page, world), order)
  const popup = await shopper.pressPay(order)
  await popup.getByRole('button', { name: /^Pay/ }).waitFor()
  // The service may never repeat a webhook that found no server.
  await world.addFault({ fault: 'webhook_lost' })

  await world.killServer()
  await payAndSettle(popup, world)
  await world.startServer()

  await expectPaidOnce(shopper, order)
})

onPostgres(...row('instance killed · one of two, while creating'), async ({ page, world, balancer }) => {
  await world.addFault(slowCreate)
  const shopper = await atTheShop(new Shopper(page, world), onlyOrder)
  const popup = await shopper.pressPay(onlyOrder)
  await expect.poll(() => payinsOfOrder(world, onlyOrder)).toHaveLength(1)

  await world.killServer(balancer.portsFor('/checkout/sessions')[0])
  await payAndSettle(popup, world)

  await expectPaidOnce(shopper, onlyOrder)
})

async function atTheShop(shopper: Shopper, order: string): Promise<Shopper> {
  await shopper.visitShop(`?mode=popup&order=${order}`)
  return shopper
}

/** Starts a merchant server whose clock is this far ahead of this machine's. */
function clockAhead(ms: number): Record<string, string> {
  const code = `const now = Date.now
    globalThis.Date = class extends Date {
      constructor(...given) { given.length ? super(...given) : super(now() + ${ms}) }
      static now() { return now() + ${ms} }
    }`
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` }
}

async function deliveriesAbout(world: World, order: string) {
  const { deliveries } = await world.sandboxState()
  return deliveries.filter(({ body }) => JSON.parse(body).reference === order)
}

/** The merchant server's answers to the webhooks of an order. */
async function webhookAnswers(world: World, order: string): Promise<(number | null)[]> {
  return (await deliveriesAbout(world, order)).map(({ status }) => status)
}

async function sendWebhook(world: World, body: string, signature: string): Promise<number> {
  const response = await fetch(`${world.shop}/webhooks/payins`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Webhook-Signature': signature },
    body,
  })
  return response.status
}
