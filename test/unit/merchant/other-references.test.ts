// A payment of the service that names another order than the one it was asked for.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listAlerts } from '../../../src/merchant/order/alert-list.ts'
import type { FakePayin } from './fake-service.ts'
import { useWorld } from './harness.ts'

const world = useWorld()
const press = (key: string = randomUUID()) =>
  Promise.resolve(
    world().app.request('/checkout/sessions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ order: 'A-1001', kind: 'payin' }),
    }),
  )
const alerts = async () => (await listAlerts(world().db)).map(({ kind, detail }) => `${kind}: ${detail}`)
const named = (reference: string | undefined) => (payin: FakePayin) => {
  Object.assign(payin, { reference })
}

test('an answer to a create request that names another order pays nothing here, and the same press gets its own payment later', async () => {
  const { service, db, move, order } = world()
  const key = randomUUID()
  service.nextCreate(named('A-1002'))
  const refused = await press(key)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)])
  const other = service.only()
  expect(await db.query('select service_id, outcome from payin_checkout.sessions')).toEqual([
    { service_id: null, outcome: 'open' },
  ])
  expect(await alerts()).toEqual([`second_payment: ${other.id} carries the reference of another order`])

  await move(other, 'COMPLETED')
  expect([await order('A-1001'), await order('A-1002')]).toEqual(['unpaid', 'unpaid'])
  named('A-1001')(other)
  const again = await press(key)
  expect(again.status).toBe(201)
})

test('an answer that shows no reference is the payment that was asked for', async () => {
  const { service, move, order } = world()
  service.nextCreate(named(undefined))
  expect((await press()).status).toBe(201)
  await move(service.only(), 'COMPLETED')
  expect([await order('A-1001'), await alerts()]).toEqual(['paid', []])
})

test('a known payment that names another order later pays nothing, and waits for a person', async () => {
  const { service, move, order } = world()
  expect((await press()).status).toBe(201)
  named('A-1002')(service.only())
  await move(service.only(), 'COMPLETED')
  expect([await order('A-1001'), await order('A-1002')]).toEqual(['unpaid', 'unpaid'])
  expect(await alerts()).toEqual(['amount_differs: the payment carries the reference of another order'])
})
