// A shop's own program sees and settles alerts, pays out, and asks for the payments of an order, without HTTP. The rules are those
// of the routes.
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createMerchant,
  type MerchantServer,
  migrate,
  type PayoutRequest,
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

const wrongFields = (pointer: string) => ({ kind: 'wrong_fields', errors: [{ pointer }] })

test.each<[string, object]>([
  ['/as', { as: 'paid', by: 'mara' }],
  ['/by', { as: 'noted' }],
  ['/by', { as: 'noted', by: ' ' }],
  ['/note', { as: 'noted', by: 'mara', note: 'x'.repeat(1_001) }],
  ['/note', { as: 'noted', by: 'mara', note: '\0' }],
])('a program that settles with no usable %s is told so', async (pointer, request) => {
  const settling = merchant.alerts.settle(1, request as SettleRequest)
  await expect(settling).rejects.toMatchObject(wrongFields(pointer))
  await expect(settling).rejects.toThrow(`${pointer}: Must`)
})

test.each(['abc', 1.5, 0, -1, 2 ** 31, Number.NaN])('%s is the number of no alert', async (id) => {
  const settling = merchant.alerts.settle(id as number, { as: 'noted', by: 'mara' })
  await expect(settling).rejects.toMatchObject({ kind: 'no_such_alert' })
})

const refund = { reference: 'refund-1', amount: { value: '14.00', currency: 'EUR' } }

test.each<[string, unknown, unknown?]>([
  ['/reference', { ...refund, reference: 7 }],
  ['/reference', { ...refund, reference: 'x'.repeat(37) }],
  ['/reference', { ...refund, reference: 'a\0' }],
  ['/amount/value', { ...refund, amount: { value: 14, currency: 'EUR' } }],
  ['/amount/value', { ...refund, amount: { value: '-14.00', currency: 'EUR' } }],
  ['/payment/iban', { ...refund, payment: { method: 'bank_account', iban: 'DE00' } }],
  ['/recipient', { ...refund, recipient: '' }],
  ['/payment', { ...refund, payment: false }],
  ['/recipient/email', { ...refund, recipient: { email: 'ada@shop.example' } }],
  ['/key', refund, ''],
  ['/key', refund, 'a\0'],
  ['/key', refund, 7],
])(
  'a program whose payout has a wrong %s is told so, and nothing is paid out',
  async (pointer, request, key = 'k') => {
    const creating = merchant.payouts.create(key as string, request as PayoutRequest)
    await expect(creating).rejects.toMatchObject(wrongFields(pointer))
    expect(service.calls).toEqual([])
  },
)

test('an object that refers to itself is refused, and not followed for ever', async () => {
  const customer: Record<string, unknown> = { name: 'Ada' }
  customer.orders = [{ customer }]
  const creating = merchant.payouts.create('k', { ...refund, recipient: customer } as PayoutRequest)
  await expect(creating).rejects.toMatchObject({ kind: 'wrong_fields' })
})

test('a program that gives no payout at all is told what is missing', async () => {
  const creating = merchant.payouts.create('k', undefined as unknown as PayoutRequest)
  await expect(creating).rejects.toThrow(/^\/reference: .*\/amount: /)
})

test('a payout needs no recipient and no account, and the same key gets the same one', async () => {
  const created = await merchant.payouts.create('my refund 1', { ...refund, recipient: null })
  expect(created).toMatchObject({ reference: 'refund-1', outcome: 'open', amount: refund.amount })
  expect(await merchant.payouts.create('my refund 1', refund)).toEqual(created)
  expect(service.creates()).toHaveLength(1)
})

test.each(['', 'x'.repeat(37), 'a\0', '\ud800'])('no order and no payout can have the id %j', async (id) => {
  expect(await merchant.payouts.find(id)).toBeNull()
  if (id) expect(await merchant.payments(id)).toEqual([])
})
