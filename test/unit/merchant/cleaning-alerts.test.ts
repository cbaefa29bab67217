import { expect, test } from 'vitest'
import { raise } from '../../../src/merchant/alerts.ts'
import { listAlerts } from '../../../src/merchant/order/alert-list.ts'
import { useCleaning } from './cleaning-world.ts'

const { world, paid, clean, areCleaned } = useCleaning()
const settle = async (as: 'accepted' | 'refunded' | 'noted') => {
  for (const { id, settled } of await listAlerts(world().db))
    if (settled === null) await world().merchant.settle(id, { as, by: 'mara' })
}

test('an open alert keeps its session from being cleaned, and a settled one does not', async () => {
  await paid()
  const [row] = await world().db.query<{ id: string }>('select id from payin_checkout.sessions')
  await raise(world().db, 'final_changed', { session: row?.id ?? null }, 'said FAILED', new Date())
  await clean()
  expect(await areCleaned()).toEqual([false])

  await world().db.query(`update payin_checkout.alerts set settled_as = 'noted', settled_at = now()`)
  await clean()
  expect([await areCleaned(), await world().alerts()]).toEqual([[true], ['final_changed']])
})

test.each(['accepted', 'refunded'] as const)(
  'money of another amount keeps its session from being cleaned until it is settled as %s',
  async (as) => {
    await world().pay('A-1001')
    const payin = world().service.only()
    payin.amount = { value: '5.00', currency: 'EUR' }
    await world().move(payin, 'COMPLETED')
    await clean()
    expect(await areCleaned()).toEqual([false])
    await settle(as)
    await clean()
    expect(await areCleaned()).toEqual([true])
  },
)

test('a payment of another amount that has failed is cleaned once its alert is noted', async () => {
  await world().pay('A-1001')
  const payin = world().service.only()
  payin.amount = { value: '5.00', currency: 'EUR' }
  await world().move(payin, 'FAILED')
  await clean()
  expect([await world().alerts(), await areCleaned()]).toEqual([['amount_differs'], [false]])
  await settle('noted')
  await clean()
  expect(await areCleaned()).toEqual([true])
})

test('a dispute keeps its session from being cleaned until its money was given back', async () => {
  const { payin } = await paid()
  await world().clock.advance(3_000)
  await world().move(payin, 'DISPUTED')
  await clean()
  expect(await areCleaned()).toEqual([false])
  await settle('refunded')
  for (let day = 0; day < 4; day++) await clean(1)
  await clean()
  expect(await areCleaned()).toEqual([true])
})
