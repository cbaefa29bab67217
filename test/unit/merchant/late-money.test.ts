// The legacy document names no end of a bank transfer, and tells of an on-ramp by webhook only. So we stop waiting one
// day, and money can still come.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { emptySnapshot } from '../../../demo/sandbox/service/service.ts'
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
const says = (state: object, id = transaction()) => world().lever(`transactions/${id}/status`, state)
const silently = async (state: object, id = transaction()) => {
  await world().fault({ fault: 'webhook_lost', count: 1 })
  await says(state, id)
}
/** Without waiting through every timer on the way. */
const later = async (time: string) => {
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
/** An event that an operator has switched on, at the on-ramp's address. */
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
  test('is given up after 7 days; money that comes later is taken, and a person is told', async () => {
    const session = await pay('bank_transfer')
    await later('6 days 23 hours')
    expect(await state(session)).toEqual(['STARTED', 'open'])
    await later('1 hour')
    expect([await state(session), await isFollowed()]).toEqual([['EXPIRED', 'expired'], false])
    await says({ paymentStatus: 'AUTHORIZED' })
    expect(await state(session)).toEqual(['AUTHORIZED', 'complete'])
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['late_complete']])
  })

  test('is asked about once more before it is given up', async () => {
    const session = await pay('bank_transfer')
    await silently({ paymentStatus: 'AUTHORIZED' })
    await later('7 days')
    expect(await state(session)).toEqual(['AUTHORIZED', 'complete'])
    expect(await world().alerts()).toEqual([])
  })

  test('that the service has forgotten is given up all the same', async () => {
    const session = await pay('bank_transfer')
    world().sandbox.service.restore(emptySnapshot)
    await later('7 days')
    expect([await state(session), await isFollowed()]).toEqual([['EXPIRED', 'expired'], false])
  })

  test('is not given up while the service cannot be asked', async () => {
    const session = await pay('bank_transfer')
    await world().fault({ fault: 'error', status: 503 })
    await later('7 days')
    expect([await state(session), await isFollowed()]).toEqual([['STARTED', 'open'], true])
  })

  test.each([
    ['that it is open', 'STARTED'],
    ['that it failed', 'FAILED_INTENT'],
  ])(
    'of which the service says %s after that, stays given up, and nobody is alarmed',
    async (_, paymentStatus) => {
      const session = await pay('bank_transfer')
      await later('7 days')
      await says({ paymentStatus: 'INTENT' })
      await says({ paymentStatus })
      for (let round = 0; round < 3; round++) await world().sweepNow()
      expect([await state(session), await isFollowed()]).toEqual([['EXPIRED', 'expired'], false])
      expect(await world().alerts()).toEqual([])
    },
  )
})

describe('an on-ramp', () => {
  test('is given up an hour after its session; the money that is told of later is taken, and a person is told', async () => {
    const session = await pay('on_ramp')
    await later('1 hour 14 minutes')
    expect(await state(session)).toEqual(['INTENT', 'open'])
    await later('1 minute')
    expect(await state(session)).toEqual(['EXPIRED', 'expired'])
    await says(settled)
    expect(await state(session)).toEqual(['COMPLETED', 'complete'])
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['late_complete']])
  })

  test('whose deposit is told of late is promised, so that nobody pays again, and is followed to its end', async () => {
    const session = await pay('on_ramp')
    await later('2 hours')
    await says(deposited)
    expect([await state(session), await world().alerts()]).toEqual([
      ['PROCESSING', 'authorized'],
      ['late_complete'],
    ])
    expect((await pay('bank_transfer')).id).toBe(session.id)
    await silently(settled)
    await world().sweepNow()
    expect(await state(session)).toEqual(['COMPLETED', 'complete'])
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['late_complete']])
  })

  test('whose deposit comes after it was said to have failed is promised, too', async () => {
    const session = await pay('on_ramp')
    await says({ bankDepositStatus: 'FAILED' })
    await extraEvent(transaction())
    expect(await state(session)).toEqual(['INTENT', 'failed'])
    await world().clock.advance(3_000)
    await says(deposited)
    expect([await state(session), await world().alerts()]).toEqual([
      ['PROCESSING', 'authorized'],
      ['late_complete'],
    ])
  })

  test('whose transaction is known is not given up with its session', async () => {
    const session = await pay('on_ramp')
    await says({ paymentStatus: 'PROCESSING' })
    await extraEvent(transaction())
    await later('3 hours')
    expect(await state(session)).toEqual(['PROCESSING', 'open'])
    await silently(settled)
    await later('1 hour')
    expect(await state(session)).toEqual(['COMPLETED', 'complete'])
    expect(await world().alerts()).toEqual([])
  })

  test('that was paid through its second link counts, although the first link’s transaction was known', async () => {
    const session = await pay('on_ramp')
    await pay('on_ramp')
    const [first, second] = [transaction(1), transaction(0)]
    await says({ paymentStatus: 'STARTED' }, first)
    await extraEvent(first)
    await world().clock.advance(3_000)
    await says(settled, second)
    expect(await state(session)).toEqual(['COMPLETED', 'complete'])
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', []])
    await world().clock.advance(3_000)
    await says(settled, first)
    expect(await world().alerts()).toEqual(['paid_twice'])
  })

  test('counts through its second link, also when the first one’s transaction was read meanwhile', async () => {
    const { hold, clock, db, merchant, calls } = world()
    const session = await pay('on_ramp')
    await pay('on_ramp')
    const [first, second] = [transaction(1), transaction(0)]
    await says({ paymentStatus: 'STARTED' }, first)
    await extraEvent(first)
    await clock.advance(3_000)
    const gate = hold('/transaction/', 'after')
    const telling = says(settled, second)
    await gate.reached
    await clock.advance(3_000)
    calls()
    await db.query('update payin_checkout.sessions set next_check_at = $1', [new Date(clock.now())])
    await merchant.sweep.runOnce()
    expect(calls()).toEqual(['GET /transaction/'])
    gate.release()
    await telling
    expect(await state(session)).toEqual(['COMPLETED', 'complete'])
  })

  test('asks nothing of a service that has nothing to tell', async () => {
    await pay('on_ramp')
    await later('2 hours')
    expect(world().calls()).toEqual([])
  })
})
