// The merchant server as a process of its own, on a real Postgres, with the fake service over HTTP. Tests see what a
// shopper, the service and an operator see: answers, rows, and whether the process is alive.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Program, startProgram } from '../../journeys/support/process.ts'
import { startFakeServiceServer } from '../../support/fake-service-server.ts'
import { freePort } from '../../support/free-port.ts'
import {
  type createFakeService,
  type FakePayin,
  hostedOrigin,
  signed,
  webhookSecret,
} from './fake-service.ts'

export interface Answer {
  /** The name of the request, such as `create`. */
  readonly what: string
  /** 0: no answer at all, the connection broke. */
  readonly status: number
  readonly retryAfter: string | null
  readonly body: string
  readonly ms: number
}

export interface Shop {
  readonly origin: string
  readonly service: ReturnType<typeof createFakeService>
  readonly program: Program
  createSession(order: string, key?: string, more?: object): Promise<Answer>
  link(id: string): Promise<Answer>
  read(id: string, headers?: Record<string, string>): Promise<Answer>
  webhook(payin: FakePayin): Promise<Answer>
  health(): Promise<Answer>
  /** The payins of an order at the service. */
  payinsOf(order: string): FakePayin[]
  /** The log lines with this event. */
  logged(event: string): string[]
  close(): Promise<void>
}

/**
 * Starts the service and the server.
 * @param serverUrl what the server gets as DATABASE_URL
 * @param file the server's program
 */
export async function startShop(serverUrl: string, file = 'server-example/main.ts'): Promise<Shop> {
  const upstream = await startFakeServiceServer()
  const { service } = upstream
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    DATABASE_URL: serverUrl,
    PAYMENTS_BASE_URL: upstream.origin,
    PAYMENTS_API_KEY: 'test_shop_process',
    PAYMENTS_WEBHOOK_SECRET: webhookSecret,
    HOSTED_PAGE_ORIGINS: hostedOrigin,
    // So that many shoppers have many addresses. Limits by address are not tested here.
    CLIENT_ADDRESS_HEADER: 'X-Real-IP',
  }
  const program = await startProgram(file, env, `${origin}/healthz`)
  const ask = createAsk(origin)
  return {
    origin,
    service,
    program,
    createSession: (order, key = randomUUID(), more = {}) =>
      ask('create', '/checkout/sessions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ order, kind: 'payin', ...more }),
      }),
    link: (id) => ask('link', `/checkout/sessions/${id}/link`, { method: 'POST' }),
    read: (id, headers = {}) => ask('read', `/checkout/sessions/${id}`, { headers }),
    webhook(payin) {
      const { body, signature } = signed(payin)
      const headers = { 'x-webhook-signature': signature, 'content-type': 'application/json' }
      return ask('webhook', '/webhooks/payins', { method: 'POST', headers, body })
    },
    health: () => ask('health', '/healthz', {}),
    payinsOf: (order) => [...service.payins.values()].filter(({ reference }) => reference === order),
    logged: (event) =>
      program
        .output()
        .split('\n')
        .filter((line) => line.includes(`"event":"${event}"`)),
    async close() {
      await program.end('SIGTERM')
      upstream.close()
    },
  }
}

function createAsk(origin: string) {
  let asked = 0
  return async (what: string, path: string, init: RequestInit): Promise<Answer> => {
    const n = asked++
    const headers = new Headers(init.headers)
    headers.set('x-real-ip', `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`)
    const beganAt = performance.now()
    const ms = () => performance.now() - beganAt
    try {
      const response = await fetch(origin + path, { ...init, headers })
      const body = await response.text()
      return {
        what,
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        body,
        ms: ms(),
      }
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error
      return { what, status: 0, retryAfter: null, body: String(cause), ms: ms() }
    }
  }
}

/**
 * Runs work on a connection of the test's own, past the server. It survives no restart of Postgres: make one when it is
 * needed.
 */
export async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Puts unpaid orders on sale. @returns their ids */
export async function sellOrders(url: string, count: number, from = 0): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `L-${from + n}`)
  await withDatabase(url, (client) =>
    client.query(
      `insert into orders (id, title, amount_value, amount_currency, payer_email)
       select id, 'An order', '49.90', 'EUR', 'ada@shop.example' from unnest($1::text[]) id`,
      [ids],
    ),
  )
  return ids
}

/** The status of each of these orders in the shop's own table. */
export function statusOfOrders(url: string, orders: readonly string[]): Promise<string[]> {
  return withDatabase(url, async (client) => {
    const { rows } = await client.query('select status from orders where id = any($1)', [orders])
    return rows.map(({ status }) => String(status))
  })
}
