// Postgres works, but it has no free connection left, or another session holds a row locked.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type OwnPostgres, startOwnPostgres, whyNoPostgres } from '../../support/own-postgres.ts'
import { type Answer, type Shop, sellOrders, startShop, withDatabase } from './shop-process.ts'

const unless = whyNoPostgres ? ` (skipped: ${whyNoPostgres})` : ''
const refused = ({ status, retryAfter }: Answer) => [status, retryAfter !== null]

describe.skipIf(whyNoPostgres !== null)(`a server whose Postgres is in use by others${unless}`, () => {
  let postgres: OwnPostgres
  let shop: Shop
  let orders: string[]
  let url: string
  const others: pg.Client[] = []

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    await withDatabase(postgres.url, (client) =>
      client.query(
        'create role shop login; grant all on schema public to shop; create schema payin_checkout authorization shop',
      ),
    )
    url = postgres.url.replace('postgres@', 'shop@')
    shop = await startShop(url)
    orders = await sellOrders(url, 20)
  })
  afterEach(async () => {
    await Promise.all(others.splice(0).map((client) => client.end()))
  })
  afterAll(async () => {
    await shop?.close()
    await postgres?.dispose()
  })

  async function another(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    others.push(client)
    return client
  }

  /** As if others held all connections: Postgres answers with the same 53300. */
  const allow = (connections: number) =>
    withDatabase(postgres.url, async (superuser) => {
      await superuser.query(`alter role shop connection limit ${connections}`)
      await superuser.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'shop'`,
      )
    })

  test('without a free connection gives shoppers and webhooks 503 with Retry-After, and recovers when there is one', async () => {
    const order = orders.shift() ?? ''
    const { id } = JSON.parse((await shop.createSession(order)).body) as { id: string }
    const [payin] = shop.payinsOf(order)
    if (!payin) throw new Error('There is no payin.')

    await allow(0)
    const answers = await Promise.all([
      shop.createSession(orders.shift() ?? ''),
      shop.read(id),
      shop.webhook(Object.assign(payin, { status: 'COMPLETED' })),
    ])
    expect(answers.map(refused)).toEqual(answers.map(() => [503, true]))

    await allow(100)
    await expect.poll(async () => (await shop.createSession(orders[0] ?? '')).status).toBe(201)
    // The webhook was sent only once, so the server has to ask by itself.
    await expect.poll(async () => JSON.parse((await shop.read(id)).body).outcome).toBe('complete')
  })

  test('that holds rows locked gives waiting create requests 503 with Retry-After, and stays healthy', async () => {
    const [locker, watcher] = [await another(), await another()]
    await locker.query('begin')
    await locker.query('select 1 from orders for update')

    // More than the connections of the server.
    const waiting = orders.splice(0, 15)
    const creates = Promise.all(waiting.map((order) => shop.createSession(order)))
    const blocked = `select 1 from pg_stat_activity where wait_event_type = 'Lock'`
    await expect.poll(async () => (await watcher.query(blocked)).rowCount).toBe(10)
    const health = await shop.health()
    const answers = await creates
    await locker.query('commit')

    expect(health.status).toBe(200)
    expect(answers.map(refused)).toEqual(answers.map(() => [503, true]))
    const again = await Promise.all(waiting.map((order) => shop.createSession(order)))
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 201))
    expect(waiting.map((order) => shop.payinsOf(order).length)).toEqual(waiting.map(() => 1))
  })
})
