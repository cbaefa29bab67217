// How often a payment waits for Postgres. Over a network these waits are most of the time of a create request, and the lock of
// the order is held during some of them.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../../src/merchant/app.ts'
import { readSettings } from '../../../src/merchant/settings/read.ts'
import { createMerchant, makeTables } from '../../support/example-merchant.ts'
import { whyNoPostgres } from '../../support/own-postgres.ts'
import { unless, useFailingPostgres } from './failing-postgres.ts'
import { createFakeService, signed } from './fake-service.ts'
import { baseEnv } from './harness.ts'

const slow = { lockMs: 20_000, statementMs: 20_000, answerMs: 20_000, connectMs: 20_000, heartbeatMs: 60_000 }

describe.skipIf(whyNoPostgres !== null)(`a payment on Postgres${unless}`, () => {
  const failing = useFailingPostgres()

  /** A shop with two orders, whose first payment has opened the connections. */
  async function openShop() {
    const db = failing.openAcross({ max: 1, limits: slow })
    await makeTables(db)
    const [first, second] = [randomUUID(), randomUUID()]
    await db.query(
      `insert into orders (id, title, amount_value, amount_currency, payer_email)
       select id, 'Bag', '49.90', 'EUR', 'ada@shop.example' from unnest($1::text[]) as id`,
      [[first, second]],
    )
    const service = createFakeService(Date.now)
    const merchant = await createMerchant(readSettings({}, baseEnv), db, {
      fetch: service.fetch,
      log: () => undefined,
    })
    const app = createApp(merchant)
    const post = (path: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
      app.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    const shop = {
      createSession: async (order = second) =>
        post(
          '/checkout/sessions',
          { 'idempotency-key': randomUUID() },
          JSON.stringify({ order, kind: 'payin' }),
        ),
      async move(status: string) {
        const payin = [...service.payins.values()].at(-1)
        if (!payin) throw new Error('The service has no payin.')
        payin.status = status
        const { body, signature } = signed(payin)
        const answer = await post('/webhooks/payins', { 'x-webhook-signature': signature }, body)
        await merchant.background.idle()
        return answer
      },
      status: () => db.query('select status from orders where id = $1', [second]),
      close: () => merchant.close(),
    }
    await shop.createSession(first)
    return shop
  }

  /** The round trips of work, with those of the notifications that follow it. */
  async function roundTripsOf(work: () => Promise<Response>, status: number): Promise<number> {
    await quiet()
    const before = failing.network.roundTrips
    expect((await work()).status).toBe(status)
    await quiet()
    return failing.network.roundTrips - before
  }

  /** Waits until nothing is sent any more. */
  async function quiet(): Promise<void> {
    for (let last = -1; last !== failing.network.roundTrips; await pause(60))
      last = failing.network.roundTrips
  }

  test('takes eight round trips from the press to the address of the hosted page', async () => {
    const shop = await openShop()
    // Up to two more tell other instances.
    expect(await roundTripsOf(() => shop.createSession(), 201)).toBeLessThanOrEqual(10)
    await shop.close()
  })

  test('takes nine round trips from the last webhook to the parcel, and four for a webhook that changes nothing', async () => {
    const shop = await openShop()
    await shop.createSession()
    // Up to two more tell other instances.
    expect(await roundTripsOf(() => shop.move('COMPLETED'), 200)).toBeLessThanOrEqual(11)
    expect(await shop.status()).toEqual([{ status: 'paid' }])
    expect(await roundTripsOf(() => shop.move('AUTHORIZED'), 200)).toBeLessThanOrEqual(4)
    await shop.close()
  })
})
