import { describe, expect, it } from 'vitest'
import { turns } from '../../support/timeline.ts'
import { hook, openControl } from './control-under-test.ts'
import { problemOf } from './sandbox-under-test.ts'

describe('the state', () => {
  it('lists objects, webhooks, calls, clock and faults as JSON', async () => {
    const { create, payins, call, state, makePayout, makeBankTransfer, makeOnRamp } = openControl()
    const { id } = await create({ webhook_url: hook })
    payins.open(id)
    await turns()
    await call('GET', '/banks')
    const [payout, transfer, onRamp] = [makePayout(), makeBankTransfer(), makeOnRamp()]
    expect(await state()).toMatchObject({
      clock: { now: '2026-11-20T12:00:00.000Z', ahead_ms: 0 },
      seed: 1,
      faults: [],
      payins: [{ id, status: 'INITIATED' }],
      payouts: [{ id: payout.id }],
      payers: [{ email: 'mara@example.test' }],
      bank_transfers: [{ uuid: transfer.uuid }],
      on_ramps: [{ uuid: onRamp.uuid }],
      deliveries: [{ object_id: id, status: 204 }],
      requests: [
        { method: 'POST', path: '/api/v2/payins', status: 201, idempotency_key: 'key-1' },
        { method: 'GET', path: '/api/v2/banks', status: 200, idempotency_key: null },
      ],
    })
  })

  it('includes refused calls, and only calls of the two interfaces', async () => {
    const { app, requests } = openControl()
    await app.request('/api/v2/banks')
    await app.request('/sandbox')
    expect(requests.map(({ path, status }) => [path, status])).toEqual([['/api/v2/banks', 401]])
  })
})

describe('moving an object by JSON', () => {
  it('puts a payin into a state that it does not reach by itself, and sends the webhook', async () => {
    const { create, steer, read, received } = openControl()
    const { id } = await create({ webhook_url: hook })
    const order = { status: 'FAILED', status_details: 'RISK_REJECTED' }
    expect((await steer(`/sandbox/payins/${id.toUpperCase()}/status`, order)).status).toBe(200)
    expect(await read(id)).toMatchObject(order)
    expect(received.map(({ body }) => JSON.parse(body).status)).toEqual(['FAILED'])
  })

  it('leaves a payin where it was put, and drops old status_details', async () => {
    const { create, payins, steer, read, clock } = openControl()
    const { id } = await create()
    payins.authorize(id)
    await steer(`/sandbox/payins/${id}/status`, { status: 'FAILED', status_details: 'OTHER' })
    await steer(`/sandbox/payins/${id}/status`, { status: 'CREATED' })
    await clock.advance(60 * 60_000)
    expect(await read(id)).toMatchObject({ status: 'CREATED' })
    expect(await read(id)).not.toHaveProperty('status_details')
  })

  it('moves a payout, and sends the webhook', async () => {
    const { makePayout, steer, payouts, received } = openControl()
    const { id } = makePayout()
    expect((await steer(`/sandbox/payouts/${id}/status`, { status: 'FAILED' })).status).toBe(200)
    expect(payouts.find(id)?.status).toBe('FAILED')
    expect(received.map(({ url }) => url)).toEqual([hook])
  })

  it('moves a bank transfer; authorized, it shows the payer’s account', async () => {
    const { makeBankTransfer, steer, bankTransfers } = openControl()
    const { uuid } = makeBankTransfer()
    await steer(`/sandbox/transactions/${uuid}/status`, { paymentStatus: 'AUTHORIZED' })
    expect(bankTransfers.find(uuid)).toMatchObject({
      paymentStatus: 'AUTHORIZED',
      payerBankAccount: { iban: expect.any(String) },
    })
  })

  it('moves an on-ramp’s deposit alone, which sends its webhook', async () => {
    const { makeOnRamp, steer, onRamps, received } = openControl()
    const { uuid } = makeOnRamp()
    await steer(`/sandbox/transactions/${uuid}/status`, { bankDepositStatus: 'SUCCESS' })
    expect(onRamps.find(uuid)).toMatchObject({ paymentStatus: 'INTENT', bankDepositStatus: 'SUCCESS' })
    expect(received.map(({ body }) => JSON.parse(body).eventType)).toEqual(['merchant_on_ramp_success'])
  })
})

describe('other commands by JSON', () => {
  it('moves the clock forward and applies what is due on the way', async () => {
    const { create, steer, read } = openControl()
    const { id } = await create()
    const response = await steer('/sandbox/clock', { advance_ms: 30 * 60_000 })
    expect(await response.json()).toEqual({ now: '2026-11-20T12:30:00.000Z', ahead_ms: 1_800_000 })
    expect((await read(id)).status).toBe('EXPIRED')
  })

  it('adds faults, lists them, removes one, and clears the rest', async () => {
    const { app, steer } = openControl()
    const shown = async () => (await (await app.request('/sandbox/faults')).json()).faults
    const added = await steer('/sandbox/faults', { fault: 'latency', ms: 5, count: 2 })
    expect([added.status, await added.json()]).toEqual([
      201,
      expect.objectContaining({ id: 1, left: 2, chance: 1 }),
    ])
    await steer('/sandbox/faults', { fault: 'webhook_lost' })
    expect((await app.request('/sandbox/faults/1', { method: 'DELETE' })).status).toBe(204)
    expect(await shown()).toMatchObject([{ id: 2, fault: 'webhook_lost', left: null }])
    expect((await app.request('/sandbox/faults', { method: 'DELETE' })).status).toBe(204)
    expect(await shown()).toEqual([])
  })

  it('resets everything but the time', async () => {
    const { create, steer, state, makePayout, makeBankTransfer, makeOnRamp } = openControl()
    await create({ webhook_url: hook })
    makePayout()
    makeBankTransfer()
    makeOnRamp()
    await steer('/sandbox/faults', { fault: 'cut' })
    await steer('/sandbox/clock', { advance_ms: 1000 })
    await steer('/sandbox/reset', { seed: 7 })
    expect(await state()).toEqual({
      clock: { now: '2026-11-20T12:00:01.000Z', ahead_ms: 1000 },
      seed: 7,
      faults: [],
      payins: [],
      payouts: [],
      payers: [],
      bank_transfers: [],
      on_ramps: [],
      deliveries: [],
      requests: [],
    })
  })

  it('sends a webhook again, byte for byte', async () => {
    const { create, payins, deliveries, received, app } = openControl()
    payins.open((await create({ webhook_url: hook })).id)
    await turns()
    const path = `/sandbox/deliveries/${deliveries[0]?.id}/resend`
    expect((await app.request(path, { method: 'POST' })).status).toBe(202)
    expect(received).toHaveLength(2)
    expect(received[1]?.body).toBe(received[0]?.body)
    expect(received[1]?.headers.get('X-Webhook-Signature')).toBe(
      received[0]?.headers.get('X-Webhook-Signature'),
    )
  })
})

describe('refusals by JSON', () => {
  it.each([
    ['/sandbox/payins/nobody/status', { status: 'FAILED' }],
    ['/sandbox/payouts/nobody/status', { status: 'FAILED' }],
    ['/sandbox/transactions/nobody/status', { paymentStatus: 'STARTED' }],
    ['/sandbox/deliveries/nobody/resend', {}],
  ])('answers 404 for an unknown id: %s', async (path, order) => {
    expect((await problemOf(await openControl().steer(path, order))).status).toBe(404)
  })

  it('answers 404 for a fault that is not on', async () => {
    const response = await openControl().app.request('/sandbox/faults/1', { method: 'DELETE' })
    expect(response.status).toBe(404)
  })

  it('answers 422 for a status that the object never has', async () => {
    const { create, makeBankTransfer, makeOnRamp, steer } = openControl()
    const payin = `/sandbox/payins/${(await create()).id}/status`
    const problem = await problemOf(await steer(payin, { status: 'REFUNDED' }))
    expect([problem.status, problem.errors?.[0]?.pointer]).toEqual([422, '/status'])
    const transfer = `/sandbox/transactions/${makeBankTransfer().uuid}/status`
    expect((await steer(transfer, { paymentStatus: 'PROCESSING' })).status).toBe(422)
    expect((await steer(transfer, { bankDepositStatus: 'SUCCESS' })).status).toBe(422)
    const onRamp = `/sandbox/transactions/${makeOnRamp().uuid}/status`
    expect((await steer(onRamp, { paymentStatus: 'AUTHORIZED' })).status).toBe(422)
    expect((await steer(onRamp, {})).status).toBe(422)
  })

  it.each([
    ['/sandbox/clock', { advance_ms: -1 }],
    ['/sandbox/clock', { advance_ms: 1.5 }],
    ['/sandbox/clock', {}],
    ['/sandbox/reset', { seed: -1 }],
    ['/sandbox/faults', {}],
    ['/sandbox/faults', { fault: 'explode' }],
    ['/sandbox/faults', { fault: 'latency' }],
    ['/sandbox/faults', { fault: 'cut', count: 0 }],
    ['/sandbox/faults', { fault: 'cut', chance: 2 }],
    ['/sandbox/faults', { fault: 'cut', times: 1 }],
  ])('answers 422 at %s for %j', async (path, order) => {
    expect((await openControl().steer(path, order)).status).toBe(422)
  })

  it.each([
    ['GET', '/sandbox/clock', 'POST'],
    ['GET', '/sandbox/reset', 'POST'],
    ['POST', '/sandbox/state', 'GET, HEAD'],
    ['PUT', '/sandbox/faults', 'GET, HEAD, POST, DELETE'],
    ['GET', '/sandbox/faults/1', 'DELETE'],
    ['GET', '/sandbox/payins/x/status', 'POST'],
    ['GET', '/sandbox/payouts/x/status', 'POST'],
    ['GET', '/sandbox/transactions/x/status', 'POST'],
    ['GET', '/sandbox/deliveries/x/resend', 'POST'],
  ])('answers 405 to %s %s', async (method, path, allowed) => {
    const response = await openControl().app.request(path, { method })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed])
  })

  it('refuses a form or text post, which a foreign web page could send', async () => {
    const { steer, faults } = openControl()
    expect((await steer('/sandbox/faults', { fault: 'cut' }, 'text/plain')).status).toBe(400)
    expect(faults.show().faults).toEqual([])
  })
})
