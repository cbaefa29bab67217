import { createHmac, randomUUID } from 'node:crypto'
import type { Session } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { listAlerts } from '../../../src/merchant/order/alert-list.ts'
import { webhookSecret } from './fake-service.ts'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()
const create = 'POST /api/v2/payouts'
const list = 'GET /api/v2/payouts'
const euros = (value: string) => ({ value, currency: 'EUR' })
const refund = { reference: 'refund-1', amount: euros('49.90') }
const toAccount = { method: 'bank_account', iban: 'DE89370400440532013000' }

type Issued = Session & { readonly claim_code: string | null }
const ask = async (body: object = refund, key: string = randomUUID()) => {
  const response = await world().backoffice('payouts', body, key)
  return { status: response.status, session: (await response.json()) as Issued, headers: response.headers }
}
const find = async (reference: string) => {
  const response = await world().backoffice(`payouts/${reference}`)
  return { status: response.status, session: (await response.json()) as Issued }
}
/** The payouts that the service has, newest first. */
const payouts = () => world().sandbox.service.payouts.list()
const setPayoutStatus = (status: string, id = payouts()[0]?.id) =>
  world().command(`payouts/${id}/status`, { status })
const outboxEvents = () => world().db.query('select kind, subject, amount_value from payin_checkout.outbox')

describe('a payout', () => {
  test('is made once, and the recipient’s page reads its session', async () => {
    const { status, session } = await ask()
    expect([status, session]).toMatchObject([
      201,
      { kind: 'payout', status: 'CREATED', outcome: 'open', amount: euros('49.90'), reference: 'refund-1' },
    ])
    const { claim_code, ...shown } = session
    expect(claim_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(await world().session(session.id)).toEqual(shown)
    expect((await find('refund-1')).session).toEqual(session)
    expect(payouts()).toMatchObject([
      {
        ...refund,
        return_url: `https://shop.example/checkout/return?session=${session.id}`,
        webhook_url: expect.stringMatching(/^https:\/\/shop\.example\/webhooks\/payouts\?nonce=[0-9a-f]+$/),
      },
    ])
  })

  test('sends recipient and account as the back office gave them', async () => {
    const recipient = { country: 'DE', first_name: 'Mara', last_name: 'Lind', phone: '+4915112345678' }
    const payment = { method: 'bank_account', iban: 'DE89 3704 0044 0532 0130 00' }
    await ask({ ...refund, recipient, payment })
    expect(payouts()).toMatchObject([{ recipient, payment: toAccount }])
  })

  test('is the same when it is requested with the same key, or with its reference under another key', async () => {
    const key = randomUUID()
    const { session } = await ask(refund, key)
    expect((await ask(refund, key)).session).toEqual(session)
    expect((await ask({ ...refund, amount: euros('49.9') })).session).toEqual(session)
    expect(world().calls()).toEqual([list, create])
  })

  test.each([
    ['another amount', { ...refund, amount: euros('49.91') }, 422],
    ['another currency', { ...refund, amount: { value: '49.90', currency: 'USD' } }, 422],
    ['another recipient while it is open', { ...refund, recipient: { first_name: 'Eve' } }, 409],
    ['another account while it is open', { ...refund, payment: toAccount }, 409],
  ])('is refused when its reference was used with %s', async (_, body, status) => {
    await ask()
    expect((await ask(body)).status).toBe(status)
    expect(payouts()).toHaveLength(1)
  })

  test('with a key that belongs to another reference is refused', async () => {
    const key = randomUUID()
    await ask(refund, key)
    expect((await ask({ ...refund, reference: 'refund-2' }, key)).status).toBe(422)
    expect(payouts()).toHaveLength(1)
  })

  test('that was paid out gets a 409, except with the key that it was made with', async () => {
    const key = randomUUID()
    await ask(refund, key)
    await setPayoutStatus('COMPLETED')
    expect((await ask()).status).toBe(409)
    expect(await ask(refund, key)).toMatchObject({ status: 201, session: { outcome: 'complete' } })
    expect(payouts()).toHaveLength(1)
  })

  test('that failed can be made again under its reference, also for another recipient', async () => {
    const first = await ask()
    await setPayoutStatus('FAILED')
    const second = await ask({ ...refund, payment: toAccount })
    expect([second.status, second.session.outcome]).toEqual([201, 'open'])
    expect(second.session.id).not.toBe(first.session.id)
    expect((await find('refund-1')).session.id).toBe(second.session.id)
  })

  test.each([
    ['cut', { fault: 'cut', work: 'done' }],
    ['lost', { fault: 'error', status: 502, work: 'done' }],
  ])(
    'whose answer was %s is sent again with the same key and body, and exists once at the service',
    async (_, fault) => {
      const key = randomUUID()
      await world().fault({ ...fault, operations: ['createPayout'], count: 1 })
      expect((await ask(refund, key)).status).toBe(503)
      expect((await ask(refund, key)).status).toBe(201)
      const [first, second] = world().sent.filter(({ call }) => call === create)
      expect([second, payouts().length]).toEqual([first, 1])
    },
  )

  test('whose money came back after it was paid out can be made again under its reference', async () => {
    const first = await ask()
    await setPayoutStatus('COMPLETED')
    await setPayoutStatus('FAILED')
    const [alert] = await listAlerts(world().db)
    await world().merchant.settle(alert?.id ?? 0, { as: 'refunded', by: 'mara' })
    const second = await ask()
    expect([second.status, second.session.outcome]).toEqual([201, 'open'])
    expect(second.session.id).not.toBe(first.session.id)
    await setPayoutStatus('COMPLETED')
    expect((await find('refund-1')).session).toMatchObject({ id: second.session.id, outcome: 'complete' })
    expect((await ask()).status).toBe(409)
    expect((await outboxEvents()).length).toBe(2)
  })

  test('that is requested twice at once is made once', async () => {
    const [one, two] = await Promise.all([ask(), ask()])
    expect([two?.session, payouts().length]).toEqual([one?.session, 1])
  })
})

describe('the webhooks of a payout', () => {
  test('complete it, emit one outbox event, and touch no order', async () => {
    const { session } = await ask({ ...refund, reference: 'A-1001' })
    await setPayoutStatus('PROCESSING')
    expect((await world().session(session.id)).outcome).toBe('authorized')
    await setPayoutStatus('COMPLETED')
    expect((await find('A-1001')).session).toMatchObject({ status: 'COMPLETED', outcome: 'complete' })
    expect(await outboxEvents()).toEqual([{ kind: 'payout_paid', subject: 'A-1001', amount_value: '49.90' }])
    expect(await world().order('A-1001')).toBe('unpaid')
    expect(await world().db.query('select * from parcels')).toEqual([])
  })

  test.each(['payouts', 'payins'])('with a wrong signature are refused at /webhooks/%s', async (path) => {
    const response = await world().app.request(`/webhooks/${path}`, {
      method: 'POST',
      headers: { 'x-webhook-signature': 'f'.repeat(64) },
      body: '{}',
    })
    expect(response.status).toBe(401)
  })

  test.each([
    ['a payin’s event at /webhooks/payouts', 'payins', 'payouts'],
    ['a payout’s event at /webhooks/payins', 'payouts', 'payins'],
  ] as const)(
    'are outboxEvents apart: %s changes nothing, and the right address still works',
    async (_, kind, wrong) => {
      const { app, arrived, sandbox, pay, db, calls, fault } = world()
      await pay('A-1001')
      await ask({ ...refund, reference: 'A-1001' })
      const object = sandbox.service[kind].list()[0]
      const body = JSON.stringify({ ...object, status: 'COMPLETED' })
      const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
      const send = async (path: string) => {
        const headers = { 'x-webhook-signature': signature }
        await app.request(`/webhooks/${path}`, { method: 'POST', headers, body })
        await arrived()
      }
      calls()
      await send(wrong)
      expect(calls()).toEqual([])
      expect(await db.query('select outcome from payin_checkout.sessions')).toEqual([
        { outcome: 'open' },
        { outcome: 'open' },
      ])

      await fault({ fault: 'webhook_lost' })
      await world().command(`${kind}/${object?.id}/status`, { status: 'COMPLETED' })
      await send(kind)
      expect(await db.query(`select kind from payin_checkout.sessions where outcome = 'complete'`)).toEqual([
        { kind: kind.slice(0, -1) },
      ])
    },
  )
})

test('two payouts of one reference that both went out raise an alert, and emit one outbox event', async () => {
  await ask()
  await setPayoutStatus('FAILED')
  await ask()
  const [second, first] = payouts()
  await setPayoutStatus('COMPLETED', second?.id)
  await setPayoutStatus('COMPLETED', first?.id)
  expect(await world().alerts()).toEqual(['late_complete', 'paid_twice'])
  expect(await outboxEvents()).toHaveLength(1)
})

test('a refund under its order’s reference does not affect the order’s own sessions', async () => {
  const paying = await world().pay('A-1001')
  const { session } = await ask({ ...refund, reference: 'A-1001' })
  await setPayoutStatus('PROCESSING')
  expect(await world().pay('A-1001')).toMatchObject({ id: paying.id, kind: 'payin', outcome: 'open' })
  await world().command(`payins/${world().sandbox.service.payins.list()[0]?.id}/status`, {
    status: 'COMPLETED',
  })
  expect((await find('A-1001')).session).toMatchObject({ id: session.id, outcome: 'authorized' })
  await setPayoutStatus('COMPLETED')
  expect(await outboxEvents()).toMatchObject([{ kind: 'order_paid' }, { kind: 'payout_paid' }])
  expect(await world().alerts()).toEqual([])
})
