// A link leads to money. Whatever happens while it is made, no shopper is sent to pay what is already paid or wrong.
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
/** The shopper is at the bank. An event type that an operator can switch on reports it. */
const reportTransaction = async (transactionId: string | undefined) => {
  await world().command(`transactions/${transactionId}/status`, { paymentStatus: 'PROCESSING' })
  const { webhookUrl } = JSON.parse(
    world().sent.findLast(({ body }) => body?.includes('on-ramps'))?.body ?? '',
  )
  const body = JSON.stringify({ eventType: 'payment_status', transactionId })
  await world().app.request(webhookUrl, { method: 'POST', body })
  await world().arrived()
}
const followed = () =>
  world().db.query('select id from payin_checkout.sessions where next_check_at is not null')

test('a bank transfer whose webhook was lost shows as paid when its link is requested again', async () => {
  const session = await pay('bank_transfer')
  await world().fault({ fault: 'webhook_lost', count: 1 })
  await world().command(`transactions/${transfer()}/status`, { paymentStatus: 'AUTHORIZED' })
  expect(await renew(session)).toMatchObject({ status: 200, session: { outcome: 'complete' } })
  expect(await world().order('A-1001')).toBe('paid')
})

test('a bank transfer that is paid while its link is made stays paid, and is no longer followed', async () => {
  const session = await pay('bank_transfer')
  const gate = world().hold(bankLink, 'after')
  const renewing = renew(session)
  await gate.reached
  await world().command(`transactions/${transfer()}/status`, { paymentStatus: 'AUTHORIZED' })
  gate.release()
  expect(await renewing).toMatchObject({
    status: 200,
    session: { status: 'AUTHORIZED', outcome: 'complete' },
  })
  expect((await world().session(session.id)).redirect_url).toBeNull()
  expect(await followed()).toEqual([])
})

test('an on-ramp whose transaction becomes known while another link is made gives that link to nobody', async () => {
  const session = await pay('on_ramp')
  const gate = world().hold(rampLink, 'after')
  const renewing = renew(session)
  await gate.reached
  await reportTransaction(onRamp(1))
  gate.release()
  expect((await renewing).session).toMatchObject({
    status: 'PROCESSING',
    outcome: 'open',
    redirect_url: null,
  })
})

test('an on-ramp whose transaction is known gets no other link, although it is not paid yet', async () => {
  const session = await pay('on_ramp')
  await reportTransaction(onRamp())
  world().calls()
  expect((await renew(session)).session).toMatchObject({ outcome: 'open', redirect_url: null })
  expect(await world().pay('A-1001', randomUUID(), { kind: 'on_ramp' })).toMatchObject({ redirect_url: null })
  expect(world().calls()).toEqual([])
})

test('a transaction with a wrong amount gets no link', async () => {
  const { answers, createSession, calls, sweepNow } = world()
  await world().fault({ fault: 'cut', work: 'undone', operations: ['generatePaymentLink'], count: 1 })
  await createSession('A-1001', randomUUID(), { kind: 'bank_transfer' })
  answers((path, json) => (path === '/transaction/' ? { ...json, amount: '499.00' } : json))
  await sweepNow()
  calls()
  expect((await createSession('A-1001', randomUUID(), { kind: 'bank_transfer' })).status).toBe(500)
  expect([calls(), await world().alerts()]).toEqual([[], ['amount_differs']])
})

test('a link to another origin is given to nobody, and raises an alert', async () => {
  const session = await pay('bank_transfer')
  await world().fault({ fault: 'hostile_redirect_url', link: 'other_origin' })
  expect((await renew(session)).status).toBe(500)
  expect(await world().alerts()).toEqual(['hosted_page_refused'])
})

test('a request that the service refuses ends the attempt, and only the shop’s log says why', async () => {
  await world().db.query(`update orders set payer_first_name = null where id = 'A-1001'`)
  for (const kind of ['bank_transfer', 'on_ramp']) {
    const response = await world().createSession('A-1001', randomUUID(), { kind })
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('names')])
  }
  expect(world().logged.join()).toContain('/names')
  expect(await world().db.query('select outcome from payin_checkout.sessions')).toEqual([
    { outcome: 'failed' },
    { outcome: 'failed' },
  ])
})

test('an on-ramp with a link stays open when another link is refused, because the first can still be paid', async () => {
  const session = await pay('on_ramp')
  // The service now refuses what it accepted a minute ago.
  await world().db.query(`update payin_checkout.sessions set request_body = '{ "amount": "49.90" }'`)
  expect((await renew(session)).status).toBe(500)
  expect((await world().session(session.id)).outcome).toBe('open')
})
