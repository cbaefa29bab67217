// The tests of this folder drive the merchant server from outside where they can: requests in, answers, rows and calls
// to the service out. This file gives a test file one database, and a new merchant over it whenever a test wants a
// restart. Its service is fake-service.ts. sandbox-world.ts puts the real sandbox in its place, instances-world.ts
// starts several servers, and shop-process.ts runs one as a process. Time comes from the fake clock, unless a real
// process or Postgres is under test.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Hono } from 'hono'
import type { Session } from 'payin-checkout/server'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { seedOrders } from '../../../demo/orders-on-sale.ts'
import { createApp } from '../../../src/merchant/app.ts'
import { payin as payinKind } from '../../../src/merchant/kinds/payin.ts'
import { createLog } from '../../../src/merchant/log.ts'
import type { Merchant } from '../../../src/merchant/merchant.ts'
import { readSettings } from '../../../src/merchant/settings/read.ts'
import type { Db, NotificationListener } from '../../../src/merchant/store/db.ts'
import { openPostgres } from '../../../src/merchant/store/postgres.ts'
import type { WaitingEvent } from '../../../src/merchant/sync/event-row.ts'
import { parseSignedWebhook } from '../../../src/merchant/sync/parse-webhook.ts'
import { createSharedDatabase, type SharedDatabase } from '../../crash/shared-database.ts'
import { createDatabaseTime } from '../../support/database-time.ts'
import { openEmptyDatabase } from '../../support/empty-database.ts'
import { createMerchant, type ExampleOptions, makeTables } from '../../support/example-merchant.ts'
import { described } from '../../support/open-api.ts'
import { createOwnDatabase } from '../../support/own-database.ts'
import { emptyTables } from '../../support/shop-tables.ts'
import { createFakeClock, type FakeClock } from '../server/fake-clock.ts'
import { createFakeService, type FakePayin, signed, webhookSecret } from './fake-service.ts'

const startMs = Date.parse('2026-11-20T12:00:00Z')
export const apiKey = 'test_api_key_canary'

export const baseEnv = {
  PAYMENTS_BASE_URL: 'https://pay.example',
  PAYMENTS_API_KEY: apiKey,
  PAYMENTS_WEBHOOK_SECRET: webhookSecret,
  PUBLIC_URL: 'https://shop.example',
  ALLOWED_ORIGINS: 'https://partner.example',
}

export interface World {
  readonly db: Db
  readonly clock: FakeClock
  readonly service: ReturnType<typeof createFakeService>
  readonly logged: string[]
  app: Hono
  merchant: Merchant
  /** The process dies and starts again over the same database. */
  restart(environment?: Record<string, string>, options?: ExampleOptions): Promise<void>
  /** A create request, as the button sends it. */
  createSession(order: string, key?: string, body?: object): Promise<Response>
  /** A create request that must succeed. It opens a session; no money moves yet. */
  pay(order: string, key?: string, body?: object): Promise<Session>
  read(id: string, headers?: Record<string, string>): Promise<Response>
  /** Sends a signed webhook and waits until it was processed. */
  webhook(payin: FakePayin, status?: string): Promise<Response>
  /** The service changes the payin's status and sends the webhook. */
  move(payin: FakePayin, status: string): Promise<void>
  order(id: string): Promise<string>
  alerts(): Promise<string[]>
}

interface FirstStart {
  /** `true`: time stands still while the database works, for tests that move time to an answer. */
  readonly waits?: boolean
  readonly environment?: Record<string, string>
  readonly options?: ExampleOptions
}

/** Prepares a world before each test of a file. Its first merchant has this environment and these options. */
export function useWorld({ waits = false, environment, options }: FirstStart = {}): () => World {
  let db: Db
  let seeded: { rows: string } | undefined
  let world: World | undefined

  beforeAll(async () => {
    db = sharingListeners(await openTestDb())
    await makeTables(db)
    await seedOrders(db, new Date('2026-11-01'))
    ;[seeded] = await db.query<{ rows: string }>('select json_agg(o)::text as rows from orders o')
    // The embedded database unpacks itself at its first start, which takes long on a busy machine.
  }, 60_000)
  beforeEach(async ({ onTestFinished }) => {
    onTestFinished(async () => {
      await world?.merchant.close()
      const left = await leftOf(world?.clock)
      world = undefined
      if (left.length > 0) throw new Error(`The merchant was closed and left timers of ${left.join()} ms.`)
    })
    await emptyTables(db)
    await db.query(
      'update payin_checkout.installation set beat = 0, beat_at = null, rows_kept_until = null, rows_lost_before = null, leased_until = null',
    )
    await db.query('insert into orders select * from json_populate_recordset(null::orders, $1::json)', [
      seeded?.rows,
    ])
    const ground = createSharedDatabase(db)
    const [own, around] = waits ? [ground.db, createAround(ground.open)] : [db, createAround()]
    world = await createWorld(own, around, options, environment)
  })
  afterAll(() => db.close())
  return () => {
    if (!world) throw new Error('The world exists inside tests only.')
    return world
  }
}

/** Each channel has one listening connection for all merchants of a file: opening one takes longer than most tests. */
function sharingListeners(db: Db): Db {
  const channels = new Map<string, Promise<Set<NotificationListener>>>()
  async function begin(channel: string): Promise<Set<NotificationListener>> {
    const all = new Set<NotificationListener>()
    await db.listen(channel, (...notified) => {
      for (const listener of all) listener(...notified)
    })
    return all
  }
  return {
    ...db,
    async listen(channel, listener) {
      const begun = channels.get(channel) ?? begin(channel)
      channels.set(channel, begun)
      const all = await begun
      all.add(listener)
      return async () => void all.delete(listener)
    },
  }
}

/** The row of a signed webhook that was stored and not processed yet. */
export function waitingEvent(payin: FakePayin, at: number): WaitingEvent {
  const webhook = parseSignedWebhook(payinKind, new TextEncoder().encode(signed(payin).body))
  if (!webhook) throw new Error('It is not understood.')
  const { hash, kind, serviceId: service_id, status } = webhook
  const ids = { hash, kind, service_id, session: null, status }
  const leased_until = new Date(at + 30_000)
  return { ...ids, result: null, attempts: 0, named: 1, next_try_at: new Date(at), leased_until }
}

/** The sleepers that are left when all requests in flight are answered, in milliseconds. */
async function leftOf(clock: FakeClock | undefined): Promise<readonly number[]> {
  for (let tries = 0; clock?.sleepers.length && tries < 3_000; tries++) await pause(10)
  return clock?.sleepers ?? []
}

/** The embedded database, or a database of its own in the Postgres of TEST_DATABASE_URL. */
export async function openTestDb(): Promise<Db> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return openEmptyDatabase()
  const database = await createOwnDatabase(url)
  const db = openPostgres(database.urlFor('merchant'), () => undefined)
  return {
    ...db,
    async close() {
      await db.close()
      await database.drop()
    },
  }
}

/** What the instances of one shop share besides their database. */
export type Around = Pick<World, 'clock' | 'service' | 'logged'>

/** @param open counts the database work in progress, for which time waits */
export function createAround(open?: SharedDatabase['open']): Around {
  const clock = open ? createDatabaseTime(startMs, open).clock : createFakeClock(startMs)
  return { clock, service: createFakeService(clock.now), logged: [] }
}

/** A merchant over this database. @param around of its own, unless it is one of several instances */
export async function createWorld(
  db: Db,
  around = createAround(),
  first: ExampleOptions = {},
  environment: Record<string, string> = {},
): Promise<World> {
  const { clock, service, logged } = around
  const start = async (more: Record<string, string>, options: ExampleOptions = {}) => {
    const config = readSettings({}, { ...baseEnv, ...more })
    const log = createLog((line) => logged.push(line))
    const merchant = await createMerchant(config, db, {
      log,
      clock,
      fetch: service.fetch,
      random: () => 0,
      retry: { maxAttempts: 1 },
      ...options,
    })
    return { merchant, app: described(createApp(merchant), merchant.config.basePath) }
  }
  const world: World = {
    db,
    clock,
    service,
    logged,
    ...(await start(environment, first)),
    async restart(environment, options) {
      await world.merchant.close()
      Object.assign(world, await start(environment ?? {}, options))
    },
    async createSession(order, key = randomUUID(), body = {}) {
      return world.app.request('/checkout/sessions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ order, kind: 'payin', token: world.merchant.owners.tokenFor(order), ...body }),
      })
    },
    async pay(order, key, body) {
      const response = await world.createSession(order, key, body)
      if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
      return (await response.json()) as Session
    },
    read: async (id, headers = {}) => world.app.request(`/checkout/sessions/${id}`, { headers }),
    async webhook(payin, status) {
      const { body, signature } = signed(payin, status)
      const headers = { 'x-webhook-signature': signature, 'content-type': 'application/json' }
      const response = await world.app.request('/webhooks/payins', { method: 'POST', headers, body })
      await world.merchant.background.idle()
      return response
    },
    async move(payin, status) {
      payin.status = status
      await world.webhook(payin)
    },
    async order(id) {
      const [row] = await db.query<{ status: string }>('select status from orders where id = $1', [id])
      return row?.status ?? 'none'
    },
    async alerts() {
      const rows = await db.query<{ kind: string }>('select kind from payin_checkout.alerts order by id')
      return rows.map(({ kind }) => kind)
    },
  }
  return world
}
