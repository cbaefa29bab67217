// A shop that can crash, the sandbox as its service, and time in the test's hand: what every crash test plays in.
import { createSandbox } from '../../demo/sandbox/create-sandbox.ts'
import { loadConfig } from '../../server-example/config.ts'
import { createTimeline, turns } from '../support/timeline.ts'
import { createFakeClock as createSandboxClock } from '../unit/sandbox/fake-clock.ts'
import { createFakeClock } from '../unit/server/fake-clock.ts'
import type { Ground } from './ground.ts'
import { createInstance } from './instance.ts'
import { createPostman } from './postman.ts'
import { createWire } from './wire.ts'

const startMs = Date.UTC(2026, 10, 20, 12)
const hourMs = 3_600_000
/** Of real time: a transaction that is open for so long waits for the service, and with it all tabs of its order. */
const patienceMs = 60_000

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
  /** Requests that no time is needed for: their signature is being checked. */
  let verifying = 0
  const timeline = createTimeline(startMs, still)
  const clock = createFakeClock(startMs, timeline)
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

  /** Until nothing goes on that needs no time. Queries take real time; the fake time stands still for them. */
  async function still(): Promise<void> {
    const beganAt = Date.now()
    for (let idle = 0; idle < 4; ) {
      await turns(1)
      const { statements, transactions } = ground.open
      idle = statements + transactions + verifying === 0 ? idle + 1 : 0
      if (Date.now() - beganAt > patienceMs)
        throw new Error(
          'A transaction stays open: it waits for something that needs time, such as the service.',
        )
    }
  }

  return {
    sandbox,
    wire,
    postman,
    timeline,
    ground,
    orders,
    instances: Array.from({ length: instances }, () => createInstance(config, ports)),
    /** Complaints about what was seen on the way, such as an answer that no shopper may get. */
    seen: [] as string[],
    /** Lets time pass until the work is done. @throws when it is not within an hour */
    async until(work: Promise<unknown>): Promise<void> {
      let done = false
      const finish = () => {
        done = true
      }
      work.then(finish, finish)
      const end = timeline.now() + hourMs
      for (await still(); !done; ) {
        if (timeline.now() > end) throw new Error('Still waiting after an hour: something hangs for ever.')
        if (!(await timeline.advanceToNext()) && !done)
          throw new Error('Waiting for something that nothing brings about.')
      }
      await work
    },
    /** The signature of a webhook is checked outside of the event loop: time waits for it. */
    async verified<T>(request: Promise<T>): Promise<T> {
      verifying++
      return request.finally(() => verifying--)
    },
  }
}
