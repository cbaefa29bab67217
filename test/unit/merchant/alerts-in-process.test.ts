// A shop's own program sees and settles alerts, and asks for the payments of an order, without HTTP.
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createMerchant,
  type MerchantServer,
  migrate,
  type SettleRequest,
  type Store,
} from '../../../src/merchant/index.ts'
import { useEmptyDatabase } from '../../support/each-database.ts'
import { createFakeService, type FakePayin, hostedOrigin } from './fake-service.ts'
import { createShop, given } from './one-order-shop.ts'

const emptyDatabase = useEmptyDatabase()
let store: Store
let merchant: MerchantServer
let service: ReturnType<typeof createFakeService>
let shop: ReturnType<typeof createShop>['shop']
const realFetch = globalThis.fetch

beforeEach(async () => {
  store = emptyDatabase()
  await migrate(store)
  service = createFakeService(Date.now)
  globalThis.fetch = service.fetch
  const made = createShop()
  shop = made.shop
  merchant = await createMerchant({
    ...given,
    hostedPageOrigins: [hostedOrigin],
    store,
    orders: made.orders,
    onEvent: () => undefined,
  })
})
afterEach(async () => {
  await merchant.close()
  globalThis.fetch = realFetch
})

const post = (path: string, body: string, headers: Record<string, string>) =>
  merchant.fetch(
    new Request(`https://shop.example${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }),
  )

async function complete(payin: FakePayin): Promise<void> {
  const body = JSON.stringify(Object.assign(payin, { status: 'COMPLETED' }))
  const signature = createHmac('sha256', given.service.webhookSecrets).update(body).digest('hex')
  await post('/webhooks/payins', body, { 'x-webhook-signature': signature })
  await merchant.tick()
}

/** The shopper pays an order that was paid at the till meanwhile. */
async function paidTwice(): Promise<void> {
  const response = await post('/checkout/sessions', JSON.stringify({ order: 'A-1' }), {
    'idempotency-key': '00000000-0000-4000-8000-000000000001',
  })
  expect(response.status).toBe(201)
  shop.paidBy = 'till 4'
  await complete(service.only())
}

test('an alert is listed, refused with what to do first, and settled', async () => {
  await paidTwice()
  const [alert, ...more] = await merchant.alerts.list()
  expect(more).toEqual([])
  expect(alert).toMatchObject({ kind: 'paid_twice', subject: 'A-1', settled: null })
  const id = alert?.id ?? 0
  await expect(merchant.alerts.settle(id, { as: 'accepted', by: 'mara' })).rejects.toMatchObject({
    kind: 'cannot_settle',
    message: expect.stringContaining('mark the order as unpaid first'),
  })
  await expect(merchant.alerts.settle(id + 1, { as: 'noted', by: 'mara' })).rejects.toMatchObject({
    kind: 'no_such_alert',
  })

  shop.paidBy = null
  const settled = await merchant.alerts.settle(id, { as: 'accepted', by: 'mara' })
  expect(settled).toMatchObject({ settled: { as: 'accepted', by: 'mara', note: null }, settle_as: [] })
  await merchant.tick()
  expect([shop.paidBy, shop.shipped]).toEqual([alert?.session, ['A-1']])
})

test('the payments of an order say that money came which nobody has settled', async () => {
  expect(await merchant.payments('A-1')).toEqual([])
  await paidTwice()
  expect(await merchant.payments('A-1')).toMatchObject([
    { kind: 'payin', status: 'COMPLETED', outcome: 'authorized', review: 'paid_twice', canBePaid: false },
  ])
})

test.each<[string, unknown, object]>([
  ['id', 'abc', { as: 'noted', by: 'mara' }],
  ['as', 1, { as: 'paid', by: 'mara' }],
  ['by', 1, { as: 'noted' }],
  ['by', 1, { as: 'noted', by: ' ' }],
])('a program that gives no usable %s is told so', async (name, id, request) => {
  const settling = merchant.alerts.settle(id as number, request as SettleRequest)
  await expect(settling).rejects.toThrow(new RegExp(`TypeError|${name}`))
  await expect(settling).rejects.toBeInstanceOf(TypeError)
})
