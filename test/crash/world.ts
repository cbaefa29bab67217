// The world of every crash test: a shop whose processes can be killed, the sandbox as its service, and time that the test
// controls.
import { readSettings } from '../../src/merchant/settings/read.ts'
import { createSandbox } from '../../src/sandbox/create-sandbox.ts'
import { createDatabaseTime } from '../support/database-time.ts'
import { createFakeClock as createSandboxClock } from '../unit/sandbox/fake-clock.ts'
import { createInstance } from './instance.ts'
import { createNetwork } from './network.ts'
import { createWebhookRecorder } from './sent-webhooks.ts'
import type { SharedDatabase } from './shared-database.ts'

const startMs = Date.UTC(2026, 10, 20, 12)

export interface WorldOptions {
  readonly instances?: number
  /** One price per order, in euros. It selects the sandbox's scenario (scenarios.ts). */
  readonly prices?: readonly string[]
  readonly sandboxSeed?: number
}

export type World = Awaited<ReturnType<typeof openWorld>>

async function openShop(database: SharedDatabase, prices: readonly string[]): Promise<string[]> {
  await database.clear()
  const orders = prices.map((_, index) => `O-${index + 1}`)
  await database.db.query(
    `insert into orders (id, title, amount_value, amount_currency, payer_email)
     select id, id, price, 'EUR', 'ada@shop.example' from unnest($1::text[], $2::text[]) as order_of (id, price)`,
    [orders, prices],
  )
  return orders
}

/** Opens a shop with unpaid orders and no running process. */
export async function openWorld(database: SharedDatabase, options: WorldOptions = {}) {
  const { instances = 1, prices = ['49.90'], sandboxSeed = 1 } = options
  const orders = await openShop(database, prices)
  const { timeline, clock, until } = createDatabaseTime(startMs, database.open)
  const webhooks = createWebhookRecorder()
  const sandbox = createSandbox({
    clock: createSandboxClock(startMs, timeline),
    seed: sandboxSeed,
    rateLimit: 0,
    fetch: webhooks.fetch,
  })
  const network = createNetwork(async (url, init) => sandbox.app.request(String(url), init), clock)
  const config = readSettings(
    {},
    {
      PAYMENTS_BASE_URL: 'http://localhost',
      PAYMENTS_API_KEY: 'test_sandbox',
      PAYMENTS_WEBHOOK_SECRET: 'sandbox_webhook_secret',
      PUBLIC_URL: 'https://shop.example',
    },
  )
  const ports = { db: database.db, fetch: network.fetch, clock }

  return {
    sandbox,
    network,
    webhooks,
    timeline,
    database,
    orders,
    instances: Array.from({ length: instances }, () => createInstance(config, ports, database.ordersOn)),
    /** Violations that were found on the way, such as an answer that no shopper may get. */
    violations: [] as string[],
    until,
  }
}
