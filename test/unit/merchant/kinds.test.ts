// One order, several kinds of payment: which may be used, which one wins, and what each sends to the service.
import { randomUUID } from 'node:crypto'
import type { PayerDetails } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import type { Orders } from '../../../src/merchant/orders.ts'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()
const legacyKinds = ['bank_transfer', 'on_ramp'] as const
const allKinds = ['payin', ...legacyKinds] as const
type ShopperKind = (typeof allKinds)[number]

const createSession = (kind: ShopperKind, more: object = {}) =>
  world().createSession('A-1001', randomUUID(), { kind, ...more })
/** Moves this kind's newest payment to authorized or complete at the service. */
const moveTo = async (kind: ShopperKind, to: 'authorized' | 'complete') => {
  const { payins, bankTransfers, onRamps } = world().sandbox.service
  const status = to === 'authorized' ? 'AUTHORIZED' : 'COMPLETED'
  const paymentStatus = to === 'authorized' ? 'PROCESSING' : 'COMPLETED'
  await world().arrived()
  if (kind === 'payin') return world().command(`payins/${payins.list()[0]?.id}/status`, { status })
  if (kind === 'on_ramp') {
    const state = { paymentStatus, bankDepositStatus: 'SUCCESS' }
    return world().command(`transactions/${onRamps.list()[0]?.uuid}/status`, state)
  }
  return world().command(`transactions/${bankTransfers.list()[0]?.uuid}/status`, {
    paymentStatus: 'AUTHORIZED',
  })
}
const pairs = allKinds.flatMap((paid) => allKinds.map((created) => [paid, created] as const))

describe('while money is authorized', () => {
  test.each(pairs.filter(([paid]) => paid !== 'bank_transfer'))(
    'by %s, a create request for %s gets that session and makes nothing',
    async (paid, created) => {
      const first = await (await createSession(paid)).json()
      await moveTo(paid, 'authorized')
      world().calls()
      const second = await createSession(created)
      expect(second.status).toBe(201)
      expect(await second.json()).toMatchObject({ id: first.id, kind: paid, outcome: 'authorized' })
      expect(world().calls()).toEqual([])
    },
  )
})

describe('an order that was paid', () => {
  test.each(pairs)('by %s refuses a create request for %s', async (paid, created) => {
    await createSession(paid)
    await moveTo(paid, 'complete')
    if (paid === 'on_ramp') await world().sweepNow()
    world().calls()
    expect([(await createSession(created)).status, world().calls()]).toEqual([409, []])
    expect(await world().db.query('select order_id from parcels')).toHaveLength(1)
  })

  test('by two kinds is sold once, and the second payment raises an alert for a refund', async () => {
    await createSession('payin')
    await createSession('bank_transfer')
    await moveTo('bank_transfer', 'complete')
    await moveTo('payin', 'complete')
    expect(await world().alerts()).toEqual(['paid_twice'])
    expect(await world().db.query('select order_id from parcels')).toHaveLength(1)
  })
})

describe('a create request', () => {
  test.each([
    ['payin', 'bank_transfer'],
    ['payin', 'on_ramp'],
    ['bank_transfer,on_ramp', 'payin'],
  ] as const)('with KINDS=%s is refused for %s, and the answer names KINDS', async (KINDS, kind) => {
    await world().restart({ KINDS })
    const response = await createSession(kind)
    const { errors } = await response.json()
    expect([response.status, errors]).toMatchObject([
      422,
      [{ pointer: '/kind', detail: expect.stringContaining('KINDS') }],
    ])
  })

  test.each(legacyKinds)('by %s accepts no choice of a way to pay', async (kind) => {
    const response = await createSession(kind, { payment: { method: 'card' } })
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { errors: [{ pointer: '/payment' }] },
    ])
  })

  test('for a payout is refused, because only the back office issues payouts', async () => {
    expect((await createSession('payout' as ShopperKind)).status).toBe(422)
  })
})

test.each(allKinds)('%s takes a price that its column has filled with zeros, and is paid', async (kind) => {
  await world().db.query(`update orders set amount_value = '49.9000000000' where id = 'A-1001'`)

  const response = await createSession(kind)
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ amount: { value: '49.90', currency: 'EUR' } })
  await moveTo(kind, 'complete')

  expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', []])
})

describe('the service receives', () => {
  const sentBody = () => JSON.parse(world().sent.findLast(({ body }) => body?.includes('Ada'))?.body ?? '{}')

  test.each([
    ['service_balance', { method: 'service_balance' }],
    ['bank_account:DE89 3704 0044 0532 0130 00', { method: 'bank_account', iban: 'DE89370400440532013000' }],
    [
      `crypto_transfer:polygon:0x${'a1'.repeat(20)}`,
      { method: 'crypto_transfer', network: 'polygon', address: `0x${'a1'.repeat(20)}` },
    ],
    ['', undefined],
  ])('the settlement of SETTLEMENT=%s', async (SETTLEMENT, settlement) => {
    await world().restart({ SETTLEMENT })
    expect((await createSession('payin')).status).toBe(201)
    expect(sentBody().settlement).toEqual(settlement)
  })

  test('what the order knows about the payer, and the default country of the shop', async () => {
    await world().restart({ PAYER_COUNTRY: 'DE' })
    await createSession('payin', { lang: 'de-AT' })
    expect(sentBody().payer).toEqual({
      email: 'ada@shop.example',
      country: 'DE',
      language: 'de',
      first_name: 'Ada',
      last_name: 'Lovelace',
      address: '12 St James’s Square, London',
    })
  })

  test('neither name when one of them is missing', async () => {
    await world().db.query(`update orders set payer_last_name = null, payer_address = null`)
    await createSession('payin')
    expect(JSON.parse(world().sent[0]?.body ?? '').payer).toEqual({ email: 'ada@shop.example' })
  })

  test.each<[string, object, object]>([
    ['no name of which only half is known', { first_name: 'Ada' }, {}],
    ['no name with an empty half', { first_name: 'Ada', last_name: ' ' }, {}],
    ['no phone number without its country', { phone: '0170 1234567' }, {}],
    ['a phone number without its spaces', { phone: '+49 (170) 123-45.67' }, { phone: '+491701234567' }],
    [
      'a phone number without the zero of calls at home',
      { phone: '+49 (0)170 1234567' },
      { phone: '+491701234567' },
    ],
    ['a country in capitals', { country: 'de' }, { country: 'DE' }],
    ['the shop’s country where the order’s is no code', { country: 'Germany' }, { country: 'AT' }],
    ['the language of a language tag', { language: 'de-AT' }, { language: 'de' }],
    ['no language that is no code', { language: 'German' }, {}],
    ['no empty address', { address: '' }, {}],
    ['whether the payer is new', { is_new: true }, { is_new: true }],
    ['nothing else that the shop knows of a customer', { password_hash: 'x', id: 7 }, {}],
  ])('of the payer %s', async (_, details, sent) => {
    const payer = { email: 'ada@shop.example', ...details }
    const ordersOn = ({ find, ...orders }: Orders): Orders<never> => ({
      ...orders,
      find: async (...of) => {
        const order = await find(...of)
        return order && { ...order, payer: payer as PayerDetails }
      },
    })
    await world().restart({ PAYER_COUNTRY: 'AT' }, { ordersOn })

    expect((await createSession('payin')).status).toBe(201)
    const { body } = world().sent.at(-1) ?? {}
    expect(JSON.parse(body ?? '{}').payer).toEqual({ email: payer.email, country: 'AT', ...sent })
  })

  test('one userId for each person, whatever the order and the case of the letters', async () => {
    const ids = []
    for (const [order, email] of [
      ['A-1001', 'Ada@Shop.example'],
      ['A-1002', 'ada@shop.example'],
      ['A-1003', 'eve@shop.example'],
    ] as const) {
      await world().db.query('update orders set payer_email = $2 where id = $1', [order, email])
      await world().createSession(order, randomUUID(), { kind: 'bank_transfer' })
      ids.push(world().sandbox.service.bankTransfers.list()[0]?.userId)
    }
    expect(ids[0]).toMatch(/^Acme[0-9a-f]{16}$/)
    expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false])
  })

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['not an address', undefined],
    [undefined, undefined],
  ])('for the connection %s the address %s', async (remoteAddress, expected) => {
    for (const kind of legacyKinds) {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ order: 'A-1001', kind }),
      }
      await world().app.request('/checkout/sessions', init, { incoming: { socket: { remoteAddress } } })
      expect(sentBody()).toMatchObject({ names: 'Ada Lovelace' })
      expect(sentBody().userIpAddress).toBe(expected)
    }
  })
})
