import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listAlerts } from '../../../src/merchant/order/alert-list.ts'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()
const create = 'POST /transaction/create-bank-transfer'
const makeLink = 'POST /transaction/generatePaymentLink'
const ask = 'POST /transaction/update-status'
const read = 'GET /transaction/'
const minute = 60_000

const kind = 'bank_transfer'
/** A create request for a bank transfer. */
const createSession = (key: string = randomUUID(), order = 'A-1001') =>
  world().createSession(order, key, { kind })
const pay = (key: string = randomUUID(), order = 'A-1001') => world().pay(order, key, { kind })
/** The transactions that the service has, newest first. */
const transfers = () => world().sandbox.service.bankTransfers.list()
/** The addresses of the pages where they can be paid. */
const hostedPaths = () =>
  transfers().flatMap(({ uuid }) => world().sandbox.service.bankTransfers.hostedPath(uuid) ?? [])
const setBankStatus = (paymentStatus: string, uuid = transfers()[0]?.uuid) =>
  world().command(`transactions/${uuid}/status`, { paymentStatus })

describe('a create request for a bank transfer', () => {
  test('makes one transaction and gives its link', async () => {
    const { calls } = world()
    const session = await pay()
    expect(session).toMatchObject({ kind, status: 'STARTED', outcome: 'open', reference: 'A-1001' })
    expect(session.redirect_url).toMatch(/^https:\/\/pay\.example\/transfer\//)
    expect(await world().session(session.id)).toEqual({ ...session, redirect_url: null })
    expect(calls()).toEqual([create, makeLink])
  })

  test('sends the service who pays, what for, and the address to come back to', async () => {
    const { id } = await pay()
    const back = `https://shop.example/checkout/return?session=${id}`
    expect(transfers()).toMatchObject([
      {
        amount: '49.90',
        currency: 'EUR',
        names: 'Ada Lovelace',
        userId: expect.stringMatching(/^Acme[0-9a-f]{16}$/),
        userAddress1: '12 St James’s Square, London',
        revision: 'A-1001',
        callbackChromeUrl: back,
        callbackSafariUrl: back,
        webhookUrl: expect.stringMatching(
          /^https:\/\/shop\.example\/webhooks\/bank-transfers\/[\w-]{36}\/[\w-]{43}\?order=A-1001&attempt=1&who=[\da-f]{16}&nonce=[0-9a-f]{16}$/,
        ),
      },
    ])
  })

  test('gets the same session and the stored link when it is repeated with the same key or from another tab', async () => {
    const { calls } = world()
    const key = randomUUID()
    const first = await pay(key)
    expect(await pay(key)).toEqual(first)
    expect(await pay()).toEqual(first)
    expect(calls()).toEqual([create, makeLink])
  })

  test.each(['A-1005', 'B-1.99', 'B-2.001'])(
    'is refused for order %s, whose amount no bank transfer can have',
    async (order) => {
      const { db, calls } = world()
      await db.query(
        `insert into orders (id, title, amount_value, amount_currency, payer_email)
       values ('B-1.99', '', '1.99', 'EUR', 'x@y.z'), ('B-2.001', '', '2.001', 'EUR', 'x@y.z')`,
      )
      const response = await createSession(undefined, order)
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ errors: [{ pointer: '/kind' }] })
      expect(calls()).toEqual([])
    },
  )
})

describe('a create request that the service does not answer', () => {
  test.each([
    ['cut after the work', { fault: 'cut', work: 'done' }, 2],
    ['cut before the work', { fault: 'cut', work: 'undone' }, 1],
    ['500 after the work', { fault: 'error', status: 500, work: 'done' }, 2],
    ['504 before the work', { fault: 'error', status: 504, work: 'undone' }, 1],
  ])('(%s) gets a 503, and only one transaction ever has a link', async (_, fault, made) => {
    const key = randomUUID()
    await world().fault({ ...fault, operations: ['createBankTransfer'], count: 1 })
    const response = await createSession(key)
    expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
    expect(hostedPaths()).toHaveLength(0)

    const { redirect_url } = await pay(key)

    expect([transfers().length, hostedPaths().length]).toEqual([made, 1])
    expect(redirect_url).toBe(`https://pay.example${hostedPaths()[0]}`)
  })

  test('in time gets a 503, too', async () => {
    const { clock, hold } = world()
    const key = randomUUID()
    const gate = hold('/transaction/create-bank-transfer', 'after')
    const first = createSession(key)
    await gate.reached
    await clock.advance(4_000)
    expect((await first).status).toBe(503)
    gate.release()
    await pay(key)
    expect([transfers().length, hostedPaths().length]).toEqual([2, 1])
  })
})

describe('a crash between create and link', () => {
  test('is continued by the next create request, which gives the same transaction its link', async () => {
    const { fault, restart, calls } = world()
    await fault({ fault: 'cut', work: 'undone', operations: ['generatePaymentLink'], count: 1 })
    expect((await createSession()).status).toBe(503)
    await restart()
    calls()

    await pay()

    expect(calls()).toEqual([makeLink])
    expect([transfers().length, hostedPaths().length]).toEqual([1, 1])
  })

  test('is not continued by the sweep, because nobody waits for that link', async () => {
    const { fault, merchant, clock } = world()
    await fault({ fault: 'cut', work: 'undone', operations: ['generatePaymentLink'], count: 1 })
    await createSession()
    await clock.advance(minute)
    await merchant.sweep.runOnce()
    expect(hostedPaths()).toHaveLength(0)
  })
})

describe('two processes', () => {
  test('that create at the same time record one transaction, and the other never gets a link', async () => {
    const { another, hold } = world()
    const other = await another()
    const gate = hold('/transaction/create-bank-transfer', 'after')
    const slow = pay()
    await gate.reached
    const fast = await (await other.createSession('A-1001', { kind })).json()
    gate.release()
    expect(await slow).toMatchObject({ id: fast.id })
    expect([transfers().length, hostedPaths().length]).toEqual([2, 1])
  })
})

describe('the bank’s answer', () => {
  test('AUTHORIZED pays the order once and completes the session, with three calls in all', async () => {
    const { calls, db, order } = world()
    const { id } = await pay()
    await setBankStatus('AUTHORIZED')
    expect(await world().session(id)).toMatchObject({ status: 'AUTHORIZED', outcome: 'complete' })
    expect([await order('A-1001'), await db.query('select order_id from parcels')]).toEqual([
      'paid',
      [{ order_id: 'A-1001' }],
    ])
    expect(calls()).toEqual([create, makeLink, read])
  })

  test('counts when the service writes the transaction’s id in another case', async () => {
    const { answers, order, alerts } = world()
    answers((path, json) =>
      path === '/transaction/' ? { ...json, uuid: String(json.uuid).toUpperCase() } : json,
    )
    await pay()
    await setBankStatus('AUTHORIZED')
    expect([await order('A-1001'), await alerts()]).toEqual(['paid', []])
  })

  test('FAILED_INTENT fails the session, and the next create request is a new attempt', async () => {
    const first = await pay()
    await setBankStatus('FAILED_INTENT')
    expect(await world().session(first.id)).toMatchObject({ status: 'FAILED_INTENT', outcome: 'failed' })
    const second = await pay()
    expect(second).toMatchObject({ status: 'STARTED', outcome: 'open' })
    expect(second.id).not.toBe(first.id)
    expect(transfers()).toHaveLength(2)
  })
})

describe('a webhook that reports money', () => {
  /** The shopper pays, and the database is restored from just before the service's answer to the create request was stored. */
  const payAndRestore = async () => {
    const { hold, db } = world()
    const gate = hold('/transaction/create-bank-transfer', 'after')
    const paying = pay()
    await gate.reached
    const [backup] = await db.query<{ request_body: string }>(
      'select request_body from payin_checkout.sessions',
    )
    gate.release()
    const session = await paying
    await db.query(
      `update payin_checkout.sessions set service_id = null, status = 'CREATED', redirect_url = null, request_body = $1`,
      [backup?.request_body],
    )
    return session
  }
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 5_000) {
      await world().clock.advance(5_000)
      await world().merchant.sweep.runOnce()
      await world().arrived()
    }
  }

  test('of a transaction whose id a restored database has lost raises one alert with its session', async () => {
    const { id } = await payAndRestore()
    await setBankStatus('AUTHORIZED')
    await pass(2 * minute)
    for (const paymentStatus of ['STARTED', 'AUTHORIZED']) await setBankStatus(paymentStatus)
    await pass(2 * minute)
    const alerts = await listAlerts(world().db)
    expect(alerts).toMatchObject([{ kind: 'unknown_payment', subject: 'A-1001', settle_as: ['noted'] }])
    expect([(await world().session(id)).outcome, await world().order('A-1001')]).toEqual(['open', 'unpaid'])
    const waiting = await world().db.query(
      'select hash from payin_checkout.webhook_events where processed_at is null',
    )
    expect(waiting).toEqual([])
  })

  test('with a status that no document names raises it, too', async () => {
    await payAndRestore()
    const { webhookUrl, webhookPayload } = transfers()[0] ?? {}
    const body = JSON.stringify({ status: 'SETTLED_AT_THE_BANK', webhookPayload })
    await world().app.request(webhookUrl ?? '', { method: 'POST', body })
    await world().arrived()
    await pass(2 * minute)
    expect(await world().alerts()).toEqual(['unknown_payment'])
  })

  test.each(['INTENT', 'STARTED', 'FAILED_INTENT'])(
    'is none with the status %s, and raises no alert',
    async (paymentStatus) => {
      await payAndRestore()
      await setBankStatus(paymentStatus)
      await pass(2 * minute)
      expect(await world().alerts()).toEqual([])
    },
  )

  test('of a lost transaction raises it also after the shopper has got another one', async () => {
    await payAndRestore()
    const [lost] = transfers()
    await pay()
    expect(hostedPaths()).toHaveLength(2)
    await world().clock.advance(3_000)
    await setBankStatus('AUTHORIZED', lost?.uuid)
    await pass(2 * minute)
    expect(await world().alerts()).toEqual(['unknown_payment'])
  })

  test('before a read shows it raises no alert when the read was only late', async () => {
    const { answers, order, alerts } = world()
    const { id } = await pay()
    let isLate = true
    answers((path, json) =>
      path.startsWith('/transaction/') && isLate && 'paymentStatus' in json
        ? { ...json, paymentStatus: 'STARTED' }
        : json,
    )
    await setBankStatus('AUTHORIZED')
    await pass(45_000)
    isLate = false
    await pass(2 * minute)
    expect([(await world().session(id)).outcome, await order('A-1001'), await alerts()]).toEqual([
      'complete',
      'paid',
      [],
    ])
  })
})

describe('the sweep', () => {
  test('has the service ask the bank, and reads only what changed', async () => {
    const { merchant, clock, calls, fault, order } = world()
    await fault({ fault: 'webhook_lost' })
    const { id } = await pay()
    calls()
    await clock.advance(minute)
    await merchant.sweep.runOnce()
    expect(calls()).toEqual([ask])
    await setBankStatus('AUTHORIZED')
    await clock.advance(minute)
    await merchant.sweep.runOnce()
    expect(calls()).toEqual([ask, read])
    expect([await order('A-1001'), (await world().session(id)).outcome]).toEqual(['paid', 'complete'])
  })

  test('is not kept going by the webhooks that its own request causes', async () => {
    const { merchant, clock, calls, arrived, sandbox } = world()
    await pay()
    await arrived()
    calls()
    for (let round = 0; round < 10; round++) {
      await clock.advance(30_000)
      await merchant.sweep.runOnce()
      await arrived()
    }
    expect(calls()).toEqual([ask])
    expect(sandbox.deliveries.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('POST /link', () => {
  const renew = (id: string) => world().app.request(`/checkout/sessions/${id}/link`, { method: 'POST' })

  test('gives a fresh link of the same transaction', async () => {
    const { id } = await pay()
    const { calls } = world()
    calls()
    const response = await renew(id)
    expect([response.status, await response.json()]).toMatchObject([200, { id, outcome: 'open' }])
    expect([calls(), transfers().length]).toEqual([[makeLink], 1])
  })
})

test('a bank transfer that the service does not find any more leaves its order payable in another way', async () => {
  await pay()
  await world().clock.advance(2 * 24 * 60 * minute)
  await world().db.query('update payin_checkout.sessions set service_id = gen_random_uuid()::text')

  const answer = await world().createSession('A-1001', randomUUID(), { kind: 'payin' })

  expect([answer.status, await world().alerts()]).toEqual([201, []])
})
