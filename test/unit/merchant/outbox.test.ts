// What happens when money has come: at least once, under the same id, and never because of something that was undone.
import { describe, expect, test } from 'vitest'
import type { Fulfil, PaidEvent } from '../../../src/merchant/orders.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { createOutbox, enqueue } from '../../../src/merchant/sync/outbox.ts'
import { useWorld } from './harness.ts'

const world = useWorld()

/** Another process of the same shop, with its own way to carry out. */
const processWith = (fulfil: Fulfil) => {
  const { db, clock, merchant } = world()
  return createOutbox({ db, clock, fulfil, log: merchant.log })
}
/** An order is paid, and nobody has been told yet. */
const paid = async (order = 'A-1001') => {
  const { pay, db, clock } = world()
  await pay(order)
  const [row] = await db.query<{ id: string }>('select id from payin_checkout.sessions where order_id = $1', [
    order,
  ])
  const amount = { value: '49.90', currency: 'EUR' }
  const payment = { order, session: row?.id ?? '', amount, at: new Date(clock.now()) }
  await db.transaction((tx) => enqueue(tx, 'order_paid', payment))
  return payment
}
const waiting = () =>
  world().db.query('select subject from payin_checkout.outbox where done_at is null order by subject')
const parcels = () => world().db.query('select order_id from parcels')

describe('a paid order', () => {
  test('is told once, with its amount, and packed in one parcel', async () => {
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

  test('is told to nobody when the transaction that paid it was undone', async () => {
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

  test('told by two processes that die in between, and again, is one parcel', async () => {
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

describe('a telling', () => {
  test('that fails is repeated with growing waits, always under the same id', async () => {
    const { session } = await paid()
    const { clock } = world()
    const told: { id: string; at: number }[] = []
    const outbox = processWith(async ({ id }) => {
      told.push({ id, at: clock.now() })
      if (told.length < 6) throw new Error('the printer is out of paper')
    })
    const beganAt = clock.now()
    for (let second = 0; second < 60; second++) {
      await outbox.dispatchDue()
      await clock.advance(1_000)
    }
    expect(told.map(({ at }) => (at - beganAt) / 1_000)).toEqual([0, 1, 3, 7, 15, 31])
    expect(new Set(told.map(({ id }) => id))).toEqual(new Set([`order_paid:${session}`]))
    expect(await waiting()).toEqual([])
  })

  test('that fails keeps no other from being told', async () => {
    await paid('A-1001')
    await paid('A-1002')
    const told: string[] = []
    await processWith(async ({ subject }) => {
      told.push(subject)
      if (subject === 'A-1001') throw new Error('no')
    }).dispatchDue()
    expect(told.sort()).toEqual(['A-1001', 'A-1002'])
    expect(await waiting()).toEqual([{ subject: 'A-1001' }])
  })

  test('whose process dies before it is written down is repeated', async () => {
    await paid()
    const { db, clock } = world()
    const told: PaidEvent[] = []
    let isGone = false
    const dying: Db = {
      ...db,
      query: async (sql, params) => (isGone ? Promise.reject(new Error('gone')) : db.query(sql, params)),
    }
    const fulfil = async (event: PaidEvent) => {
      told.push(event)
      isGone = true
    }
    const { log } = world().merchant
    await expect(createOutbox({ db: dying, clock, fulfil, log }).dispatchDue()).rejects.toThrow('gone')
    await clock.advance(60_000)
    await processWith(async (event) => void told.push(event)).dispatchDue()
    expect(told).toHaveLength(2)
    expect(told[1]).toEqual(told[0])
  })

  test('is nobody else’s business while it lasts', async () => {
    await paid()
    let end = () => undefined as unknown
    const slow = processWith(() => new Promise((resolve) => (end = () => resolve())))
    const work = slow.dispatchDue()
    await expect
      .poll(() => world().db.query('select id from payin_checkout.outbox where attempts = 1'))
      .toHaveLength(1)
    const told: PaidEvent[] = []
    const other = processWith(async (event) => void told.push(event))
    await Promise.all([other.dispatchDue(), other.dispatchDue()])
    expect(told).toEqual([])
    end()
    await work
    await world().clock.advance(120_000)
    await other.dispatchDue()
    expect(told).toEqual([])
  })

  test('that failed too late takes nothing from the process that has it by then', async () => {
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

  test('is left to one of two that look at the same moment', async () => {
    await paid()
    const told: string[] = []
    const each = (name: string) => processWith(async () => void told.push(name)).dispatchDue()
    await Promise.all([each('one'), each('two')])
    expect(told).toHaveLength(1)
  })
})

describe('a person is told', () => {
  const fail: Fulfil = async () => {
    throw new Error('no')
  }
  /** One try, however long its turn is away. */
  const attempt = async (outbox: ReturnType<typeof createOutbox>) => {
    await world().db.query('update payin_checkout.outbox set next_try_at = $1', [
      new Date(world().clock.now()),
    ])
    await outbox.dispatchDue()
  }

  test('after eight failures, once, and the telling goes on', async () => {
    await paid()
    const outbox = processWith(fail)
    for (let n = 1; n <= 7; n++) await attempt(outbox)
    expect(await world().alerts()).toEqual([])
    for (let n = 8; n <= 12; n++) await attempt(outbox)
    expect(await world().alerts()).toEqual(['not_fulfilled'])
    expect(world().logged.filter((line) => line.includes('"event":"alert"'))).toHaveLength(1)
    expect(await waiting()).toHaveLength(1)
  })

  test('also when each telling kills its process', async () => {
    await paid()
    await world().db.query('update payin_checkout.outbox set attempts = 8')
    await attempt(processWith(async () => undefined))
    expect(await world().alerts()).toEqual(['not_fulfilled'])
    expect(await waiting()).toEqual([])
  })
})

describe('a telling that hangs', () => {
  /** A process in which one order's telling never ends. */
  function hangingAt(order: string) {
    const told: string[] = []
    const outbox = processWith(({ subject }) => {
      told.push(subject)
      return subject === order ? new Promise(() => undefined) : Promise.resolve()
    })
    return { told, outbox }
  }

  test('counts as failed after half a minute, and the next one is told', async () => {
    await paid('A-1001')
    await paid('A-1002')
    const { told, outbox } = hangingAt('A-1001')
    await world().clock.settle(outbox.dispatchDue(() => told.includes('A-1002')))
    expect(told).toEqual(['A-1001', 'A-1002'])
    expect(await waiting()).toEqual([{ subject: 'A-1001' }])
  })

  test('keeps no other waiting', async () => {
    await paid('A-1001')
    await paid('A-1002')
    const { told, outbox } = hangingAt('A-1001')
    void outbox.dispatchDue().catch(() => undefined)
    await expect.poll(waiting).toEqual([{ subject: 'A-1001' }])
    await paid('A-1003')
    void outbox.dispatchDue().catch(() => undefined)
    await expect.poll(waiting).toEqual([{ subject: 'A-1001' }])
    expect(told).toEqual(['A-1001', 'A-1002', 'A-1003'])
    await world().clock.advance(30_000)
  })

  test('keeps no lost webhook from being found', async () => {
    const { pay, service, clock, merchant, order } = world()
    await pay('A-1001')
    service.only().status = 'COMPLETED'
    const ends: (() => void)[] = []
    merchant.outbox.dispatchDue = () => new Promise((resolve) => void ends.push(resolve))
    merchant.sweep.start()
    await clock.advance(1)
    await expect.poll(() => order('A-1001')).toBe('paid')
    merchant.outbox.dispatchDue = async () => undefined
    for (const end of ends) end()
  })
})

describe('forty orders that are paid together', () => {
  /** Of one session, because a session is a payment, and forty would tell no more. */
  const fortyPaid = async () => {
    const { session } = await paid()
    const { db, clock } = world()
    await db.query('delete from payin_checkout.outbox')
    await db.query(
      `insert into payin_checkout.outbox (id, kind, session, subject, amount_value, amount_currency, created_at, next_try_at)
       select n::text, 'order_paid', $1, n::text, '1', 'EUR', $2, $2 from generate_series(1, 40) n`,
      [session, new Date(clock.now())],
    )
  }

  test('are told twenty at a time, each once', async () => {
    await fortyPaid()
    const told: string[] = []
    const ends: (() => void)[] = []
    const outbox = processWith(({ subject }) => {
      told.push(subject)
      return new Promise((resolve) => void ends.push(resolve))
    })
    const works = [outbox.dispatchDue(), outbox.dispatchDue(), outbox.dispatchDue()]
    await expect.poll(() => told.length).toBe(20)
    ends.shift()?.()
    await expect.poll(() => told.length).toBe(21)
    while (told.length < 40 || ends.length > 0) {
      for (const end of ends.splice(0)) end()
      await new Promise(setImmediate)
    }
    await Promise.all(works)
    expect(new Set(told).size).toBe(40)
    expect(told).toHaveLength(40)
    expect(await waiting()).toEqual([])
  })

  test('cost few statements', async () => {
    await fortyPaid()
    const { db, clock, merchant } = world()
    let statements = 0
    const counted: Db = {
      ...db,
      query(...args) {
        statements++
        return db.query(...args)
      },
    }
    await createOutbox({ db: counted, clock, fulfil: async () => undefined, log: merchant.log }).dispatchDue()
    expect(await waiting()).toEqual([])
    expect(statements).toBeLessThan(15)
  })

  test('of which one cannot be told are told but for that one', async () => {
    await fortyPaid()
    await processWith(async ({ subject }) => {
      if (subject === '7') throw new Error('There is no paper for the seventh.')
    }).dispatchDue()
    expect(await waiting()).toEqual([{ subject: '7' }])
  })
})
