// What the service reports may not match the order. Then no order counts as paid, and an alert is raised.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listAlerts } from '../../../src/merchant/order/alert-list.ts'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()
const onRamp = () => world().sandbox.service.onRamps.list()[0]?.uuid ?? ''
const transfer = () => world().sandbox.service.bankTransfers.list()[0]?.uuid ?? ''
const settled = { paymentStatus: 'COMPLETED', bankDepositStatus: 'SUCCESS' }

/** The request body of the newest transaction of the legacy interface. */
const given = () =>
  JSON.parse(world().sent.findLast(({ body }) => body?.includes('webhookUrl'))?.body ?? '{}') as {
    webhookUrl: string
    webhookPayload: string
  }

/** Changes the state at the service, and loses its webhook. */
async function setWithoutWebhook(id: string, state: object): Promise<void> {
  await world().fault({ fault: 'webhook_lost', count: 1 })
  await world().command(`transactions/${id}/status`, state)
}

async function post(body: object): Promise<number> {
  const { webhookUrl } = given()
  const response = await world().app.request(webhookUrl, { method: 'POST', body: JSON.stringify(body) })
  await world().arrived()
  return response.status
}

describe('an on-ramp whose deposit', () => {
  const event = (fields: object) => ({
    eventType: 'merchant_on_ramp_success',
    transactionId: onRamp(),
    amount: 49.9,
    currency: 'EUR',
    timestamp: '2026-11-20T12:00:00Z',
    webhookPayload: given().webhookPayload,
    ...fields,
  })
  const createPayment = () => world().pay('A-1001', randomUUID(), { kind: 'on_ramp' })

  test('matches the order pays it', async () => {
    const { id } = await createPayment()
    await setWithoutWebhook(onRamp(), settled)
    expect(await post(event({}))).toBe(200)
    expect((await world().session(id)).outcome).toBe('complete')
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', []])
  })

  test.each([
    ['is 5 euros', { amount: 5 }],
    ['is a cent less', { amount: 49.89 }],
    ['is in another currency', { currency: 'USD' }],
    ['carries a foreign payload', { webhookPayload: randomUUID() }],
    ['names no amount', { amount: undefined }],
    ['names an invalid amount', { amount: 'much' }],
  ])('%s does not pay the order, and raises an alert', async (_, fields) => {
    const { id } = await createPayment()
    await setWithoutWebhook(onRamp(), settled)

    expect(await post(event(fields))).toBe(200)

    expect(await world().session(id)).toMatchObject({ outcome: 'authorized', redirect_url: null })
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['unpaid', ['amount_differs']])
    expect((await world().pay('A-1001')).id).toBe(id)
  })

  test('mismatched stays unpaid when a correct webhook and the sweep follow', async () => {
    await createPayment()
    await setWithoutWebhook(onRamp(), { paymentStatus: 'PROCESSING', bankDepositStatus: 'SUCCESS' })
    await post(event({ amount: 5 }))
    await world().clock.advance(3_000)
    await post(event({ timestamp: '2026-11-20T12:00:03Z' }))
    await setWithoutWebhook(onRamp(), settled)
    await world().sweepNow()

    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['unpaid', ['amount_differs']])
  })

  test('is announced by an event without an amount is no mismatch', async () => {
    const { id } = await createPayment()
    await setWithoutWebhook(onRamp(), settled)
    await post({ eventType: 'payment_status', transactionId: onRamp() })
    expect((await world().session(id)).outcome).toBe('complete')
  })

  test('is followed by an event of the crypto payout is no mismatch: that names crypto', async () => {
    const { id } = await createPayment()
    await setWithoutWebhook(onRamp(), { paymentStatus: 'PROCESSING', bankDepositStatus: 'SUCCESS' })
    await post(event({}))
    await world().clock.advance(3_000)
    await setWithoutWebhook(onRamp(), settled)
    await post(event({ eventType: 'merchant_on_ramp_payout', amount: 57.31, currency: 'USDC' }))

    expect((await world().session(id)).outcome).toBe('complete')
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', []])
  })

  test('is read in another currency does not pay the order, and raises an alert', async () => {
    await createPayment()
    world().answers((path, json) => (path === '/transaction/' ? { ...json, currency: 'USD' } : json))
    await setWithoutWebhook(onRamp(), settled)
    await post({ eventType: 'payment_status', transactionId: onRamp() })
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['unpaid', ['amount_differs']])
  })

  test('mismatches only after it paid the order leaves it paid, and raises an alert', async () => {
    await createPayment()
    await setWithoutWebhook(onRamp(), settled)
    await post(event({}))
    await world().clock.advance(3_000)
    await post(event({ amount: 5 }))
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['amount_differs']])
  })
})

describe('a bank transfer', () => {
  const createPayment = () => world().pay('A-1001', randomUUID(), { kind: 'bank_transfer' })

  test.each([
    ['another amount', { amount: '5.00' }],
    ['another currency', { currency: 'USD' }],
    ['no amount', { amount: undefined }],
    ['a foreign payload', { webhookPayload: 'somebody else' }],
  ])('that is read with %s pays nothing, and raises an alert', async (_, fields) => {
    await createPayment()
    world().answers((path, json) => (path === '/transaction/' ? { ...json, ...fields } : json))
    await world().command(`transactions/${transfer()}/status`, { paymentStatus: 'AUTHORIZED' })
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['unpaid', ['amount_differs']])
  })

  test('that is given up under a status that no document names raises an alert', async () => {
    await createPayment()
    world().answers((path, json) =>
      path.startsWith('/transaction') ? { ...json, paymentStatus: 'CAPTURED' } : json,
    )
    await world().sweepNow()
    await world().clock.advance(7 * 24 * 3_600_000)
    await world().sweepNow()

    expect(await world().alerts()).toEqual(['payment_overdue'])
  })

  test('whose webhook carries a foreign payload pays nothing, and raises an alert', async () => {
    await createPayment()
    await setWithoutWebhook(transfer(), { paymentStatus: 'AUTHORIZED' })
    await post({ status: 'AUTHORIZED', webhookPayload: 'somebody else' })
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['unpaid', ['amount_differs']])
  })
})

test('a create request after a mismatch gets its session without an address to pay at', async () => {
  const key = randomUUID()
  const { id } = await world().pay('A-1001', key, { kind: 'on_ramp' })
  // The service cannot be asked, so only the content of the webhook is known.
  await world().fault({ fault: 'error', status: 503, count: 20 })
  const event = {
    eventType: 'merchant_on_ramp_success',
    transactionId: randomUUID(),
    amount: 5,
    currency: 'EUR',
  }
  await post({ ...event, status: 'STARTED', webhookPayload: 'somebody else' })

  expect(await world().pay('A-1001', key, { kind: 'on_ramp' })).toMatchObject({
    id,
    outcome: 'open',
    redirect_url: null,
  })
  expect(await world().alerts()).toEqual(['amount_differs'])
})

test('an alert about money that may still come waits for it, or for the end of the payment', async () => {
  const { id } = await world().pay('A-1001', randomUUID(), { kind: 'on_ramp' })
  await post({
    eventType: 'merchant_on_ramp_success',
    transactionId: randomUUID(),
    amount: 5,
    currency: 'EUR',
  })
  const settle = async (as: 'noted' | 'refunded') => {
    const [alert] = (await listAlerts(world().db)).filter(({ kind }) => kind === 'amount_differs')
    return world().merchant.settle(alert?.id ?? 0, { as, by: 'mara' })
  }
  const [alert] = await listAlerts(world().db)
  expect(alert).toMatchObject({ settle_as: [], what_to_do: expect.stringContaining('may still come') })
  for (const as of ['noted', 'refunded'] as const) await expect(settle(as)).rejects.toThrow('may still come')

  await world().clock.advance(3 * 3_600_000)
  for (let round = 0; round < 3; round++) await world().sweepNow()
  expect((await world().session(id)).outcome).toBe('expired')
  await settle('noted')
  await world().clock.advance(3_000)
  await setWithoutWebhook(onRamp(), settled)
  await post({ eventType: 'payment_status', transactionId: onRamp() })
  expect(await world().session(id)).toMatchObject({ outcome: 'authorized', review: 'amount_differs' })
  const open = (await listAlerts(world().db)).filter((each) => each.settled === null)
  expect(open.map(({ kind }) => kind)).toContain('late_complete')
})

test('thirty invented transactions at a known address cause one request in two seconds, two each, and are given up', async () => {
  const { pay, calls, clock, merchant, alerts } = world()
  await pay('A-1001', randomUUID(), { kind: 'on_ramp' })
  calls()
  const statuses = await Promise.all(
    Array.from({ length: 30 }, () => post({ eventType: 'payment_status', transactionId: randomUUID() })),
  )
  expect(calls()).toHaveLength(1)
  expect(new Set(statuses)).toEqual(new Set([200]))

  for (let round = 0; round < 60; round++) {
    await clock.advance(2_000)
    const before = world().sent.length
    await merchant.sweep.runOnce()
    expect(world().sent.length - before).toBeLessThanOrEqual(1)
  }
  await clock.advance(3_600_000)
  for (let round = 0; round < 30; round++) {
    await clock.advance(60_000)
    await merchant.sweep.runOnce()
  }

  expect(calls().length).toBeLessThanOrEqual(60)
  expect(await alerts()).toEqual(['webhook_given_up'])
  const waiting = await world().db.query(
    'select hash from payin_checkout.webhook_events where processed_at is null',
  )
  expect(waiting).toEqual([])
})
