// When the money of a payin came, as the page reads it. The other kinds are in paid-at-kinds.test.ts.
import type { Session } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { paidAtOf } from '../../../src/merchant/session/outcomes.ts'
import { outcomes } from '../../../src/protocol/outcome.ts'
import { shopChanges, useBackoffice, withBackoffice } from './backoffice-world.ts'
import { useWorld } from './harness.ts'

const world = useWorld(withBackoffice)
const { list, settle } = useBackoffice(world)
const shop = shopChanges(world)

const read = async (id: string) => (await (await world().read(id)).json()) as Session
const paidAt = async (id: string) => (await read(id)).paid_at
const minuteMs = 60_000

const pressed = async () => {
  const { id } = await world().pay('A-1001')
  return { id, payin: world().service.only() }
}
type Pressed = Awaited<ReturnType<typeof pressed>>

/** The service says this a minute later. @returns when */
async function says({ payin }: Pressed, status: string): Promise<string> {
  await world().clock.advance(minuteMs)
  const at = new Date(world().clock.now()).toISOString()
  await world().move(payin, status)
  return at
}

async function settledAs(as: string): Promise<string> {
  await world().clock.advance(minuteMs)
  const [open] = (await list()).filter(({ settled }) => settled === null)
  expect((await settle(open?.id ?? 0, as)).status).toBe(200)
  return new Date(world().clock.now()).toISOString()
}

describe('the rule', () => {
  const [known, now] = [new Date('2026-11-20T12:00:00Z'), new Date('2026-11-21T12:00:00Z')]

  test.each(outcomes)('gives money a time, and keeps it; without money there is none: %s', (outcome) => {
    const hasMoney = outcome === 'authorized' || outcome === 'complete'
    expect(paidAtOf(null, outcome, now)).toEqual(hasMoney ? now : null)
    expect(paidAtOf(known, outcome, now)).toEqual(hasMoney ? known : null)
  })
})

describe('the time of the money', () => {
  test('is missing until the money is promised, and stays while the payment goes on', async () => {
    const payment = await pressed()
    expect(await paidAt(payment.id)).toBeNull()
    await says(payment, 'INITIATED')
    expect(await paidAt(payment.id)).toBeNull()
    const at = await says(payment, 'AUTHORIZED')
    expect(await paidAt(payment.id)).toBe(at)
    for (const status of ['SETTLED', 'COMPLETED', 'COMPLETED', 'DISPUTED', 'FAILED']) {
      await says(payment, status)
      expect([status, await paidAt(payment.id)]).toEqual([status, at])
    }
  })

  test('is that of completion when no promise was seen, and is the same after a restart a day later', async () => {
    const payment = await pressed()
    const at = await says(payment, 'COMPLETED')
    await world().merchant.close()
    await world().clock.advance(24 * 60 * minuteMs)
    await world().restart()
    expect(await paidAt(payment.id)).toBe(at)
    await world().merchant.sweep.runOnce(true)
    expect(await paidAt(payment.id)).toBe(at)
  })

  test('is that of the promise where a promise pays the order', async () => {
    await world().restart({ COMPLETE_ON: 'AUTHORIZED' })
    const payment = await pressed()
    const at = await says(payment, 'AUTHORIZED')
    await says(payment, 'COMPLETED')
    expect(await read(payment.id)).toMatchObject({ outcome: 'complete', paid_at: at })
  })

  test('is when the server learned of it, when a webhook was lost and a check finds the money', async () => {
    const payment = await pressed()
    payment.payin.status = 'COMPLETED'
    await world().clock.advance(10 * minuteMs)
    await world().merchant.sweep.runOnce(true)
    expect(await paidAt(payment.id)).toBe(new Date(world().clock.now()).toISOString())
  })

  test.each([
    ['FAILED', 'failed'],
    ['EXPIRED', 'expired'],
  ])('ends with a promise that is %s, and money that comes late has its own', async (end, outcome) => {
    const payment = await pressed()
    const first = await says(payment, 'AUTHORIZED')
    await says(payment, end)
    expect(await read(payment.id)).toMatchObject({ outcome, paid_at: null })
    await says(payment, 'INITIATED')
    expect(await paidAt(payment.id)).toBeNull()
    const late = await says(payment, 'AUTHORIZED')
    await says(payment, 'COMPLETED')
    expect(await read(payment.id)).toMatchObject({ outcome: 'complete', paid_at: late })
    expect(late).not.toBe(first)
  })

  test('is missing for an attempt that the service refuses', async () => {
    world().service.nextCreate(422)
    await world().createSession('A-1001')
    const [row] = await world().db.query('select outcome, paid_at from payin_checkout.sessions')
    expect(row).toEqual({ outcome: 'failed', paid_at: null })
  })

  test('belongs to the session that was paid, and to no other one of its order', async () => {
    const first = await pressed()
    await says(first, 'FAILED')
    const second = await world().pay('A-1001')
    const [, payin] = world().service.payins.values()
    if (!payin) throw new Error('There is no second payin.')
    const at = await says({ id: second.id, payin }, 'COMPLETED')
    expect(await read(first.id)).toMatchObject({ order_outcome: 'complete', paid_at: null })
    expect(await paidAt(second.id)).toBe(at)
  })

  test('comes with a new ETag, and ends a held read', async () => {
    const payment = await pressed()
    const etag = (await world().read(payment.id)).headers.get('etag') ?? ''
    const held = world().read(payment.id, { 'if-none-match': etag, prefer: 'wait=20' })
    await world().clock.untilSleeping(20_000)
    await world().move(payment.payin, 'AUTHORIZED')
    const answer = await held
    expect(answer.headers.get('etag')).not.toBe(etag)
    expect(await answer.json()).toMatchObject({ paid_at: new Date(world().clock.now()).toISOString() })
  })

  test('of one that came at another price stays when a person accepts it', async () => {
    const payment = await pressed()
    await shop.price('60.00')
    const at = await says(payment, 'COMPLETED')
    expect(await read(payment.id)).toMatchObject({ review: 'amount_differs', paid_at: at })
    await settledAs('accepted')
    expect(await read(payment.id)).toMatchObject({ outcome: 'complete', paid_at: at })
  })

  test('is gone once the money was given back, whatever the service says later', async () => {
    const payment = await pressed()
    await says(payment, 'COMPLETED')
    await says(payment, 'DISPUTED')
    const etag = (await world().read(payment.id)).headers.get('etag')
    await settledAs('refunded')
    expect(await read(payment.id)).toMatchObject({ outcome: 'failed', paid_at: null })
    expect((await world().read(payment.id)).headers.get('etag')).not.toBe(etag)
    await says(payment, 'COMPLETED')
    expect(await paidAt(payment.id)).toBeNull()
  })

  test('of a dispute before any money was seen is when a person accepts it', async () => {
    const payment = await pressed()
    await says(payment, 'DISPUTED')
    expect(await read(payment.id)).toMatchObject({ outcome: 'open', review: 'disputed', paid_at: null })
    const at = await settledAs('accepted')
    expect(await read(payment.id)).toMatchObject({ outcome: 'complete', paid_at: at })
  })
})
