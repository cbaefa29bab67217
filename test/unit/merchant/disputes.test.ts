// The payer disputes a payment. Nobody can pay the order meanwhile, and a person says who has the money in the end.
import type { Session } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { raise } from '../../../src/merchant/alerts.ts'
import { backofficeToken, useBackoffice, withBackoffice } from './backoffice-world.ts'
import { useWorld } from './harness.ts'

const world = useWorld(withBackoffice)
const { list, settle } = useBackoffice(world)

const order = 'A-1001'
const read = async (id: string) => (await (await world().read(id)).json()) as Session
const parcels = async () => (await world().db.query('select outbox_id from parcels')).length
const events = async (which = 'true') =>
  (await world().db.query(`select id from payin_checkout.outbox where ${which}`)).length
const isPaid = async () => (await world().order(order)) === 'paid'
const openAlert = async () => {
  const [alert, ...more] = (await list()).filter(({ settled }) => settled === null)
  if (!alert || more.length > 0) throw new Error(`There are ${more.length + (alert ? 1 : 0)} open alerts.`)
  return alert
}

/** The payment has these statuses, one after the other, and is then disputed. */
async function disputedAfter(...statuses: readonly string[]) {
  const session = await world().pay(order)
  const payin = world().service.only()
  for (const status of [...statuses, 'DISPUTED']) {
    await world().clock.advance(3_000)
    await world().move(payin, status)
  }
  return { session, payin }
}

/** The last call of `fulfil` has failed, and is repeated in a minute. */
const fulfilmentFails = () =>
  world().db.query('update payin_checkout.outbox set done_at = null, next_try_at = $1', [
    new Date(world().clock.now() + 60_000),
  ])

/** What the service said before the dispute, and the outcome that the session has reached. */
const before = [
  ['that nobody knew to be paid', [], 'open', 'failed'],
  ['that was promised', ['AUTHORIZED'], 'authorized', 'failed'],
  ['that had expired', ['EXPIRED'], 'expired', 'failed'],
] as const

describe.each(before)('a disputed payment %s', (_, statuses, outcome) => {
  test('holds the order, and is settled as accepted or refunded only', async () => {
    const { session } = await disputedAfter(...statuses)
    expect(await read(session.id)).toMatchObject({
      outcome,
      order_outcome: 'authorized',
      review: 'disputed',
    })
    const { id, kind, settle_as, what_to_do } = await openAlert()
    expect([kind, settle_as]).toEqual(['disputed', ['accepted', 'refunded']])
    expect(what_to_do).toContain('Answer the dispute at the service')
    expect((await settle(id, 'noted')).status).toBe(409)
    expect((await world().pay(order)).redirect_url).toBeNull()
  })

  test('whose money was taken back is settled as refunded, and the order can be paid again', async () => {
    const { session, payin } = await disputedAfter(...statuses)
    expect((await settle((await openAlert()).id, 'refunded')).status).toBe(200)
    expect(await read(session.id)).toMatchObject({ outcome: 'failed', order_outcome: 'open', review: null })
    const again = await world().pay(order)
    expect([again.id === session.id, again.redirect_url]).toEqual([false, expect.any(String)])
    await world().clock.advance(3_000)
    await world().move(payin, 'COMPLETED')
    expect([(await read(session.id)).outcome, await isPaid()]).toEqual(['failed', false])
  })

  test('whose money stays is settled as accepted, and pays the order once', async () => {
    const { session, payin } = await disputedAfter(...statuses)
    expect((await settle((await openAlert()).id, 'accepted')).status).toBe(200)
    expect(await read(session.id)).toMatchObject({ status: 'DISPUTED', outcome: 'complete', review: null })
    await world().clock.advance(3_000)
    await world().move(payin, 'COMPLETED')
    expect(await read(session.id)).toMatchObject({ outcome: 'complete', review: null })
    expect([await isPaid(), await parcels()]).toEqual([true, 1])
  })

  test('that the service completes pays the order, and its alert can be noted', async () => {
    const { session, payin } = await disputedAfter(...statuses)
    await world().clock.advance(3_000)
    await world().move(payin, 'COMPLETED')
    expect([(await read(session.id)).outcome, await isPaid(), await parcels()]).toEqual(['complete', true, 1])
    for (const { id, settle_as } of await list()) {
      expect(settle_as).toEqual(['noted'])
      expect((await settle(id, 'noted')).status).toBe(200)
    }
  })
})

describe('a dispute of a payment that has paid its order', () => {
  test('leaves the order paid while nobody has settled it', async () => {
    const { session } = await disputedAfter('COMPLETED')
    expect(await read(session.id)).toMatchObject({ outcome: 'complete', review: 'disputed' })
    expect((await openAlert()).settle_as).toEqual(['accepted', 'refunded'])
    expect(await isPaid()).toBe(true)
  })

  test('that is won is settled as accepted: nothing changes, and nothing is shipped again', async () => {
    const { session } = await disputedAfter('COMPLETED')
    await world().db.query('delete from payin_checkout.outbox')
    expect((await settle((await openAlert()).id, 'accepted')).status).toBe(200)
    expect([(await read(session.id)).outcome, await isPaid(), await parcels()]).toEqual(['complete', true, 1])
    expect(await events()).toBe(0)
  })

  test('that is won is settled as accepted also when the order is gone', async () => {
    const { session } = await disputedAfter('COMPLETED')
    await world().db.query('delete from parcels')
    await world().db.query('delete from orders where id = $1', [order])
    expect((await settle((await openAlert()).id, 'accepted')).status).toBe(200)
    expect((await read(session.id)).outcome).toBe('complete')
  })

  test('that is lost is settled as refunded, and the order can be paid again once the shop says that it is unpaid', async () => {
    const { session, payin } = await disputedAfter('COMPLETED')
    expect((await settle((await openAlert()).id, 'refunded')).status).toBe(200)
    expect(await read(session.id)).toMatchObject({ outcome: 'failed', order_outcome: 'open', review: null })
    expect((await world().createSession(order)).status).toBe(409)

    await world().db.query(`update orders set status = 'unpaid' where id = $1`, [order])
    const again = await world().pay(order)
    expect([again.id === session.id, again.redirect_url]).toEqual([false, expect.any(String)])
    await world().clock.advance(3_000)
    await world().move(payin, 'COMPLETED')
    expect([(await read(session.id)).outcome, await isPaid()]).toEqual(['failed', false])
  })

  test('that is lost before the order was fulfilled ends its fulfilment', async () => {
    await disputedAfter('COMPLETED')
    await fulfilmentFails()
    expect((await settle((await openAlert()).id, 'refunded')).status).toBe(200)
    expect(await events('done_at is null')).toBe(0)
  })

  test('that is lost leaves no alert that its order will be fulfilled', async () => {
    const { session } = await disputedAfter('COMPLETED')
    const [row] = await world().db.query<{ id: string }>('select id from payin_checkout.sessions')
    await raise(world().db, 'not_fulfilled', { session: row?.id ?? null }, 'fulfil fails', new Date())
    const dispute = (await list()).find(({ kind }) => kind === 'disputed')
    await settle(dispute?.id ?? 0, 'refunded')
    expect((await read(session.id)).outcome).toBe('failed')
    expect((await list()).map(({ settled }) => settled?.as)).toEqual(['refunded', 'refunded'])
  })

  test('that comes back after it was accepted is another alert, which can be settled as refunded', async () => {
    const { session, payin } = await disputedAfter('COMPLETED')
    await settle((await openAlert()).id, 'accepted')
    expect(await read(session.id)).toMatchObject({ status: 'DISPUTED', outcome: 'complete', review: null })
    for (const status of ['COMPLETED', 'DISPUTED']) {
      await world().clock.advance(3_000)
      await world().move(payin, status)
    }
    expect(await read(session.id)).toMatchObject({ outcome: 'complete', review: 'disputed' })
    expect((await settle((await openAlert()).id, 'refunded')).status).toBe(200)
    expect((await read(session.id)).outcome).toBe('failed')
  })
})

test.each(['FAILED', 'EXPIRED'])(
  'a complete payment of which the service says %s is settled as refunded when its money was given back',
  async (status) => {
    const session = await world().pay(order)
    const payin = world().service.only()
    await world().move(payin, 'COMPLETED')
    await world().clock.advance(3_000)
    await world().move(payin, status)
    const { id, kind, settle_as } = await openAlert()
    expect([kind, settle_as]).toEqual(['final_changed', ['refunded', 'noted']])
    expect((await settle(id, 'accepted')).status).toBe(409)
    expect((await settle(id, 'refunded')).status).toBe(200)
    await world().db.query(`update orders set status = 'unpaid' where id = $1`, [order])
    expect((await read(session.id)).outcome).toBe('failed')
    expect((await world().pay(order)).redirect_url).not.toBeNull()
  },
)

test.each([
  ['was fulfilled', async () => undefined],
  ['was packed by a fulfilment that failed', fulfilmentFails],
])('an order that %s, given back and paid again is fulfilled under another id', async (_, happens) => {
  await disputedAfter('COMPLETED')
  await happens()
  await settle((await openAlert()).id, 'refunded')
  await world().db.query(`update orders set status = 'unpaid' where id = $1`, [order])
  await world().pay(order)
  const second = [...world().service.payins.values()][1]
  if (second) await world().move(second, 'COMPLETED')

  const ids = await world().db.query<{ id: string }>('select id from payin_checkout.outbox order by id')
  expect([ids.length, ids[1]?.id, await isPaid()]).toEqual([2, `${ids[0]?.id}:1`, true])
  expect(await parcels()).toBe(2)
})

test('a settled dispute stays settled after a restart', async () => {
  const { session } = await disputedAfter('AUTHORIZED')
  await settle((await openAlert()).id, 'refunded')
  await world().restart({ BACKOFFICE_TOKEN: backofficeToken })
  await world().clock.advance(3_600_000)
  await world().merchant.sweep.runOnce(true)
  expect(await read(session.id)).toMatchObject({ outcome: 'failed', order_outcome: 'open', review: null })
})
