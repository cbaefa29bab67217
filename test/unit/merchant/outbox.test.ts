// What happens after an order is paid: it is fulfilled at least once, under the same id, and never for an undone
// transaction.
import { describe, expect, test } from 'vitest'
import { listAlerts } from '../../../src/merchant/order/alert-list.ts'
import type { Fulfil, Orders, PaidEvent } from '../../../src/merchant/orders.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import type { Outbox } from '../../../src/merchant/sync/outbox.ts'
import { useOutbox } from './outbox-world.ts'

const { world, processWith, stored, paid, waiting, parcels } = useOutbox()

describe('a paid order', () => {
  test('is fulfilled once, with its amount, as one parcel', async () => {
    const { pay, move, service, db, merchant } = world()
    await pay('A-1001')
    await move(service.only(), 'COMPLETED')
    await merchant.sweep.runOnce(true)
    await merchant.background.idle()
    expect(await parcels()).toEqual([{ order_id: 'A-1001' }])
    expect(
      await db.query(
        'select kind, subject, amount_value, amount_currency, attempts from payin_checkout.outbox',
      ),
    ).toEqual([
      { kind: 'order_paid', subject: 'A-1001', amount_value: '49.90', amount_currency: 'EUR', attempts: 1 },
    ])
    expect(await waiting()).toEqual([])
  })

  test('is not fulfilled when the transaction that paid it was undone', async () => {
    const { pay, move, service, db, order } = world()
    await pay('A-1001')
    // The last statement of the transaction fails.
    await db.query(
      'alter table payin_checkout.sessions add constraint broken check (outcome <> $$complete$$)',
    )
    await move(service.only(), 'COMPLETED')
    await db.query('alter table payin_checkout.sessions drop constraint broken')
    expect([await order('A-1001'), await waiting(), await parcels()]).toEqual(['unpaid', [], []])
  })

  test('is one parcel even if several processes fulfil it and die before they record it', async () => {
    await paid()
    const { orders } = world().merchant
    for (let n = 0; n < 3; n++) {
      await processWith(orders.fulfil).dispatchDue()
      await world().db.query('update payin_checkout.outbox set done_at = null, next_try_at = $1', [
        new Date(world().clock.now()),
      ])
    }
    expect(await parcels()).toEqual([{ order_id: 'A-1001' }])
  })
})

describe('a fulfilment', () => {
  test('that fails is retried with growing delays, always under the same id', async () => {
    await paid()
    const { clock } = world()
    const fulfilled: { id: string; at: number }[] = []
    const outbox = processWith(async ({ id }) => {
      fulfilled.push({ id, at: clock.now() })
      if (fulfilled.length < 6) throw new Error('the printer is out of paper')
    })
    const beganAt = clock.now()
    for (let second = 0; second < 60; second++) {
      await outbox.dispatchDue()
      await clock.advance(1_000)
    }
    expect(fulfilled.map(({ at }) => (at - beganAt) / 1_000)).toEqual([0, 1, 3, 7, 15, 31])
    expect(new Set(fulfilled.map(({ id }) => id)).size).toBe(1)
    expect(await waiting()).toEqual([])
  })

  test('belongs to the process that has stored it, and to others a minute later', async () => {
    const { event } = await stored()
    const fulfilled: string[] = []
    const [own, other] = ['own', 'other'].map((name) => processWith(async () => void fulfilled.push(name)))
    await other?.dispatchDue()
    await world().clock.advance(59_999)
    await other?.dispatchDue()
    expect(fulfilled).toEqual([])
    // It cannot end before another process may begin.
    await own?.dispatchStored(event)
    expect(fulfilled).toEqual([])
    await world().clock.advance(1)
    await other?.dispatchDue()
    expect(fulfilled).toEqual(['other'])
    expect(await waiting()).toEqual([])
  })

  test('by the process that has stored it needs no lease of its own', async () => {
    const { event } = await stored()
    const statements: string[] = []
    const { db } = world()
    const counting: Db = {
      ...db,
      query(sql, params) {
        statements.push(sql)
        return db.query(sql, params)
      },
    }
    const fulfil = async () => void statements.push('fulfil')
    await processWith(fulfil, counting).dispatchStored(event)
    expect(statements).toEqual(['fulfil', expect.stringContaining('set done_at')])
    expect(await waiting()).toEqual([])
  })

  test('that fails does not block another', async () => {
    await paid('A-1001')
    await paid('A-1002')
    const fulfilled: string[] = []
    await processWith(async ({ subject }) => {
      fulfilled.push(subject)
      if (subject === 'A-1001') throw new Error('no')
    }).dispatchDue()
    expect(fulfilled.sort()).toEqual(['A-1001', 'A-1002'])
    expect(await waiting()).toEqual([{ subject: 'A-1001' }])
  })

  test('whose process dies before it is recorded is repeated', async () => {
    await paid()
    const { db, clock } = world()
    const fulfilled: PaidEvent[] = []
    let isGone = false
    const dying: Db = {
      ...db,
      query: async (sql, params) => (isGone ? Promise.reject(new Error('gone')) : db.query(sql, params)),
    }
    const fulfil = async (event: PaidEvent) => {
      fulfilled.push(event)
      isGone = true
    }
    await expect(processWith(fulfil, dying).dispatchDue()).rejects.toThrow('gone')
    await clock.advance(60_000)
    await processWith(async (event) => void fulfilled.push(event)).dispatchDue()
    expect(fulfilled).toHaveLength(2)
    expect(fulfilled[1]).toEqual(fulfilled[0])
  })

  test('is not started by another process while it runs', async () => {
    await paid()
    let end = () => undefined as unknown
    const slow = processWith(() => new Promise((resolve) => (end = () => resolve())))
    const work = slow.dispatchDue()
    await expect
      .poll(() => world().db.query('select id from payin_checkout.outbox where attempts = 1'))
      .toHaveLength(1)
    const fulfilled: PaidEvent[] = []
    const other = processWith(async (event) => void fulfilled.push(event))
    await Promise.all([other.dispatchDue(), other.dispatchDue()])
    expect(fulfilled).toEqual([])
    end()
    await work
    await world().clock.advance(120_000)
    await other.dispatchDue()
    expect(fulfilled).toEqual([])
  })

  test('that fails too late changes nothing for the process that has it by then', async () => {
    await paid()
    const leftAlone = new Date(world().clock.now() + 60_000)
    const late = processWith(async () => {
      await world().db.query('update payin_checkout.outbox set attempts = attempts + 1, next_try_at = $1', [
        leftAlone,
      ])
      throw new Error('too late')
    })
    await late.dispatchDue()
    expect(await world().db.query('select next_try_at from payin_checkout.outbox')).toEqual([
      { next_try_at: leftAlone },
    ])
  })

  test('is taken by one of two processes that look at the same moment', async () => {
    await paid()
    const fulfilled: string[] = []
    const each = (name: string) => processWith(async () => void fulfilled.push(name)).dispatchDue()
    await Promise.all([each('one'), each('two')])
    expect(fulfilled).toHaveLength(1)
  })
})

describe('a paid order that was not fulfilled yet', () => {
  const change = (set: string) => world().db.query(`update orders set ${set} where id = 'A-1001'`)
  /** The order is paid, and its first fulfilment fails. @returns what is fulfilled later */
  async function firstFails(): Promise<string[]> {
    const subjects: string[] = []
    let calls = 0
    const fulfil: Fulfil = async ({ subject }) => {
      if (++calls === 1) throw new Error('The printer is off.')
      subjects.push(subject)
    }
    const ordersOn = (orders: Orders) => ({ ...orders, fulfil }) as Orders<never>
    await world().restart({}, { ordersOn })
    await world().pay('A-1001')
    await world().move(world().service.only(), 'COMPLETED')
    return subjects
  }
  const later = async () => {
    await world().clock.advance(3_600_000)
    await world().merchant.sweep.runOnce()
  }

  test.each([
    [
      'whose id went to another customer',
      `payer_email = 'bea@shop.example', placed_at = placed_at + interval '1 day'`,
      `payer_email = 'ada@shop.example', placed_at = placed_at - interval '1 day'`,
      'another order has its id now',
    ],
    ['that the shop has withdrawn', `id = 'withdrawn'`, '', 'the shop has no such order now'],
    [
      'that the shop does not count as paid any more',
      `status = 'unpaid', paid_session = null`,
      `status = 'paid'`,
      'the shop does not count it as paid now',
    ],
  ])(
    '%s is not fulfilled, an alert says so, and it is fulfilled once it is as before',
    async (_, set, back, why) => {
      const fulfilled = await firstFails()
      await change(set)
      for (let hour = 0; hour < 10; hour++) await later()
      expect([fulfilled, await world().alerts()]).toEqual([[], ['not_fulfilled']])
      expect(world().logged.join()).toContain(`The paid order A-1001 is not fulfilled: ${why}.`)
      expect((await listAlerts(world().db))[0]?.detail).toBe(`order_paid could not be carried out: ${why}`)

      if (back === '') await world().db.query(`update orders set id = 'A-1001' where id = 'withdrawn'`)
      else await change(back)
      await later()
      expect([fulfilled, await waiting()]).toEqual([['A-1001'], []])
    },
  )

  test('is fulfilled under another event once its money was given back and it is paid again', async () => {
    const fulfilled = await firstFails()
    await change(`id = 'withdrawn'`)
    for (let hour = 0; hour < 10; hour++) await later()
    const [alert] = await listAlerts(world().db)
    await world().merchant.settle(alert?.id ?? 0, { as: 'refunded', by: 'mara' })
    await world().db.query(
      `update orders set id = 'A-1001', status = 'unpaid', paid_session = null where id = 'withdrawn'`,
    )

    await world().pay('A-1001')
    const [, payin] = world().service.payins.values()
    if (payin) await world().move(payin, 'COMPLETED')
    await later()

    expect([fulfilled, await waiting()]).toEqual([['A-1001'], []])
    const events = await world().db.query<{ id: string }>('select id from payin_checkout.outbox')
    expect(new Set(events.map(({ id }) => id)).size).toBe(2)
  })

  test('is fulfilled when only its payer was corrected', async () => {
    const fulfilled = await firstFails()
    await change(`payer_email = 'bea@shop.example'`)
    await later()
    expect(fulfilled).toEqual(['A-1001'])
  })
})

describe('an alert is raised', () => {
  const fail: Fulfil = async () => {
    throw new Error('no')
  }
  /** One try, without waiting for its time. */
  const attempt = async (outbox: Outbox) => {
    await world().db.query('update payin_checkout.outbox set next_try_at = $1', [
      new Date(world().clock.now()),
    ])
    await outbox.dispatchDue()
  }

  test('after eight failures, once, and the retries continue', async () => {
    await paid()
    const outbox = processWith(fail)
    for (let n = 1; n <= 7; n++) await attempt(outbox)
    expect(await world().alerts()).toEqual([])
    for (let n = 8; n <= 12; n++) await attempt(outbox)
    expect(await world().alerts()).toEqual(['not_fulfilled'])
    expect(world().logged.filter((line) => line.includes('"event":"alert"'))).toHaveLength(1)
    expect(await waiting()).toHaveLength(1)
  })

  test('for no order whose money was given back while the last call failed', async () => {
    await paid()
    await world().db.query('update payin_checkout.outbox set attempts = 7')
    const outbox = processWith(async () => {
      await world().db.query('update payin_checkout.outbox set done_at = $1', [new Date(world().clock.now())])
      throw new Error('no')
    })
    await attempt(outbox)
    expect(await world().alerts()).toEqual([])
  })

  test('even if each fulfilment kills its process', async () => {
    await paid()
    await world().db.query('update payin_checkout.outbox set attempts = 8')
    await attempt(processWith(async () => undefined))
    expect(await world().alerts()).toEqual(['not_fulfilled'])
    expect(await waiting()).toEqual([])
  })
})
