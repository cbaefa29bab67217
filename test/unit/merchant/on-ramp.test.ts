import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()
const makeLink = 'POST /payments/on-ramp-merchant/hosted/generate-link'
const read = 'GET /transaction/'
const minute = 60_000

const kind = 'on_ramp'
/** A create request for an on-ramp. */
const createSession = (key: string = randomUUID(), order = 'A-1001') =>
  world().createSession(order, key, { kind })
const pay = (key: string = randomUUID(), order = 'A-1001') => world().pay(order, key, { kind })
const renew = async (id: string) => {
  const response = await world().app.request(`/checkout/sessions/${id}/link`, { method: 'POST' })
  return { status: response.status, session: await response.json() }
}
/** The transaction behind the newest link, or behind an earlier one. */
const transaction = (before = 0) => world().sandbox.service.onRamps.list()[before]?.uuid ?? ''
const setBankStatus = (state: { paymentStatus?: string; bankDepositStatus?: string }, id = transaction()) =>
  world().command(`transactions/${id}/status`, state)
const reportDeposit = (id = transaction()) =>
  setBankStatus({ paymentStatus: 'PROCESSING', bankDepositStatus: 'SUCCESS' }, id)
const reportSettled = (id = transaction()) =>
  setBankStatus({ paymentStatus: 'COMPLETED', bankDepositStatus: 'SUCCESS' }, id)

describe('a create request for an on-ramp', () => {
  test('gives a link that works once, and a session of 15 minutes', async () => {
    const { calls, clock } = world()
    const session = await pay()
    expect(session).toMatchObject({ kind, status: 'INTENT', outcome: 'open', amount: { value: '49.90' } })
    expect(session.redirect_url).toMatch(/^https:\/\/pay\.example\/on-ramp\/[\w-]+$/)
    expect(Date.parse(session.expires_at ?? '') - clock.now()).toBe(15 * minute)
    expect(calls()).toEqual([makeLink])
  })

  test('leaves its link in no read, no table and no log', async () => {
    const { db, logged } = world()
    const { id, redirect_url } = await pay()
    const token = redirect_url?.split('/').at(-1) ?? 'none'
    expect(await world().session(id)).toMatchObject({ redirect_url: null, outcome: 'open' })
    await reportDeposit()
    const tables = await db.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'payin_checkout')`,
    )
    const rows = await Promise.all(tables.map(({ name }) => db.query(`select * from ${name}`)))
    expect(rows.flat().length).toBeGreaterThan(5)
    expect(JSON.stringify([rows, logged, await world().session(id)])).not.toContain(token)
  })

  test('sends the service who pays, what for, and the address to come back to', async () => {
    const { id } = await pay()
    expect(JSON.parse(world().sent[0]?.body ?? '')).toEqual({
      amount: 49.9,
      names: 'Ada Lovelace',
      userId: expect.stringMatching(/^Acme[0-9a-f]{16}$/),
      userEmail: 'ada@shop.example',
      userAddress1: '12 St James’s Square, London',
      webhookUrl: expect.stringMatching(
        /^https:\/\/shop\.example\/webhooks\/on-ramps\/[\w-]{36}\/[\w-]{43}\?order=A-1001&attempt=1&who=[\da-f]{16}&nonce=[0-9a-f]{16}$/,
      ),
      webhookPayload: expect.stringMatching(/^[\w-]{36}$/),
      revision: 'A-1001',
      hostedRedirectUrl: `https://shop.example/checkout/return?session=${id}`,
    })
  })

  test('with the same key gets the same session and a fresh link', async () => {
    const key = randomUUID()
    const [first, again] = [await pay(key), await pay(key)]
    expect(again.id).toBe(first.id)
    expect(again.redirect_url).not.toBe(first.redirect_url)
  })

  test('gives at most two links in 15 minutes, because each can be paid, and then gets a 429', async () => {
    const { id } = await pay()
    expect((await renew(id)).status).toBe(200)
    const { status, session: problem } = await renew(id)
    expect([status, problem.type]).toEqual([429, 'urn:payin-checkout:two-payments-open'])
    expect(
      world()
        .calls()
        .filter((call) => call === makeLink),
    ).toHaveLength(2)
    await world().clock.advance(15 * minute + 1)
    expect((await renew(id)).status).toBe(200)
  })

  test('in two tabs at once gives the same session, but never the same link', async () => {
    const [one, two] = await Promise.all([pay(), pay()])
    expect(two.id).toBe(one.id)
    expect(two.redirect_url).not.toBe(one.redirect_url)
  })

  test.each([
    ['4.99', 'EUR', 422],
    ['5', 'EUR', 201],
    ['5000.00', 'EUR', 201],
    ['5000.01', 'EUR', 422],
    ['10.001', 'EUR', 422],
    ['10.00', 'USD', 422],
  ])('for %s %s gets %i', async (value, currency, status) => {
    await world().db.query(
      `insert into orders (id, title, amount_value, amount_currency, payer_email, payer_first_name, payer_last_name)
       values ('B-1', '', $1, $2, 'x@shop.example', 'X', 'Y')`,
      [value, currency],
    )
    const response = await createSession(undefined, 'B-1')
    expect(response.status).toBe(status)
    const { errors } = await response.json()
    expect(errors?.[0]?.pointer).toBe(status === 422 ? '/kind' : undefined)
  })

  test.each([
    ['cut', { fault: 'cut', work: 'done' }],
    ['refused for now', { fault: 'error', status: 503, work: 'undone' }],
  ])('whose link request is %s gets a 503, and the retry gets another link', async (_, fault) => {
    const key = randomUUID()
    await world().fault({ ...fault, operations: ['generateOnRampLink'], count: 1 })
    expect((await createSession(key)).status).toBe(503)
    expect((await pay(key)).redirect_url).toMatch(/on-ramp/)
  })
})

describe('the deposit', () => {
  test('assigns the transaction and authorizes the session; COMPLETED pays the order', async () => {
    const { calls, order, clock, merchant, db } = world()
    const { id } = await pay()
    await reportDeposit()
    expect(await world().session(id)).toMatchObject({ status: 'PROCESSING', outcome: 'authorized' })
    expect(await order('A-1001')).toBe('unpaid')
    await reportSettled()
    await clock.advance(6 * minute)
    await merchant.sweep.runOnce()
    await merchant.background.idle()
    expect(await world().session(id)).toMatchObject({ status: 'COMPLETED', outcome: 'complete' })
    expect([await order('A-1001'), (await db.query('select * from parcels')).length]).toEqual(['paid', 1])
    expect(calls()).toEqual([makeLink, read, read])
  })

  test('completes at once when the merchant ships on AUTHORIZED', async () => {
    await world().restart({ COMPLETE_ON: 'AUTHORIZED' })
    const { id } = await pay()
    await reportDeposit()
    expect(await world().session(id)).toMatchObject({ status: 'PROCESSING', outcome: 'complete' })
    expect(await world().order('A-1001')).toBe('paid')
  })

  test('gets 200 and a message, so the webhook is not sent again', async () => {
    await pay()
    await reportDeposit()
    const [delivery] = world().sandbox.deliveries
    expect([delivery?.status, JSON.parse(delivery?.answer ?? '')]).toEqual([200, { message: 'stored' }])
    await world().clock.advance(2 * minute)
    expect(world().sandbox.deliveries).toHaveLength(1)
  })

  test('that failed fails the session, and the next create request makes a new attempt', async () => {
    const first = await pay()
    await reportDeposit()
    await setBankStatus({ bankDepositStatus: 'FAILED' })
    await world().clock.advance(6 * minute)
    await world().merchant.sweep.runOnce()
    expect((await world().session(first.id)).outcome).toBe('failed')
    expect((await pay()).id).not.toBe(first.id)
  })

  test('stops further links, because another link would be another payment', async () => {
    const { calls } = world()
    const key = randomUUID()
    const { id } = await pay(key)
    await reportDeposit()
    calls()
    expect(await pay(key)).toMatchObject({ id, redirect_url: null, outcome: 'authorized' })
    expect(await renew(id)).toMatchObject({ status: 200, session: { redirect_url: null } })
    expect(calls()).toEqual([])
  })
})

describe('two links of one session', () => {
  test('are both paid: the first pays the order, and the second raises an alert for a refund', async () => {
    const { alerts, order, db } = world()
    const { id } = await pay()
    const fresh = await renew(id)
    expect(fresh.session.redirect_url).toMatch(/on-ramp/)
    await reportSettled(transaction(1))
    const before = await world().session(id)
    await world().clock.advance(3_000)
    await reportSettled(transaction(0))
    expect(await world().session(id)).toEqual(before)
    expect([await order('A-1001'), await alerts()]).toEqual(['paid', ['second_payment']])
    expect(await db.query('select service_id from payin_checkout.sessions')).toEqual([
      { service_id: transaction(1) },
    ])
  })
})

describe('a lost webhook', () => {
  test('leaves the session open, and nothing claims that it failed', async () => {
    const { fault, clock, merchant, alerts, calls } = world()
    await fault({ fault: 'webhook_lost' })
    const { id } = await pay()
    await reportSettled()
    calls()
    await clock.advance(20 * minute)
    await merchant.sweep.runOnce()
    expect(await world().session(id)).toMatchObject({ status: 'INTENT', outcome: 'open' })
    expect([calls(), await alerts()]).toEqual([[], []])
  })
})
