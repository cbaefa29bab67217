// The clocks of two machines differ. What one of them has begun must not keep the others from going on.
import { describe, expect, test } from 'vitest'
import { startDatabaseClock } from '../../../src/merchant/store/database-clock.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { createWorld, useWorld, type World } from './harness.ts'
import { createGate } from './instances-world.ts'
import { useSandboxWorld } from './sandbox-world.ts'

const hourMs = 3_600_000

describe('a process whose clock is an hour ahead begins, and dies;', () => {
  const world = useWorld()

  /** A process of the same shop on another machine. `die` cuts it off from the database. */
  async function processAhead(options: Parameters<typeof createWorld>[2] = {}) {
    const { db, clock, service, logged } = world()
    let isDead = false
    const alive = () => (isDead ? Promise.reject(new Error('dead')) : Promise.resolve())
    const dying: Db = {
      ...db,
      query: (sql, params) => alive().then(() => db.query(sql, params)),
      transaction: (work) => alive().then(() => db.transaction(work)),
    }
    const ahead = { now: () => clock.now() + hourMs, sleep: clock.sleep }
    const databaseNow = async () => clock.now()
    const process = await createWorld(
      dying,
      { clock, service, logged },
      { ...options, clock: ahead, databaseNow },
    )
    const die = () => {
      isDead = true
    }
    return { ...process, die }
  }
  /** The rounds of the next minute. */
  async function nextMinute({ clock, merchant }: World): Promise<void> {
    for (let second = 0; second <= 60; second += 2) {
      await clock.advance(2_000)
      await merchant.sweep.runOnce()
    }
  }

  test('a fulfilment: another process fulfils it within a minute', async () => {
    const hanging = createGate()
    const fulfil = () => hanging.opened
    const { merchant, die, webhook, pay } = await processAhead({
      ordersOn: (orders) => ({ ...orders, fulfil }) as never,
    })
    await pay('A-1001')
    const payin = world().service.only()
    payin.status = 'COMPLETED'
    void webhook(payin)
    await expect
      .poll(() => world().db.query('select from payin_checkout.outbox where attempts = 1'))
      .toHaveLength(1)
    die()
    hanging.open()
    await merchant.background.idle()

    await nextMinute(world())

    expect(await world().db.query('select order_id from parcels')).toEqual([{ order_id: 'A-1001' }])
    await merchant.close()
  })

  test('a check: another process finds the payment within a minute', async () => {
    const { merchant, die } = await processAhead()
    await world().pay('A-1001')
    world().service.only().status = 'COMPLETED'
    await world().clock.advance(30_000)
    const read = createGate()
    world().service.gates.push(read.opened)
    const sweeping = merchant.sweep.runOnce()
    await expect.poll(() => world().service.calls.length).toBe(2)
    die()
    read.open()
    await sweeping.catch(() => undefined)
    expect(await world().order('A-1001')).toBe('unpaid')

    await nextMinute(world())

    expect(await world().order('A-1001')).toBe('paid')
    await merchant.close()
  })
})

describe('a time in the future, as a clock has written it that was wrong for a moment,', () => {
  const world = useSandboxWorld()
  const future = () => new Date(world().clock.now() + hourMs)
  const kind = 'bank_transfer'
  const transfer = () => world().sandbox.service.bankTransfers.list()[0]?.uuid

  test('delays no read after a webhook', async () => {
    await world().pay('A-1001', undefined, { kind })
    await world().db.query('update payin_checkout.sessions set asked_at = $1, fetch_started_at = $1', [
      future(),
    ])

    await world().command(`transactions/${transfer()}/status`, { paymentStatus: 'AUTHORIZED' })

    expect(await world().order('A-1001')).toBe('paid')
  })

  test.each([
    ['leased webhook', 'webhook_events', `processed_at = null, result = null`],
    ['leased fulfilment', 'outbox', 'done_at = null'],
  ])('keeps no %s from other processes', async (_, table, undone) => {
    await world().pay('A-1001', undefined, { kind })
    await world().command(`transactions/${transfer()}/status`, { paymentStatus: 'AUTHORIZED' })
    await world().db.query(`update payin_checkout.${table} set ${undone}, leased_until = $1`, [future()])
    // Of the unsigned webhooks of a session, one is processed in two seconds. There is one for the money, and one for the rest.
    for (let round = 0; round < 2; round++) {
      await world().clock.advance(2_000)
      await world().merchant.sweep.runOnce()
    }

    const column = undone.split(' ')[0]
    expect(await world().db.query(`select from payin_checkout.${table} where ${column} is null`)).toEqual([])
  })

  test('locks no recipient of a payout out', async () => {
    const refund = { reference: 'refund-1', amount: { value: '49.90', currency: 'EUR' } }
    const { id, claim_code: code } = await (await world().backoffice('payouts', refund)).json()
    await world().db.query('update payin_checkout.sessions set codes_tried = 5, code_tried_at = $1', [
      future(),
    ])
    const init = { method: 'POST', body: JSON.stringify({ code }) }
    const headers = { 'content-type': 'application/json' }
    const link = await world().app.request(`/checkout/sessions/${id}/link`, { ...init, headers })
    expect(link.status).toBe(200)
  })

  test('keeps no shopper from another link of an on-ramp', async () => {
    const { id } = await world().pay('A-1001', undefined, { kind: 'on_ramp' })
    const links = JSON.stringify(Array(5).fill(future().getTime()))
    await world().db.query('update payin_checkout.sessions set links = $1', [links])
    const { status } = await world().app.request(`/checkout/sessions/${id}/link`, { method: 'POST' })
    expect(status).toBe(200)
  })

  test('does not end the heartbeat', async () => {
    await world().db.query('update payin_checkout.installation set beat_at = $1', [future()])
    await world().merchant.lostRows.writeHeartbeat()
    const [row] = await world().db.query<{ beat_at: Date }>('select beat_at from payin_checkout.installation')
    expect(row?.beat_at.getTime()).toBe(world().clock.now())
  })
})

test('a clock that differs by some milliseconds is left alone, and one that is set later is followed', async () => {
  let [local, there] = [10_000_000, 10_000_100]
  const clock = await startDatabaseClock({ now: () => local }, async () => there)
  expect(clock.now()).toBe(local)
  local += hourMs
  there += 1_000
  await clock.compare()
  expect(clock.now()).toBe(there)
})
