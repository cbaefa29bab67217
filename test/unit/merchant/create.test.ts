import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useWorld } from './harness.ts'

const world = useWorld()

describe('a create request', () => {
  test('gets an open session with exactly twelve fields, and nothing about the payer or keys', async () => {
    const { createSession, service } = world()

    const response = await createSession('A-1001')
    const text = await response.text()

    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse(text)).toEqual({
      id: expect.stringMatching(/^cs_[\w-]{43}$/),
      kind: 'payin',
      status: 'CREATED',
      status_details: null,
      outcome: 'open',
      order_outcome: 'open',
      amount: { value: '49.90', currency: 'EUR' },
      reference: 'A-1001',
      redirect_url: service.only().redirect_url,
      expires_at: '2026-11-20T12:15:00.000Z',
      paid_at: null,
      review: null,
    })
    expect(text).not.toMatch(/ada@|canary/)
  })

  test('sends the server’s price, reference, language and addresses, whatever the page claims', async () => {
    const { pay, service } = world()

    const session = await pay('A-1001', undefined, {
      amount: { value: '0.01', currency: 'EUR' },
      lang: 'de-AT',
    })

    expect(service.only()).toMatchObject({
      amount: { value: '49.90', currency: 'EUR' },
      payer: { email: 'ada@shop.example', language: 'de' },
      reference: 'A-1001',
      return_url: `https://shop.example/checkout/return?session=${session.id}`,
      webhook_url: expect.stringMatching(/^https:\/\/shop\.example\/webhooks\/payins\?nonce=[0-9a-f]{16}$/),
    })
  })

  test('for an order that costs nothing is refused, and nothing is sent', async () => {
    const { createSession, db, service } = world()
    await db.query("update orders set amount_value = '0.00' where id = 'A-1001'")

    const response = await createSession('A-1001')

    expect(response.status).toBe(422)
    expect(await response.text()).toContain('A payment is for an amount of more than 0.')
    expect(service.creates()).toEqual([])
  })

  test('with the same key gets the same session, even after the order was paid', async () => {
    const { pay, move, service } = world()
    const key = randomUUID()
    const first = await pay('A-1001', key)
    expect(await pay('A-1001', key)).toEqual(first)
    await move(service.only(), 'COMPLETED')
    expect(await pay('A-1001', key)).toMatchObject({ id: first.id, outcome: 'complete' })
    expect(service.creates()).toHaveLength(1)
  })

  test('in two tabs at once makes one payin, and both get the same session', async () => {
    const { pay, service } = world()
    const [one, two, three] = await Promise.all([pay('A-1001'), pay('A-1001'), pay('A-1001')])
    expect(two).toEqual(one)
    expect(three).toEqual(one)
    expect(service.payins.size).toBe(1)
    expect(service.creates()).toHaveLength(1)
  })

  test('with a key that was used for another order or choice is refused', async () => {
    const { pay, createSession } = world()
    const key = randomUUID()
    await pay('A-1001', key)
    expect((await createSession('A-1002', key)).status).toBe(422)
    expect((await createSession('A-1001', key, { payment: { method: 'card' } })).status).toBe(422)
  })

  test('for a paid order gets a 409 problem', async () => {
    const { createSession, service } = world()
    const response = await createSession('A-1000')
    expect([response.status, response.headers.get('content-type')]).toEqual([409, 'application/problem+json'])
    expect(service.calls).toEqual([])
  })

  test('after a failed attempt makes attempt 2 with another key at the service', async () => {
    const { pay, move, service } = world()
    const first = await pay('A-1001')
    await move(service.only(), 'FAILED')
    const second = await pay('A-1001')
    expect(second.id).not.toBe(first.id)
    expect(second.outcome).toBe('open')
    expect(service.keys.size).toBe(2)
  })

  test('with another way to pay makes another attempt, but not once money is authorized', async () => {
    const { pay, move, service } = world()
    const first = await pay('A-1001')
    const card = await pay('A-1001', undefined, { payment: { method: 'card' } })
    expect(card.id).not.toBe(first.id)
    const [payin] = service.payins.values()
    if (payin) await move(payin, 'AUTHORIZED')
    const wallet = await pay('A-1001', undefined, { payment: { method: 'service_wallet' } })
    expect(wallet).toMatchObject({ id: first.id, outcome: 'authorized' })
    expect(service.payins.size).toBe(2)
  })

  test('after a change of price gets a session with the new price', async () => {
    const { pay, db } = world()
    await pay('A-1001')
    await db.query(`update orders set amount_value = '39.90' where id = 'A-1001'`)
    expect((await pay('A-1001')).amount).toEqual({ value: '39.90', currency: 'EUR' })
  })

  test('of a corrected payer gets no page of the earlier one, whose money still counts', async () => {
    const { pay, service, move, db, order, alerts } = world()
    const key = randomUUID()
    const first = await pay('A-1001', key)
    const payin = service.only()
    await db.query(`update orders set payer_email = 'bea@shop.example' where id = 'A-1001'`)

    const second = await pay('A-1001')
    const payers = [...service.payins.values()].map(({ payer }) => payer)

    expect([second.id !== first.id, payers]).toEqual([
      true,
      [
        expect.objectContaining({ email: 'ada@shop.example' }),
        expect.objectContaining({ email: 'bea@shop.example' }),
      ],
    ])
    expect((await pay('A-1001')).id).toBe(second.id)
    expect(await pay('A-1001', key)).toMatchObject({ id: first.id, redirect_url: first.redirect_url })
    await move(payin, 'COMPLETED')
    expect([await order('A-1001'), await alerts()]).toEqual(['paid', []])
  })

  describe('whose id goes to another customer', () => {
    const reassign = () =>
      world().db.query(
        `update orders set payer_email = 'bea@shop.example', status = 'unpaid', paid_session = null, placed_at = placed_at + interval '1 minute'
         where id = 'A-1001'`,
      )

    test.each(['AUTHORIZED', 'COMPLETED'])(
      'is paid again after a payment of the first was %s',
      async (status) => {
        const { pay, service, move, order, alerts } = world()
        const first = await pay('A-1001')
        await move(service.only(), status)
        await reassign()

        const second = await pay('A-1001')
        const [, payin] = service.payins.values()
        expect(second).toMatchObject({
          outcome: 'open',
          order_outcome: 'open',
          redirect_url: expect.any(String),
        })
        expect(await (await world().read(first.id)).json()).toMatchObject({
          order_outcome: status === 'COMPLETED' ? 'complete' : 'authorized',
        })
        expect(payin?.payer).toMatchObject({ email: 'bea@shop.example' })
        if (payin) await move(payin, 'COMPLETED')
        expect(await (await world().read(second.id)).json()).toMatchObject({ outcome: 'complete' })
        expect([await order('A-1001'), await alerts()]).toEqual(['paid', []])
      },
    )

    test('is not paid by money of the first', async () => {
      const { pay, service, move, order, alerts } = world()
      const first = await pay('A-1001')
      const payin = service.only()
      await reassign()
      const second = await pay('A-1001')
      await move(payin, 'COMPLETED')

      expect(await (await world().read(first.id)).json()).toMatchObject({
        outcome: 'authorized',
        review: 'order_withdrawn',
      })
      expect(await (await world().read(second.id)).json()).toMatchObject({
        outcome: 'open',
        order_outcome: 'open',
      })
      expect([await order('A-1001'), await alerts()]).toEqual(['unpaid', ['order_unknown']])
    })

    test('is not shown as paid by the first, after the shop has withdrawn it', async () => {
      const { db, pay, service, move } = world()
      await pay('A-1001')
      await move(service.only(), 'COMPLETED')
      await reassign()
      const key = randomUUID()
      await pay('A-1001', key)
      const [, payin] = service.payins.values()
      if (payin) await move(payin, 'AUTHORIZED')
      await db.query(`delete from orders where id = 'A-1001'`)
      expect(await pay('A-1001', key)).toMatchObject({ outcome: 'authorized', order_outcome: 'authorized' })
    })

    test('counts no page of the first as one of its two', async () => {
      const { pay, service } = world()
      await pay('A-1001')
      await pay('A-1001', undefined, { payment: { method: 'card' } })
      await reassign()
      await pay('A-1001')
      await pay('A-1001', undefined, { payment: { method: 'card' } })
      expect(service.payins.size).toBe(4)
    })
  })

  describe('whose time the shop corrects', () => {
    const correct = () =>
      world().db.query(`update orders set placed_at = placed_at + interval '1 hour' where id = 'A-1001'`)

    test('is paid by a page of before', async () => {
      const { pay, service, move, order, alerts } = world()
      const first = await pay('A-1001')
      await correct()
      expect((await pay('A-1001')).id).toBe(first.id)
      await move(service.only(), 'COMPLETED')
      expect([await order('A-1001'), await alerts()]).toEqual(['paid', []])
    })

    test('shows on a page of before that a later one was paid', async () => {
      const { pay, service, move, read } = world()
      const first = await pay('A-1001')
      await correct()
      await pay('A-1001', undefined, { payment: { method: 'card' } })
      const [, payin] = service.payins.values()
      if (payin) await move(payin, 'COMPLETED')
      expect(await (await read(first.id)).json()).toMatchObject({
        outcome: 'open',
        order_outcome: 'complete',
      })
    })
  })

  test('on a session that has expired checks the service and starts a new attempt at once', async () => {
    const { pay, clock, service } = world()
    const first = await pay('A-1001')
    service.only().status = 'EXPIRED'
    await clock.advance(16 * 60_000)
    const second = await pay('A-1001')
    expect(second.id).not.toBe(first.id)
    expect(second.outcome).toBe('open')
  })

  test('on a session that was paid without a webhook gets it as complete, and makes no second payin', async () => {
    const { pay, clock, service, order } = world()
    const first = await pay('A-1001')
    service.only().status = 'COMPLETED'
    await clock.advance(16 * 60_000)
    expect(await pay('A-1001')).toMatchObject({ id: first.id, outcome: 'complete' })
    expect(await order('A-1001')).toBe('paid')
    expect(service.payins.size).toBe(1)
  })
})

describe('an order whose session has expired, and its webhook was lost', () => {
  test('two create requests with one key get the same new session', async () => {
    const { createSession, pay, service, clock } = world()
    const old = await pay('A-1001')
    for (const payin of service.payins.values()) payin.status = 'EXPIRED'
    await clock.advance(24 * 3_600_000)
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => createSession('A-1001', key)))
    const sessions = await Promise.all(answers.map((answer) => answer.json()))
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1)
    expect(sessions[0]).toMatchObject({ outcome: 'open' })
    expect(sessions[0].id).not.toBe(old.id)
    expect(service.payins.size).toBe(2)
  })

  test('a payin that the service still keeps open is shared, and no second one is made', async () => {
    const { createSession, pay, service, clock } = world()
    const old = await pay('A-1001')
    await clock.advance(24 * 3_600_000)
    const key = randomUUID()
    const answers = await Promise.all([1, 2].map(() => createSession('A-1001', key)))
    const sessions = await Promise.all(answers.map((answer) => answer.json()))
    expect(sessions.map(({ id }) => id)).toEqual([old.id, old.id])
    expect(service.payins.size).toBe(1)
  })
})

describe('when the service fails', () => {
  test('the widget gets 503 with Retry-After, and its retry with the same key makes one payin', async () => {
    const { createSession, pay, service } = world()
    const key = randomUUID()
    service.down = true
    const response = await createSession('A-1001', key)
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    service.down = false
    await pay('A-1001', key)
    expect(service.payins.size).toBe(1)
    const [first, second] = service.creates()
    expect(second).toEqual(first)
  })

  test('another tab continues the unsent session with the same request body', async () => {
    const { createSession, pay, service } = world()
    service.nextCreate('lost_after')
    expect((await createSession('A-1001')).status).toBe(503)
    await pay('A-1001')
    expect(service.payins.size).toBe(1)
    expect(new Set(service.creates().map(({ body }) => body)).size).toBe(1)
  })

  test.each([
    [429, 503],
    [500, 503],
    [401, 500],
    [403, 500],
    [404, 500],
  ])(
    'its %i becomes a %i, and the session continues once the fault is repaired',
    async (status, answered) => {
      const { createSession, pay, service, clock } = world()
      service.nextCreate(status)
      expect((await createSession('A-1001')).status).toBe(answered)
      await clock.advance(1_000)
      await pay('A-1001')
      expect(service.payins.size).toBe(1)
      expect(service.keys.size).toBe(1)
    },
  )

  test('its 422 ends the attempt: the same key gets the same answer, and a new key makes a new attempt', async () => {
    const { createSession, pay, service, logged } = world()
    const key = randomUUID()
    service.nextCreate(422)
    expect((await createSession('A-1001', key)).status).toBe(500)
    expect((await createSession('A-1001', key)).status).toBe(500)
    expect(service.creates()).toHaveLength(1)
    expect(logged.join()).toContain('"pointers":"/amount/value"')
    await pay('A-1001')
    expect(new Set(service.creates().map((call) => call.key)).size).toBe(2)
  })

  test('its 422 after a lost answer does not hide the payin that the lost request made', async () => {
    const { createSession, pay, service } = world()
    service.nextCreate('lost_after', 422)
    await createSession('A-1001')
    await pay('A-1001')
    expect(service.payins.size).toBe(1)
    expect(service.creates()).toHaveLength(2)
  })

  test('a conflict that stays gets 503, and never leads to a new key', async () => {
    const { createSession, service } = world()
    service.nextCreate(409)
    expect((await createSession('A-1001')).status).toBe(503)
    await createSession('A-1001')
    expect(new Set(service.creates().map((call) => call.key)).size).toBe(1)
  })
})

describe('a redirect_url that must not be opened', () => {
  test.each([
    'javascript:alert(1)',
    'https://evil.example/pay',
    'http://pay.example/pay',
    '//pay.example/pay',
    'https://pay.example@evil.example/',
    'https://user:pass@pay.example/',
    'https://pay.example.evil.example/',
    'https://pay.example:444/',
    'java\nscript:alert(1)',
  ])('%j never reaches the browser, the payin is followed, and an alert is raised', async (url) => {
    const { createSession, service, alerts, move, order } = world()
    service.nextCreate((payin) => {
      payin.redirect_url = url
    })

    const response = await createSession('A-1001')
    const text = await response.text()

    expect(response.status).toBe(500)
    expect(text).not.toContain('evil')
    expect(await alerts()).toEqual(['hosted_page_refused'])
    expect((await createSession('A-1001')).status).toBe(500)
    expect(service.payins.size).toBe(1)
    await move(service.only(), 'COMPLETED')
    expect(await order('A-1001')).toBe('paid')
  })

  test('is refused as well when it is missing', async () => {
    const { createSession, service } = world()
    service.nextCreate((payin) => {
      payin.redirect_url = null
    })
    expect((await createSession('A-1001')).status).toBe(500)
  })
})

describe('a redirect_url that the service leaves out', () => {
  test.each([null, undefined])('of a read stays the one that is known: %s', async (left) => {
    const { pay, service, move } = world()
    const first = await pay('A-1001')
    const payin = service.only()
    service.payins.set(payin.id, { ...payin, redirect_url: left as never })
    const [inReads] = service.payins.values()
    if (inReads) await move(inReads, 'ON_HOLD')

    expect(await pay('A-1001')).toMatchObject({
      id: first.id,
      status: 'ON_HOLD',
      redirect_url: first.redirect_url,
    })
  })

  test('of the answer to the create request is read at once', async () => {
    const { pay, service } = world()
    let address: string | null = null
    service.nextCreate((payin) => {
      address = payin.redirect_url
      payin.redirect_url = undefined as never
      queueMicrotask(() => service.payins.set(payin.id, { ...payin, redirect_url: address }))
    })

    expect((await pay('A-1001')).redirect_url).toBe(address)
    expect(service.creates()).toHaveLength(1)
  })
})

test('a payin of another amount is never shown, and never pays the order', async () => {
  const { createSession, service, alerts, move, order } = world()
  service.nextCreate((payin) => {
    payin.amount = { value: '4.99', currency: 'EUR' }
  })
  expect((await createSession('A-1001')).status).toBe(500)
  await move(service.only(), 'COMPLETED')
  expect(await order('A-1001')).toBe('unpaid')
  expect(await alerts()).toEqual(['amount_differs'])
})
