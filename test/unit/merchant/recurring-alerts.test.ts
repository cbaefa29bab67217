// What happens to a payment again, after a person has settled the alert about the first time.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Orders } from '../../../src/merchant/index.ts'
import { backofficeToken, useBackoffice, withBackoffice } from './backoffice-world.ts'
import { useWorld } from './harness.ts'

const world = useWorld(withBackoffice)
const { alert, list, settle } = useBackoffice(world)

const order = 'A-1001'

describe('what happens again after its alert was settled raises another one:', () => {
  const open = async () => (await list()).filter(({ settled }) => settled === null)

  test('a final status that the service contradicts', async () => {
    await world().pay(order)
    const payin = world().service.only()
    await world().move(payin, 'COMPLETED')
    for (let round = 0; round < 3; round++) {
      for (let repeated = 0; repeated < 2; repeated++) {
        await world().clock.advance(3_000)
        await world().move(payin, 'FAILED')
      }
      expect(await open()).toMatchObject([{ kind: 'final_changed', settle_as: ['refunded', 'noted'] }])
      await settle((await open())[0]?.id ?? 0, 'noted')
      await world().clock.advance(3_000)
      await world().move(payin, 'COMPLETED')
      expect(await open()).toEqual([])
    }
  })

  test('a dispute that only webhooks announce', async () => {
    await world().pay(order)
    const payin = world().service.only()
    await world().move(payin, 'COMPLETED')
    for (let round = 0; round < 2; round++) {
      await world().clock.advance(3_000)
      Object.assign(payin, { round })
      await world().webhook(payin, 'DISPUTED')
      expect(await open()).toMatchObject([{ kind: 'disputed' }])
      await settle((await open())[0]?.id ?? 0, 'noted')
    }
  })

  test('an order that is still not fulfilled, until its money was given back', async () => {
    const fulfil = () => Promise.reject(new Error('The printer is off.'))
    const ordersOn = (orders: Orders) => ({ ...orders, fulfil }) as Orders<never>
    await world().restart({ BACKOFFICE_TOKEN: backofficeToken }, { ordersOn })
    await world().pay(order)
    await world().move(world().service.only(), 'COMPLETED')
    for (let round = 0; round < 10; round++) {
      await world().clock.advance(3_600_000)
      await world().merchant.sweep.runOnce()
    }
    await settle((await alert()).id, 'noted')
    await world().clock.advance(3_600_000)
    await world().merchant.sweep.runOnce()
    expect(await open()).toMatchObject([{ kind: 'not_fulfilled', settle_as: ['refunded', 'noted'] }])
    await settle((await open())[0]?.id ?? 0, 'refunded')
    await world().clock.advance(3_600_000)
    await world().merchant.sweep.runOnce()
    expect([
      await open(),
      await world().db.query('select 1 from payin_checkout.outbox where done_at is null'),
    ]).toEqual([[], []])
  })
})

test('a payout after which fulfil fails can only be noted: settled as refunded it could be paid out again', async () => {
  const fulfil = () => Promise.reject(new Error('The printer is off.'))
  const ordersOn = (orders: Orders) => ({ ...orders, fulfil }) as Orders<never>
  await world().restart({ BACKOFFICE_TOKEN: backofficeToken }, { ordersOn })
  await world().merchant.payouts.create(randomUUID(), {
    reference: 'refund-1',
    amount: { value: '12.00', currency: 'EUR' },
  })
  world().service.only().status = 'COMPLETED'
  for (let round = 0; round < 10; round++) {
    await world().clock.advance(3_600_000)
    await world().merchant.sweep.runOnce(true)
  }
  expect(await alert()).toMatchObject({ kind: 'not_fulfilled', settle_as: ['noted'] })
  expect((await settle((await alert()).id, 'refunded')).status).toBe(409)
})
