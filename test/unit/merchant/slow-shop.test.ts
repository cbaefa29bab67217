// The shop's own functions can wait for something that never comes, such as a price service without a timeout. That must
// end: otherwise each such call would keep a connection, a turn or a place of the background work until a restart.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { seedOrders } from '../../../demo/orders-on-sale.ts'
import { createOrders } from '../../../server-example/orders.ts'
import { createApp } from '../../../src/merchant/app.ts'
import type { Merchant } from '../../../src/merchant/merchant.ts'
import { assembleMerchant } from '../../../src/merchant/merchant.ts'
import type { Orders } from '../../../src/merchant/orders.ts'
import { readSettings } from '../../../src/merchant/settings/read.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { makeTables } from '../../support/example-merchant.ts'
import { emptyTables } from '../../support/shop-tables.ts'
import { createFakeClock } from '../server/fake-clock.ts'
import { createFakeService, signed } from './fake-service.ts'
import { baseEnv, openTestDb } from './harness.ts'

describe('a shop', () => {
  let db: Db
  let merchant: Merchant | undefined
  beforeAll(async () => {
    db = await openTestDb()
    await makeTables(db)
  }, 60_000)
  afterEach(() => merchant?.close())
  afterAll(() => db.close())

  /** Opens a shop whose function never ends, until it is repaired. */
  async function open(name: keyof Orders) {
    await emptyTables(db)
    await seedOrders(db, new Date('2026-11-01'))
    const clock = createFakeClock()
    const service = createFakeService(clock.now)
    const good = createOrders(db)
    let isRepaired = false
    let called = 0
    const broken = (...args: never[]) => {
      if (isRepaired) return (good[name] as (...args: never[]) => unknown)(...args)
      called++
      return new Promise(() => undefined)
    }
    const options = { clock, fetch: service.fetch, random: () => 0, log: () => undefined }
    merchant = await assembleMerchant(readSettings({}, baseEnv), db, { ...good, [name]: broken }, options)
    const app = createApp(merchant)
    const post = (path: string, body: string, headers: Record<string, string>) =>
      app.request(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
    return {
      clock,
      service,
      merchant,
      called: () => called,
      repair: () => {
        isRepaired = true
      },
      createSession: (order: string) =>
        post('/checkout/sessions', JSON.stringify({ order }), { 'idempotency-key': crypto.randomUUID() }),
      webhook(payin: Parameters<typeof signed>[0]) {
        const { body, signature } = signed(payin, 'COMPLETED')
        return post('/webhooks/payins', body, { 'x-webhook-signature': signature })
      },
    }
  }

  test('whose find hangs answers its presses with 503, and takes payments again when it is repaired', async () => {
    const { createSession, clock, repair, called, merchant } = await open('find')
    const create = createSession('A-1001')
    await expect.poll(called).toBe(1)
    await clock.advance(8_000)
    expect((await create).status).toBe(503)
    await merchant.background.idle()

    repair()

    expect((await createSession('A-1001')).status).toBe(201)
  })

  test('whose setPaid hangs keeps the payment, and marks its order when it is repaired', async () => {
    const { createSession, clock, repair, called, merchant, service, webhook } = await open('setPaid')
    expect((await createSession('A-1001')).status).toBe(201)
    const payin = service.only()
    payin.status = 'COMPLETED'
    const sent = webhook(payin)
    await expect.poll(called).toBe(1)
    await clock.advance(8_000)
    expect((await sent).status).toBe(200)
    await merchant.background.idle()
    expect(await db.query('select outcome from payin_checkout.sessions')).toEqual([{ outcome: 'open' }])

    repair()
    await merchant.sweep.runOnce(true)

    expect(await db.query('select outcome from payin_checkout.sessions')).toEqual([{ outcome: 'complete' }])
    expect(await db.query(`select status from orders where id = 'A-1001'`)).toEqual([{ status: 'paid' }])
  })
})
