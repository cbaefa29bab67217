// Webhooks that arrived while the database was away are made up for soon after it is back: the service may not send
// them again, and the regular interval can be an hour.
import { beforeEach, describe, expect, test } from 'vitest'
import { sessionChanged } from '../../../src/merchant/session/session-row.ts'
import type { Db, NotificationListener } from '../../../src/merchant/store/db.ts'
import { createWorld, useWorld, type World } from './harness.ts'
import { databaseUrl, unlessSkipped, useInstances } from './instances-world.ts'

const world = useWorld()

const away = () => Object.assign(new Error('terminating connection'), { code: '57P01' })
const locked = () => Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })

/** A database that fails the next statement with these words. */
function createFailing(db: Db) {
  let next: { readonly words: string; readonly error: Error; readonly times: number } | undefined
  const check = (sql: string) => {
    if (!next || !sql.includes(next.words)) return
    const { error, times } = next
    next = times > 1 ? { ...next, times: times - 1 } : undefined
    throw error
  }
  const query: Db['query'] = async (sql, params) => {
    check(sql)
    return db.query(sql, params)
  }
  const transaction: Db['transaction'] = (work) =>
    db.transaction((tx) =>
      work({
        ...tx,
        async query(sql, params) {
          check(sql)
          return tx.query(sql, params)
        },
      }),
    )
  return {
    db: { ...db, query, transaction },
    failNext(words: string, error: Error, times = 1) {
      next = { words, error, times }
    },
  }
}

describe('a payment without its last webhook', () => {
  let shop: World
  let failNext: (words: string, error: Error, times?: number) => void
  let notify: NotificationListener

  /** A payin with an earlier webhook, so its next regular check is five minutes away. */
  beforeEach(async () => {
    const { db, clock, service, logged } = world()
    const failing = createFailing(db)
    failNext = failing.failNext
    const listen: Db['listen'] = (channel, callback) => {
      if (channel === sessionChanged) notify = callback
      return db.listen(channel, callback)
    }
    shop = await createWorld({ ...failing.db, listen }, { clock, service, logged })
    await shop.pay('A-1001')
    await shop.webhook(service.only(), 'INITIATED')
    service.only().status = 'COMPLETED'
    await clock.advance(1_000)
    return () => shop.merchant.close()
  })

  const nextRound = async () => {
    await shop.clock.advance(2_000)
    await shop.merchant.sweep.runOnce()
    return shop.order('A-1001')
  }

  test('is not checked early when nothing failed', async () => {
    expect(await nextRound()).toBe('unpaid')
  })

  test.each([
    ['away', away],
    ['busy', locked],
  ])(
    'is found in the next round when its webhook could not be stored because the database was %s',
    async (_, error) => {
      // With its effect, and to be kept for later.
      failNext('insert into payin_checkout.webhook_events', error(), 2)

      const answer = await shop.webhook(shop.service.only())

      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await nextRound()).toBe('paid')
    },
  )

  test.each([
    ['away', away],
    ['busy', locked],
  ])(
    'is found in the next round when its webhook could not be decided at once because the database was %s',
    async (_, error) => {
      failNext('insert into payin_checkout.webhook_events', error())

      expect((await shop.webhook(shop.service.only())).status).toBe(200)
      expect(await shop.order('A-1001')).toBe('unpaid')
      expect(await nextRound()).toBe('paid')
    },
  )

  test('is not checked early because the body of a request broke off', async () => {
    // Node throws this when the connection ends in the middle of a body. Anybody can do that.
    const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    const body = new ReadableStream({ pull: (controller) => controller.error(broken) })

    const init = { method: 'POST', body, duplex: 'half' }
    const answer = await shop.app.request('/webhooks/payins', init)

    expect(answer.status).toBe(408)
    expect(await nextRound()).toBe('unpaid')
  })

  test('is not checked early because the service could not be reached for another payment', async () => {
    await shop.pay('A-1002')
    await shop.clock.advance(1_000)
    const [, other] = [...shop.service.payins.values()]
    shop.service.down = true
    await shop.db.query(`update payin_checkout.sessions set next_check_at = $1 where service_id = $2`, [
      new Date(shop.clock.now()),
      other?.id,
    ])
    await shop.merchant.sweep.runOnce()
    shop.service.down = false

    expect(await nextRound()).toBe('unpaid')
  })

  test('is found in the round after one that failed because the database was away', async () => {
    failNext('where next_check_at <=', away())
    await expect(shop.merchant.sweep.runOnce()).rejects.toThrow('terminating')

    expect(await nextRound()).toBe('paid')
  })

  test('is found in the next round when the database failed during a check', async () => {
    await shop.clock.advance(5 * 60_000)
    failNext('for no key update', away())
    await shop.merchant.sweep.runOnce()
    expect(await shop.order('A-1001')).toBe('unpaid')

    expect(await nextRound()).toBe('paid')
  })

  test('is checked in the next round when its row was locked, and no other payment is', async () => {
    await shop.clock.advance(5 * 60_000)
    await shop.pay('A-1002')
    failNext('for no key update', locked())
    await shop.merchant.sweep.runOnce()
    expect(await shop.order('A-1001')).toBe('unpaid')
    const calls = shop.service.calls.length

    expect([await nextRound(), shop.service.calls.length]).toEqual(['paid', calls + 1])
  })

  test('is found in the next round when the listening connection was lost for over a second', async () => {
    notify(null, 1_500)

    expect(await nextRound()).toBe('paid')
  })

  test('waits for its webhook when that connection was back at once', async () => {
    notify(null, 300)

    expect(await nextRound()).toBe('unpaid')
  })

  test('is checked once, although every instance checks everything after an outage', async () => {
    const { db, clock, service, logged } = world()
    const other = await createWorld(db, { clock, service, logged })
    service.only().status = 'AUTHORIZED'
    for (const { sweep } of [shop.merchant, other.merchant]) sweep.markMissed()
    const calls = service.calls.length

    await nextRound()
    await other.merchant.sweep.runOnce()

    expect(service.calls).toHaveLength(calls + 1)
    await other.merchant.close()
  })
})

describe.skipIf(!databaseUrl)(`after an outage${unlessSkipped}`, () => {
  const three = useInstances()

  test('a locked session does not keep others from being checked, and is checked once it is free', async () => {
    const [a] = three().all
    await a.pay('A-1001')
    await a.pay('A-1002')
    for (const payin of a.service.payins.values()) payin.status = 'COMPLETED'
    const orders = async () => [await a.order('A-1001'), await a.order('A-1002')]

    await a.db.transaction(async (tx) => {
      await tx.query(`select 1 from payin_checkout.sessions where order_id = 'A-1001' for update`)
      await a.merchant.sweep.runOnce(true)
      expect(await orders()).toEqual(['unpaid', 'paid'])
      await a.merchant.sweep.runOnce()
    })
    await a.merchant.sweep.runOnce()

    expect(await orders()).toEqual(['paid', 'paid'])
    const calls = a.service.calls.length
    await a.merchant.sweep.runOnce()
    expect(a.service.calls).toHaveLength(calls)
  })
})
