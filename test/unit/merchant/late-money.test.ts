// The legacy document defines no end of a bank transfer, and reports an on-ramp by webhook only. So at some time we stop
// following them, and money can still come afterwards.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listAlerts } from '../../../src/merchant/order/alert-list.ts'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()

const pay = async (kind: 'bank_transfer' | 'on_ramp') => {
  const session = await world().pay('A-1001', randomUUID(), { kind })
  await world().arrived()
  world().calls()
  return session
}
const transaction = (before = 0) => {
  const { bankTransfers, onRamps } = world().sandbox.service
  return [...bankTransfers.list(), ...onRamps.list()][before]?.uuid ?? ''
}
const setAtService = (state: object, id = transaction()) =>
  world().command(`transactions/${id}/status`, state)
const setWithoutWebhook = async (state: object, id = transaction()) => {
  await world().fault({ fault: 'webhook_lost', count: 1 })
  await setAtService(state, id)
}
/** Moves the session's times back, instead of waiting through every timer. */
const passTime = async (time: string) => {
  const moved = ['created_at', 'expires_at', 'fetch_started_at'].map((at) => `${at} = ${at} - $1::interval`)
  await world().db.query(`update payin_checkout.sessions set ${moved}`, [time])
  await world().sweepNow()
}
const state = async ({ id }: { id: string }) => {
  const { status, outcome } = await world().session(id)
  return [status, outcome]
}
const isFollowed = async () =>
  (await world().db.query('select id from payin_checkout.sessions where next_check_at is not null')).length >
  0
/** An event type that an operator can switch on, sent to the on-ramp's address. */
const extraEvent = async (transactionId: string) => {
  const { webhookUrl } = JSON.parse(
    world().sent.findLast(({ body }) => body?.includes('webhookUrl'))?.body ?? '',
  )
  const body = JSON.stringify({ eventType: 'payment_status', transactionId, timestamp: world().clock.now() })
  await world().app.request(webhookUrl, { method: 'POST', body })
  await world().arrived()
}
const deposited = { paymentStatus: 'PROCESSING', bankDepositStatus: 'SUCCESS' }
const settled = { paymentStatus: 'COMPLETED', bankDepositStatus: 'SUCCESS' }

describe('a bank transfer', () => {
  test('expires after 7 days; money that comes later still pays the order, and raises an alert', async () => {
    const session = await pay('bank_transfer')
    await passTime('6 days 23 hours')
    expect(await state(session)).toEqual(['STARTED', 'open'])
    await passTime('1 hour')
    expect([await state(session), await isFollowed()]).toEqual([['EXPIRED', 'expired'], false])
    await setAtService({ paymentStatus: 'AUTHORIZED' })
    expect(await state(session)).toEqual(['AUTHORIZED', 'complete'])
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['late_complete']])
  })

  test('is checked once more before it expires', async () => {
    const session = await pay('bank_transfer')
    await setWithoutWebhook({ paymentStatus: 'AUTHORIZED' })
    await passTime('7 days')
    expect(await state(session)).toEqual(['AUTHORIZED', 'complete'])
    expect(await world().alerts()).toEqual([])
  })

  test('expires also when the service has forgotten it', async () => {
    const session = await pay('bank_transfer')
    world().sandbox.service.clear()
    await passTime('7 days')
    expect([await state(session), await isFollowed()]).toEqual([['EXPIRED', 'expired'], false])
  })

  test('does not expire while the service cannot be asked', async () => {
    const session = await pay('bank_transfer')
    await world().fault({ fault: 'error', status: 503 })
    await passTime('7 days')
    expect([await state(session), await isFollowed()]).toEqual([['STARTED', 'open'], true])
  })

  test.each([
    ['that it is open', 'STARTED'],
    ['that it failed', 'FAILED_INTENT'],
  ])('stays expired, without an alert, when the service says afterwards %s', async (_, paymentStatus) => {
    const session = await pay('bank_transfer')
    await passTime('7 days')
    await setAtService({ paymentStatus: 'INTENT' })
    await setAtService({ paymentStatus })
    for (let round = 0; round < 3; round++) await world().sweepNow()
    expect([await state(session), await isFollowed()]).toEqual([['EXPIRED', 'expired'], false])
    expect(await world().alerts()).toEqual([])
  })
})

describe('an on-ramp', () => {
  test('expires an hour after its session; money that is reported later pays the order, and raises an alert', async () => {
    const session = await pay('on_ramp')
    await passTime('1 hour 14 minutes')
    expect(await state(session)).toEqual(['INTENT', 'open'])
    await passTime('1 minute')
    expect(await state(session)).toEqual(['EXPIRED', 'expired'])
    await setAtService(settled)
    expect(await state(session)).toEqual(['COMPLETED', 'complete'])
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['late_complete']])
  })

  test('whose deposit is reported late is authorized, blocks a second payment, and is followed to its end', async () => {
    const session = await pay('on_ramp')
    await passTime('2 hours')
    await setAtService(deposited)
    expect([await state(session), await world().alerts()]).toEqual([
      ['PROCESSING', 'authorized'],
      ['late_complete'],
    ])
    expect((await pay('bank_transfer')).id).toBe(session.id)
    await setWithoutWebhook(settled)
    await world().sweepNow()
    expect(await state(session)).toEqual(['COMPLETED', 'complete'])
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['late_complete']])
  })

  test('whose deposit comes after it was reported as failed is authorized, too', async () => {
    const session = await pay('on_ramp')
    await setAtService({ bankDepositStatus: 'FAILED' })
    await extraEvent(transaction())
    expect(await state(session)).toEqual(['INTENT', 'failed'])
    await world().clock.advance(3_000)
    await setAtService(deposited)
    expect([await state(session), await world().alerts()]).toEqual([
      ['PROCESSING', 'authorized'],
      ['late_complete'],
    ])
  })

  test('whose transaction is known does not expire with its session', async () => {
    const session = await pay('on_ramp')
    await setAtService({ paymentStatus: 'PROCESSING' })
    await extraEvent(transaction())
    await passTime('3 hours')
    expect(await state(session)).toEqual(['PROCESSING', 'open'])
    await setWithoutWebhook(settled)
    await passTime('1 hour')
    expect(await state(session)).toEqual(['COMPLETED', 'complete'])
    expect(await world().alerts()).toEqual([])
  })

  test('that was paid through its second link counts, although the first link’s transaction was known', async () => {
    const session = await pay('on_ramp')
    await pay('on_ramp')
    const [first, second] = [transaction(1), transaction(0)]
    await setAtService({ paymentStatus: 'STARTED' }, first)
    await extraEvent(first)
    await world().clock.advance(3_000)
    await setAtService(settled, second)
    expect(await state(session)).toEqual(['COMPLETED', 'complete'])
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', []])
    await world().clock.advance(3_000)
    await setAtService(settled, first)
    const [other] = await listAlerts(world().db)
    expect(other).toMatchObject({ kind: 'second_payment', settle_as: ['noted'] })
    expect(other?.detail).toContain(first)
    expect(other?.what_to_do).toContain('settle as noted')
  })

  test('that was paid through its second link counts also when the first transaction is read meanwhile', async () => {
    const { hold, clock, db, merchant, calls } = world()
    const session = await pay('on_ramp')
    await pay('on_ramp')
    const [first, second] = [transaction(1), transaction(0)]
    await setAtService({ paymentStatus: 'STARTED' }, first)
    await extraEvent(first)
    await clock.advance(3_000)
    const gate = hold('/transaction/', 'after')
    const reporting = setAtService(settled, second)
    await gate.reached
    await clock.advance(3_000)
    calls()
    await db.query('update payin_checkout.sessions set next_check_at = $1', [new Date(clock.now())])
    await merchant.sweep.runOnce()
    expect(calls()).toEqual(['GET /transaction/'])
    gate.release()
    await reporting
    expect(await state(session)).toEqual(['COMPLETED', 'complete'])
  })

  test('without a known transaction causes no request to the service', async () => {
    await pay('on_ramp')
    await passTime('2 hours')
    expect(world().calls()).toEqual([])
  })
})
