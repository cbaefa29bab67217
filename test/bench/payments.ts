// Payments a second, from the create request to the parcel, on a Postgres that waits for its disk: with one instance and with three, beside
// a bare server with the same exchanges and the transactions that a payment needs. The service is in this process.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Program, startProgram } from '../journeys/support/process.ts'
import { startFakeServiceServer } from '../support/fake-service-server.ts'
import { freePort } from '../support/free-port.ts'
import { type OwnPostgres, startOwnPostgres, whyNoPostgres } from '../support/own-postgres.ts'
import { type createFakeService, hostedOrigin, signed, webhookSecret } from '../unit/merchant/fake-service.ts'
import { sellOrders, withDatabase } from '../unit/merchant/shop-process.ts'
import type { Benchmark, Row } from './benchmark.ts'

/** Parallel shoppers: more than the connections of an instance. */
const atOnce = 24
const perRound = 150
/** What a payment needs, the shop's own included. Fixed, so that each commit that ours saves counts. */
const needed = { commits: 5, reads: 4 }

interface Shop {
  readonly service: ReturnType<typeof createFakeService>
  /** One origin for each instance. */
  readonly origins: readonly string[]
  close(): Promise<void>
}

/** A program that answers like a shop, with its commands. */
interface Instance {
  readonly file: string
  readonly env: Record<string, string>
  /** Resolves when it is ready. */
  readonly health: string
}

const ours =
  (databaseUrl: string) =>
  (serviceOrigin: string): Instance => ({
    file: 'server-example/main.ts',
    env: {
      PUBLIC_URL: 'http://localhost:4000',
      DATABASE_URL: databaseUrl,
      PAYMENTS_BASE_URL: serviceOrigin,
      PAYMENTS_API_KEY: 'test_shop_process',
      PAYMENTS_WEBHOOK_SECRET: webhookSecret,
      HOSTED_PAGE_ORIGINS: hostedOrigin,
      CLIENT_ADDRESS_HEADER: 'X-Real-IP',
    },
    health: '/healthz',
  })

const bare =
  (databaseUrl: string) =>
  (serviceOrigin: string): Instance => ({
    file: 'test/bench/processes/bare-merchant.ts',
    env: {
      DATABASE_URL: databaseUrl,
      SERVICE: serviceOrigin,
      WRITES: String(needed.commits),
      READS: String(needed.reads),
    },
    health: '/',
  })

async function startShop(instanceAt: (serviceOrigin: string) => Instance, instances: number): Promise<Shop> {
  const upstream = await startFakeServiceServer()
  const programs: Program[] = []
  const origins: string[] = []
  for (let n = 0; n < instances; n++) {
    const port = await freePort()
    const { file, env, health } = instanceAt(upstream.origin)
    const origin = `http://127.0.0.1:${port}`
    programs.push(await startProgram(file, { PORT: String(port), ...env }, `${origin}${health}`))
    origins.push(origin)
  }
  return {
    service: upstream.service,
    origins,
    async close() {
      await Promise.all(programs.map((program) => program.end('SIGTERM')))
      upstream.close()
    },
  }
}

let asked = 0
/** Sends to one instance after the other, from a new IP address each time. @throws for another status */
async function post(
  shop: Shop,
  path: string,
  status: number,
  headers: object,
  body: string | Uint8Array<ArrayBuffer>,
) {
  const n = asked++
  const address = { 'x-real-ip': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
  const response = await fetch(`${shop.origins[n % shop.origins.length]}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...address, ...headers },
    body,
  })
  const answer = await response.text()
  if (response.status !== status) throw new Error(`${path} was answered with ${response.status}: ${answer}`)
  return answer
}

/** A create request and two webhooks, as the service sends them. */
async function pay(shop: Shop, order: string): Promise<void> {
  const key = { 'idempotency-key': randomUUID() }
  const session = await post(shop, '/checkout/sessions', 201, key, JSON.stringify({ order, kind: 'payin' }))
  const { redirect_url } = JSON.parse(session) as { redirect_url: string }
  const payin = shop.service.payins.get(redirect_url.split('/').at(-1) ?? '')
  if (!payin) throw new Error('The service has no such payin.')
  for (const status of ['AUTHORIZED', 'COMPLETED']) {
    payin.status = status
    const { body, signature } = signed(payin)
    await post(shop, '/webhooks/payins', 200, { 'x-webhook-signature': signature }, body)
  }
}

/** Runs all work with the given parallelism. @returns how many a second */
async function perSecond<T>(all: T[], work: (one: T) => Promise<unknown>, until: () => Promise<unknown>) {
  const { length } = all
  const left = [...all]
  const beganAt = performance.now()
  async function worker(): Promise<void> {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await until()
  return (length / (performance.now() - beganAt)) * 1_000
}

interface Counted {
  /** All transactions, also read-only ones. */
  readonly transactions: number
  /** Transactions that have changed something. */
  readonly commits: number
}

const count = (client: pg.Client) =>
  client
    .query<{ transactions: string; commits: string }>(
      'select xact_commit as transactions, pg_current_xact_id()::text as commits from pg_stat_database where datname = current_database()',
    )
    .then(({ rows: [row] }) => ({ transactions: Number(row?.transactions), commits: Number(row?.commits) }))

/** Postgres counts when a connection has been idle for a second. */
const countedMs = 2_500

interface Measured extends Counted {
  readonly perSecond: number
}

let sold = 0

/** Pays orders of a shop, and waits until each is packed. */
async function measureShop(postgres: OwnPostgres, instances: number): Promise<Measured> {
  const shop = await startShop(ours(postgres.url), instances)
  try {
    // Placed after the start: an older order is looked up at the service for a minute, because a start may follow a loss.
    const orders = await sellOrders(postgres.url, 4 * perRound, sold)
    sold += orders.length
    return await withDatabase(postgres.url, async (client) => {
      const packed = async () => Number((await client.query('select count(*) from parcels')).rows[0]?.count)
      async function payAll(these: string[]): Promise<number> {
        const before = await packed()
        return perSecond(
          these,
          (order) => pay(shop, order),
          async () => {
            while ((await packed()) < before + these.length) await pause(5)
          },
        )
      }
      // Not counted: the JavaScript engine still optimizes the code.
      await payAll(orders.splice(0, perRound))
      await pause(countedMs)
      const before = await count(client)
      const speeds: number[] = []
      for (let round = 0; round < 3; round++) speeds.push(await payAll(orders.splice(0, perRound)))
      await pause(countedMs)
      const after = await count(client)
      const paid = 3 * perRound
      return {
        perSecond: speeds.sort((a, b) => a - b)[1] ?? 0,
        transactions: (after.transactions - before.transactions) / paid,
        commits: (after.commits - before.commits) / paid,
      }
    })
  } finally {
    await shop.close()
  }
}

/** The same create request and webhooks at a bare server that makes the same calls. @returns payments a second */
async function measureBareServer(postgres: OwnPostgres): Promise<number> {
  const shop = await startShop(bare(postgres.url), 1)
  try {
    const orders = Array.from({ length: perRound }, () => randomUUID())
    const speeds: number[] = []
    for (let round = 0; round < 4; round++)
      speeds.push(
        await perSecond(
          orders,
          (order) => pay(shop, order),
          async () => undefined,
        ),
      )
    return speeds.slice(1).sort((a, b) => a - b)[1] ?? 0
  } finally {
    await shop.close()
  }
}

const text = ({ perSecond: speed }: Measured) => `${speed.toFixed(0)} payments a second`

/** How many payments a second go from the create request to the parcel. */
export const payments: Benchmark = async (_, report) => {
  if (whyNoPostgres) {
    report(whyNoPostgres)
    return []
  }
  const postgres = await startOwnPostgres({ isDurable: true })
  try {
    report('payments with one instance')
    const one = await measureShop(postgres, 1)
    report('the same payments at a bare server')
    const bareServer = await measureBareServer(postgres)
    report('payments with three instances')
    const three = await measureShop(postgres, 3)
    const { commits, reads } = needed
    const ownReads = one.transactions - one.commits
    const rows: Row[] = [
      {
        benchmark: 'payments from the create request to the parcel, one instance',
        ours: text(one),
        comparedWith: `a bare server with the same requests and calls, ${commits} commits and ${reads} reads, ${bareServer.toFixed(0)} a second`,
        ratio: one.perSecond / bareServer,
        budget: { atLeast: 0.6 },
      },
      {
        benchmark: 'transactions of a payment that write',
        ours: one.commits.toFixed(1),
        comparedWith: `what a payment needs, ${commits}`,
        ratio: one.commits / commits,
        budget: { atMost: 1 },
      },
      {
        benchmark: 'transactions of a payment that only read',
        ours: ownReads.toFixed(1),
        comparedWith: `what a payment needs, ${reads}`,
        ratio: ownReads / reads,
        budget: { atMost: 1 },
      },
      {
        benchmark: 'payments with three instances',
        ours: text(three),
        comparedWith: `one instance, ${text(one)}`,
        ratio: three.perSecond / one.perSecond,
        budget: { atLeast: 1.5 },
      },
    ]
    return rows
  } finally {
    await postgres.dispose()
  }
}
