// The fields of a webhook may hold anything. No payment may be lost or delayed by it.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { webhookSecret } from './fake-service.ts'
import { useWorld } from './harness.ts'

const world = useWorld()

/** Sends a signed webhook with these fields, and waits until it was processed. */
async function send(fields: object, path = '/webhooks/payins') {
  const body = JSON.stringify(fields)
  const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
  const headers = { 'x-webhook-signature': signature }
  const response = await world().app.request(path, { method: 'POST', headers, body })
  await world().merchant.background.idle()
  return { status: response.status, answer: await response.json() }
}

const stored = () =>
  world().db.query<{ status: string | null }>('select status from payin_checkout.webhook_events')

describe('a status longer than any status of the service', () => {
  test('still makes us ask the service, and the order is paid', async () => {
    const { pay, service, order, logged } = world()
    await pay('A-1001')
    service.only().status = 'COMPLETED'

    const { status } = await send({ ...service.only(), status: 'A'.repeat(60_000) })

    expect([status, await order('A-1001')]).toEqual([200, 'paid'])
    expect(await stored()).toEqual([{ status: null }])
    expect(Math.max(...logged.map((line) => line.length))).toBeLessThan(1_000)
  })

  test('is stored if it has 64 characters', async () => {
    const { pay, service } = world()
    await pay('A-1001')
    await send({ ...service.only(), status: 'B'.repeat(64) })
    expect(await stored()).toEqual([{ status: 'B'.repeat(64) }])
  })
})

test('an id longer than any id of the service is answered, and not stored', async () => {
  const { pay, service } = world()
  await pay('A-1001')
  const sent = await send({ ...service.only(), id: 'i'.repeat(65) })
  expect(sent).toEqual({ status: 200, answer: { message: 'not understood' } })
  expect([await stored(), service.calls.length]).toEqual([[], 1])
})

test.each([
  ['without an id', { id: null }],
  ['without a status', { status: null }],
  ['of another form', { id: undefined, status: undefined, event: 'payin.changed' }],
])('a signed webhook %s has the session read soon that it names', async (_, change) => {
  const { pay, service, clock, merchant, order } = world()
  await pay('A-1001')
  service.only().status = 'COMPLETED'

  const { answer } = await send({ ...service.only(), ...change })
  await clock.advance(4_000)
  await merchant.sweep.runOnce()

  expect([answer, await order('A-1001')]).toEqual([{ message: 'not understood' }, 'paid'])
})

test('a return_url that is too long names no session', async () => {
  const { pay, service, db } = world()
  const { id } = await pay('A-1001')
  const url = `https://shop.example/checkout/return?session=${id}&more=${'x'.repeat(60_000)}`
  await send({ ...service.only(), id: 'another', return_url: url })
  expect(await db.query('select session from payin_checkout.webhook_events')).toEqual([{ session: null }])
})

test.each([
  ['a NUL in the status', { status: 'COMP\0LETED' }],
  ['a line break in the status', { status: 'COMPLETED\n' }],
  ['a NUL in the id', { id: 'a\0b' }],
  ['half of a surrogate pair in the id', { id: 'a\ud800' }],
  ['a NUL in the reference', { reference: 'A-1001\0' }],
  ['a NUL in the return_url', { return_url: 'https://shop.example/\0' }],
  ['a NUL in the details', { status_details: 'a\0b', note: '\ud800' }],
])('a signed webhook with %s pays the order', async (_, change) => {
  const { pay, service, clock, merchant, order } = world()
  await pay('A-1001')
  service.only().status = 'COMPLETED'

  const { status } = await send({ ...service.only(), ...change })
  await clock.advance(4_000)
  await merchant.sweep.runOnce()

  expect([status, await order('A-1001')]).toEqual([200, 'paid'])
})
