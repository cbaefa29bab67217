// A link is money about to move: whatever happens while it is being made, nobody is led to pay what is paid or wrong.
import { randomUUID } from 'node:crypto'
import type { Session } from 'payin-checkout/server'
import { expect, test } from 'vitest'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()
const bankLink = '/transaction/generatePaymentLink'
const rampLink = '/payments/on-ramp-merchant/hosted/generate-link'

const pay = async (kind: 'bank_transfer' | 'on_ramp') => {
  const session = await world().pay('A-1001', randomUUID(), { kind })
  await world().arrived()
  world().calls()
  return session
}
const renew = async ({ id }: Session) => {
  const response = await world().app.request(`/checkout/sessions/${id}/link`, { method: 'POST' })
  return { status: response.status, session: (await response.json()) as Session }
}
const transfer = () => world().sandbox.service.bankTransfers.list()[0]?.uuid
const onRamp = (before = 0) => world().sandbox.service.onRamps.list()[before]?.uuid
/** The shopper is at the bank, and an event tells of it that the operator has switched on. */
const becomesKnown = async (transactionId: string | undefined) => {
  await world().lever(`transactions/${transactionId}/status`, { paymentStatus: 'PROCESSING' })
  const { webhookUrl } = JSON.parse(
    world().sent.findLast(({ body }) => body?.includes('on-ramps'))?.body ?? '',
  )
  const body = JSON.stringify({ eventType: 'payment_status', transactionId })
  await world().app.request(webhookUrl, { method: 'POST', body })
  await world().arrived()
}
const followed = () =>
  world().db.query('select id from payin_checkout.sessions where next_check_at is not null')

test('a bank transfer that was paid unheard is shown as paid when its link is asked for again', async () => {
  const session = await pay('bank_transfer')
  await world().fault({ fault: 'webhook_lost', count: 1 })
  await world().lever(`transactions/${transfer()}/status`, { paymentStatus: 'AUTHORIZED' })
  expect(await renew(session)).toMatchObject({ status: 200, session: { outcome: 'complete' } })
  expect(await world().order('A-1001')).toBe('paid')
})

test('a bank transfer that is paid while its link is being made stays paid, and is followed no more', async () => {
  const session = await pay('bank_transfer')
  const gate = world().hold(bankLink, 'after')
  const renewing = renew(session)
  await gate.reached
  await world().lever(`transactions/${transfer()}/status`, { paymentStatus: 'AUTHORIZED' })
  gate.release()
  expect(await renewing).toMatchObject({
    status: 200,
    session: { status: 'AUTHORIZED', outcome: 'complete' },
  })
  expect((await world().session(session.id)).redirect_url).toBeNull()
  expect(await followed()).toEqual([])
})

test('an on-ramp that becomes known while another link is being made gives nobody that link', async () => {
  const session = await pay('on_ramp')
  const gate = world().hold(rampLink, 'after')
  const renewing = renew(session)
  await gate.reached
  await becomesKnown(onRamp(1))
  gate.release()
  expect((await renewing).session).toMatchObject({
    status: 'PROCESSING',
    outcome: 'open',
    redirect_url: null,
  })
})

test('an on-ramp that is known gets no other link, although it is not paid yet', async () => {
  const session = await pay('on_ramp')
  await becomesKnown(onRamp())
  world().calls()
  expect((await renew(session)).session).toMatchObject({ outcome: 'open', redirect_url: null })
  expect(await world().pay('A-1001', randomUUID(), { kind: 'on_ramp' })).toMatchObject({ redirect_url: null })
  expect(world().calls()).toEqual([])
})

test('a transaction of another amount gets no link once that is known', async () => {
  const { answers, press, calls, sweepNow } = world()
  await world().fault({ fault: 'cut', work: 'undone', operations: ['generatePaymentLink'], count: 1 })
  await press('A-1001', randomUUID(), { kind: 'bank_transfer' })
  answers((path, json) => (path === '/transaction/' ? { ...json, amount: '499.00' } : json))
  await sweepNow()
  calls()
  expect((await press('A-1001', randomUUID(), { kind: 'bank_transfer' })).status).toBe(500)
  expect([calls(), await world().alerts()]).toEqual([[], ['amount_differs']])
})

test('a link that leads elsewhere is given to nobody, and a person is told', async () => {
  const session = await pay('bank_transfer')
  await world().fault({ fault: 'hostile_redirect_url', link: 'other_origin' })
  expect((await renew(session)).status).toBe(500)
  expect(await world().alerts()).toEqual(['hosted_page_refused'])
})

test('a service that refuses the shop’s request ends the attempt, and says so to the shop alone', async () => {
  await world().db.query(`update orders set payer_first_name = null where id = 'A-1001'`)
  for (const kind of ['bank_transfer', 'on_ramp']) {
    const response = await world().press('A-1001', randomUUID(), { kind })
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('names')])
  }
  expect(world().logged.join()).toContain('/names')
  expect(await world().db.query('select outcome from payin_checkout.sessions')).toEqual([
    { outcome: 'failed' },
    { outcome: 'failed' },
  ])
})

test('an on-ramp that has a link stays open when another one is refused: the first can still be paid', async () => {
  const session = await pay('on_ramp')
  // What the service accepted a minute ago, it refuses now.
  await world().db.query(`update payin_checkout.sessions set request_body = '{ "amount": "49.90" }'`)
  expect((await renew(session)).status).toBe(500)
  expect((await world().session(session.id)).outcome).toBe('open')
})
