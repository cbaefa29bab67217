// The sweep asks the service about payments without a webhook.
import { describe, expect, test } from 'vitest'
import type { Db } from '../../../src/merchant/store/db.ts'
import { createMerchant } from '../../support/example-merchant.ts'
import type { FakePayin } from './fake-service.ts'
import { useWorld, waitingEvent } from './harness.ts'
import { createGate } from './instances-world.ts'

const world = useWorld()
const hour = 3_600_000

describe('the sweep', () => {
  test('finds a payment without a webhook, and counts it', async () => {
    const { pay, service, merchant, clock, order } = world()
    await pay('A-1001')
    service.only().status = 'COMPLETED'
    await merchant.sweep.runOnce()
    expect(service.calls).toHaveLength(1)
    await clock.advance(30_000)
    await merchant.sweep.runOnce()
    expect([await order('A-1001'), merchant.sweep.found]).toEqual(['paid', 1])
    await clock.advance(100 * hour)
    await merchant.sweep.runOnce()
    expect(service.calls).toHaveLength(2)
  })

  test.each([
    `update payin_checkout.sessions set expires_at = 'infinity'`,
    `update payin_checkout.sessions set next_check_at = '-infinity'`,
  ])('meets no row that would end its rounds: the database refuses %s', async (sql) => {
    const { pay, db } = world()
    await pay('A-1001')
    await expect(db.query(sql)).rejects.toThrow('check constraint')
  })

  test('asks at growing intervals while no webhooks arrive, and soon after the payin’s end', async () => {
    const { pay, service, merchant, clock } = world()
    await pay('A-1001')
    const beganAt = clock.now()
    const asked: number[] = []
    for (let round = 0; round < 200; round++) {
      await clock.advance(5_000)
      const before = service.calls.length
      await merchant.sweep.runOnce()
      if (service.calls.length > before) asked.push((clock.now() - beganAt) / 1_000)
    }
    // After 30 s, 1, 2 and 5 minutes; then the payin ends after 15 minutes, before the next 10.
    expect(asked).toEqual([30, 90, 210, 510, 905])
  })

  test('gives webhooks more time once one has arrived', async () => {
    const { pay, webhook, service, merchant, clock } = world()
    await pay('A-1001')
    await webhook(service.only(), 'INITIATED')
    await clock.advance(4 * 60_000)
    await merchant.sweep.runOnce()
    expect(service.calls).toHaveLength(1)
  })

  test('checks everything at its start, even when the database was away at that moment', async () => {
    const { pay, webhook, service, merchant, clock, db, order } = world()
    await pay('A-1001')
    await webhook(service.only(), 'INITIATED')
    service.only().status = 'COMPLETED'
    let failures = 0
    const query: Db['query'] = (sql, params) => {
      if (failures > 0 || !sql.includes('next_check_at > $1')) return db.query(sql, params)
      failures++
      return Promise.reject(new Error('away'))
    }
    const parts = { clock, fetch: service.fetch, log: () => undefined }
    const started = await createMerchant(merchant.config, { ...db, query }, parts)

    started.sweep.start()
    await expect.poll(() => failures).toBe(1)
    await clock.advance(2_000)

    await expect.poll(() => order('A-1001')).toBe('paid')
    await started.close()
  })

  test('checks within seconds after the shopper comes back without a webhook', async () => {
    const { pay, webhook, service, merchant, clock, app, order } = world()
    const { id } = await pay('A-1001')
    await webhook(service.only(), 'INITIATED')
    service.only().status = 'COMPLETED'
    await app.request(`/checkout/return?session=${id}`)
    await merchant.background.idle()
    await clock.advance(3_000)
    await merchant.sweep.runOnce()
    expect(await order('A-1001')).toBe('paid')
  })

  test('continues a create that was cut off', async () => {
    const { createSession, service, merchant, clock, db } = world()
    service.nextCreate('lost_after')
    await createSession('A-1001')
    await clock.advance(30_000)
    await merchant.sweep.runOnce()
    expect(service.payins.size).toBe(1)
    expect(await db.query('select service_id from payin_checkout.sessions')).toEqual([
      { service_id: service.only().id },
    ])
  })

  test('reads again after a moment when a webhook was faster than the service’s own reads', async () => {
    const { pay, webhook, service, merchant, clock, order } = world()
    await pay('A-1001')
    await webhook(service.only(), 'COMPLETED')
    service.only().status = 'COMPLETED'
    await clock.advance(3_000)
    await merchant.sweep.runOnce()
    expect(await order('A-1001')).toBe('paid')
  })

  test('retries a webhook whose fetch failed', async () => {
    const { pay, move, service, merchant, clock, order } = world()
    await pay('A-1001')
    service.down = true
    await move(service.only(), 'COMPLETED')
    service.down = false
    await clock.advance(30_000)
    await merchant.sweep.runOnce()
    expect(await order('A-1001')).toBe('paid')
  })

  test('processes other stored webhooks and checks sessions while one waits for a slow service', async () => {
    const { pay, service, merchant, clock, db, order } = world()
    for (const id of ['A-1001', 'A-1002', 'A-1003']) await pay(id)
    const [slow, other, unannounced] = [...service.payins.values()] as [FakePayin, FakePayin, FakePayin]
    for (const payin of [slow, other, unannounced]) payin.status = 'COMPLETED'
    for (const payin of [slow, other]) await merchant.events.keep(waitingEvent(payin, clock.now() - 60_000))
    const answer = createGate()
    const held: typeof fetch = async (url, init) => {
      if (String(url).includes(slow.id)) await answer.opened
      return service.fetch(url, init)
    }
    const started = await createMerchant(merchant.config, db, { clock, fetch: held, log: () => undefined })

    started.sweep.start()

    await expect.poll(() => order('A-1003')).toBe('paid')
    const processed = 'select service_id from payin_checkout.webhook_events where processed_at is not null'
    await expect.poll(() => db.query(processed)).toEqual([{ service_id: other.id }])
    expect(await order('A-1001')).toBe('unpaid')
    answer.open()
    await expect.poll(() => order('A-1001')).toBe('paid')
    await started.close()
  })

  test('processes all stored webhooks of an outage in one round', async () => {
    const { pay, service, merchant, clock, db } = world()
    await pay('A-1001')
    const event = waitingEvent(service.only(), clock.now() - 60_000)
    for (let n = 0; n < 120; n++) await merchant.events.keep({ ...event, hash: `hash-${n}` })
    await merchant.sweep.runOnce()
    const waiting = 'select count(*)::int from payin_checkout.webhook_events where processed_at is null'
    expect(await db.query(waiting)).toEqual([{ count: 0 }])
  })
})
