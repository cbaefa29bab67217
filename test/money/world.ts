// The world of the money tests: a shop with one to three instances of the merchant server over one database, a model of the
// payment service, and time that the test controls.
import type { Hono } from 'hono'
import { createApp } from '../../src/merchant/app.ts'
import type { Merchant } from '../../src/merchant/merchant.ts'
import { readSettings } from '../../src/merchant/settings/read.ts'
import type { SharedDatabase } from '../crash/shared-database.ts'
import { findsAnySpelling } from '../support/any-spelling.ts'
import { createDatabaseTime } from '../support/database-time.ts'
import { createMerchant, type OrdersOn } from '../support/example-merchant.ts'
import { createServiceModel } from './service-model.ts'

export const startMs = Date.UTC(2026, 10, 20, 12)
export const price = { value: '49.90', currency: 'EUR' }
const webhookSecret = 'webhook_secret_canary'
const backofficeToken = 'backoffice_token_canary_0123456789'
/** The smallest value of KEEP_FOR. */
const keepForDays = 30
const dayMs = 24 * 3_600_000

const environment = {
  PAYMENTS_BASE_URL: 'https://pay.example',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  PAYMENTS_API_KEY: 'test_api_key_canary',
  PAYMENTS_WEBHOOK_SECRET: webhookSecret,
  PUBLIC_URL: 'https://shop.example',
  KINDS: 'payin,bank_transfer,on_ramp',
  COMPANY_NAME: 'Acme',
  BACKOFFICE_TOKEN: backofficeToken,
  KEEP_FOR: String(keepForDays),
}

export interface Instance {
  readonly merchant: Merchant
  readonly app: Hono
}

export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

export type World = Awaited<ReturnType<typeof openWorld>>

/**
 * Opens the shop with two unpaid orders.
 * @param count how many instances
 * @param more environment variables that replace the defaults
 */
export async function openWorld(database: SharedDatabase, count: number, more: Record<string, string> = {}) {
  const config = readSettings({}, { ...environment, ...more })
  await database.clear()
  const orders = ['O-1', 'O-2']
  await database.db.query(
    `insert into orders (id, title, amount_value, amount_currency, payer_email, placed_at)
     select id, id, $2, $3, 'ada@shop.example', $4 from unnest($1::text[]) as id`,
    [orders, price.value, price.currency, new Date(startMs)],
  )
  const { timeline, clock, until } = createDatabaseTime(startMs, database.open)
  const service = createServiceModel({ now: clock.now, sleep: (ms) => clock.sleep(ms), webhookSecret })
  const instances: Instance[] = []

  async function start(): Promise<Instance> {
    const { db, ordersOn: own } = database
    const around = { fetch: service.fetch, clock, random: () => 0.5, log: () => undefined }
    const ordersOn: OrdersOn = (orders) => findsAnySpelling(own ? own(orders) : orders)
    const merchant = await createMerchant(config, db, { ...around, ordersOn })
    return {
      merchant,
      app: createApp(merchant, { perMinute: { startsByShopper: 1e6, startsByAddress: 1e6 } }),
    }
  }

  /** Ends all processes and starts new ones. */
  async function restart(): Promise<void> {
    await until(Promise.all(instances.map(({ merchant }) => merchant.close())))
    for (const index of instances.keys())
      await until(start().then((each) => void instances.splice(index, 1, each)))
  }

  const ask = (instance: Instance, path: string, init: RequestInit) =>
    answerOf(Promise.resolve(instance.app.request(path, init)))

  for (let index = 0; index < count; index++) await until(start().then((each) => instances.push(each)))
  for (const { merchant } of instances) await until(merchant.lostRows.writeHeartbeat())
  return {
    database,
    timeline,
    until,
    service,
    orders,
    instances: instances as readonly Instance[],
    instance: (index: number) => instances[index % instances.length] as Instance,
    /** Prints what happens, line by line, when one story is run alone. */
    trace: (...line: unknown[]) => {
      if (process.env.MONEY_STORY !== undefined) console.log(...line)
    },
    /** The answers to create requests, in short. */
    answers: [] as string[],
    /** The violations, once per rule: the rule's label, and the case. */
    violations: new Map<string, string>(),
    ask,
    post: (instance: Instance, path: string, body: unknown, headers: Record<string, string> = {}) =>
      ask(instance, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    backoffice: { authorization: `Bearer ${backofficeToken}` },
    idle: () => until(Promise.all(instances.map(({ merchant }) => merchant.background.idle()))),
    /** Lets every instance write its heartbeat once, which a running one does four times a minute. */
    async heartbeat(ms: number): Promise<void> {
      await timeline.advance(ms)
      for (const { merchant } of instances) await until(merchant.lostRows.writeHeartbeat())
    },
    restart,
    /**
     * Lets so much time pass that everything that is over is cleaned. The servers get no requests meanwhile. They are
     * restarted, because a month of their rounds would take hours.
     */
    async age(): Promise<void> {
      const sweepAll = () => until(Promise.all(instances.map(({ merchant }) => merchant.sweep.runOnce())))
      for (const minutes of [0.6, 12, 62, 62]) {
        await timeline.advance(minutes * 60_000)
        await sweepAll()
      }
      await until(Promise.all(instances.map(({ merchant }) => merchant.close())))
      await timeline.advance((keepForDays + 1) * dayMs)
      await database.db.query('update payin_checkout.installation set beat_at = $1', [
        new Date(timeline.now()),
      ])
      await restart()
      await sweepAll()
      // A second time: sessions that the first round has checked are over now.
      await sweepAll()
    },
    close: () => until(Promise.all(instances.map(({ merchant }) => merchant.close()))),
  }
}

async function answerOf(request: Promise<Response>): Promise<Answer> {
  const response = await request
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, body: isJson && text ? JSON.parse(text) : {} }
}
