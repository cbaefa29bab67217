// The machine of Postgres is gone, and a standby that lacks the last payments takes over at its address.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OwnPostgres, startOwnPostgres, whyNoPostgres } from '../../support/own-postgres.ts'
import { type Shop, sellOrders, startShop } from './shop-process.ts'

const unless = whyNoPostgres ? ` (skipped: ${whyNoPostgres})` : ''
const byCard = { payment: { method: 'card' } }

describe.skipIf(whyNoPostgres !== null)(`after a failover that has lost a paid order${unless}`, () => {
  let postgres: OwnPostgres
  let shop: Shop
  let takeOver: () => Promise<void>

  beforeEach(async () => {
    postgres = await startOwnPostgres()
    shop = await startShop(postgres.url)
    await sellOrders(postgres.url, 3)
    takeOver = await postgres.copyAsStandby()
  })
  afterEach(async () => {
    await shop?.close()
    await postgres?.dispose()
  })

  /** An order is paid, and its webhook has arrived: the service sends it no more. */
  async function pay(order: string): Promise<void> {
    expect((await shop.createSession(order)).status).toBe(201)
    const [payin] = shop.payinsOf(order)
    if (!payin) throw new Error('There is no payin.')
    payin.status = 'COMPLETED'
    expect((await shop.webhook(payin)).status).toBe(200)
  }

  /** Presses until the server has a connection again. */
  async function press(order: string): Promise<number> {
    for (;;) {
      const { status } = await shop.createSession(order, randomUUID(), byCard)
      if (status !== 503 && status !== 0) return status
      await pause(200)
    }
  }

  test('a server that goes on does not sell it again', async () => {
    await pay('L-0')
    await takeOver()
    expect(await press('L-0')).toBe(409)
    expect(shop.payinsOf('L-0')).toHaveLength(1)
  })

  test('a server that starts at once does not sell it again', async () => {
    await pay('L-0')
    await shop.program.end()
    await takeOver()
    const { service } = shop
    const again = await startShop(postgres.url)
    for (const [id, payin] of service.payins) again.service.payins.set(id, payin)
    await shop.close()
    shop = again
    expect(await press('L-0')).toBe(409)
    expect(shop.payinsOf('L-0')).toHaveLength(1)
  })
})
