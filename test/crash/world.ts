// A shop that can crash, the sandbox as its service, and time in the test's hand: what every crash test plays in.
import { createSandbox } from '../../demo/sandbox/create-sandbox.ts'
import { loadConfig } from '../../src/merchant/node/config.ts'
import { createDatabaseTime } from '../support/database-time.ts'
import { createFakeClock as createSandboxClock } from '../unit/sandbox/fake-clock.ts'
import type { Ground } from './ground.ts'
import { createInstance } from './instance.ts'
import { createPostman } from './postman.ts'
import { createWire } from './wire.ts'

const startMs = Date.UTC(2026, 10, 20, 12)

export interface WorldOptions {
  readonly instances?: number
  /** One per order, in euros. It decides how the sandbox takes the payment: scenarios.ts. */
  readonly prices?: readonly string[]
  readonly sandboxSeed?: number
}

export type World = Awaited<ReturnType<typeof openWorld>>

async function openShop(ground: Ground, prices: readonly string[]): Promise<string[]> {
  await ground.clear()
  const orders = prices.map((_, index) => `O-${index + 1}`)
  await ground.db.query(
    `insert into orders (id, title, amount_value, amount_currency, payer_email)
     select id, id, price, 'EUR', 'ada@shop.example' from unnest($1::text[], $2::text[]) as order_of (id, price)`,
    [orders, prices],
  )
  return orders
}

/** An empty shop with unpaid orders and no process yet. */
export async function openWorld(ground: Ground, options: WorldOptions = {}) {
  const { instances = 1, prices = ['49.90'], sandboxSeed = 1 } = options
  const orders = await openShop(ground, prices)
  const { timeline, clock, until, verified } = createDatabaseTime(startMs, ground.open)
  const postman = createPostman()
  const sandbox = createSandbox({
    clock: createSandboxClock(startMs, timeline),
    seed: sandboxSeed,
    rateLimit: 0,
    fetch: postman.fetch,
  })
  const wire = createWire(async (url, init) => sandbox.app.request(String(url), init), clock)
  const config = loadConfig({
    PAYMENTS_BASE_URL: 'http://localhost',
    PAYMENTS_API_KEY: 'test_sandbox',
    PAYMENTS_WEBHOOK_SECRET: 'sandbox_webhook_secret',
    PUBLIC_URL: 'https://shop.example',
  })
  const ports = { db: ground.db, fetch: wire.fetch, clock }

  return {
    sandbox,
    wire,
    postman,
    timeline,
    ground,
    orders,
    instances: Array.from({ length: instances }, () => createInstance(config, ports, ground.ordersOn)),
    /** Complaints about what was seen on the way, such as an answer that no shopper may get. */
    seen: [] as string[],
    until,
    verified,
  }
}
