// These tests fill the gaps between the other files: each line of docs/internals/security-checks.md names the test that proves it.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signed } from './fake-service.ts'
import { apiKey } from './harness.ts'
import { backofficeToken, useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()
const iban = 'DE89370400440532013000'
/** Longer than what the random part of an id can contain by chance. */
const firstName = 'Adalbertine'
const payer = ['ada@shop.example', firstName, 'Lovelace', 'James’s Square']

/** A payment of each kind, up to its end. @returns everything that the browser and the back office received */
async function payWithEachKind(): Promise<{ answers: string; ids: string[]; oneTimeLink: string }> {
  const { pay, read, sandbox, command, app } = world()
  await world().db.query('update orders set payer_first_name = $1', [firstName])
  const payin = await pay('A-1001', randomUUID(), { payment: { method: 'bank_account', iban } })
  const transfer = await pay('A-1002', randomUUID(), { kind: 'bank_transfer' })
  await world().db.query(`update orders set amount_currency = 'EUR' where id = 'A-1003'`)
  const onRamp = await pay('A-1003', randomUUID(), { kind: 'on_ramp' })
  const response = await app.request('/backoffice/payouts', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${backofficeToken}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      reference: 'R-1',
      amount: { value: '5.00', currency: 'EUR' },
      payment: { method: 'bank_account', iban },
    }),
  })
  const payout = (await response.json()) as { id: string }
  const { payins, payouts, bankTransfers, onRamps } = sandbox.service
  await command(`payins/${payins.list()[0]?.id}/status`, { status: 'COMPLETED' })
  await command(`payouts/${payouts.list()[0]?.id}/status`, { status: 'COMPLETED' })
  await command(`transactions/${bankTransfers.list()[0]?.uuid}/status`, { paymentStatus: 'AUTHORIZED' })
  const done = { paymentStatus: 'COMPLETED', bankDepositStatus: 'SUCCESS' }
  await command(`transactions/${onRamps.list()[0]?.uuid}/status`, done)
  const ids = [payin.id, transfer.id, onRamp.id, payout.id]
  const reads = await Promise.all(ids.map(async (id) => (await read(id)).text()))
  expect(reads.join()).not.toContain('"open"')
  const created = [payin, transfer, onRamp, payout].map((session) => JSON.stringify(session))
  return { answers: [...created, ...reads].join('\n'), ids, oneTimeLink: onRamp.redirect_url ?? 'none' }
}

describe('a planted canary', () => {
  test('for a key, secret, token, payer or account is in no answer, for any kind', async () => {
    const { answers } = await payWithEachKind()
    for (const canary of [apiKey, 'canary', backofficeToken, iban, ...payer])
      expect(answers).not.toContain(canary)
  })

  test('is in no log line, and neither is a session id, a link or the address of a webhook', async () => {
    const { ids, oneTimeLink } = await payWithEachKind()
    const log = world().logged.join('\n')
    const { sent } = world()
    const hooks = sent.flatMap(({ body }) => /\/webhooks\/[^"]+\/([\w-]{43})/.exec(body ?? '')?.[1] ?? [])
    expect(hooks).toHaveLength(2)
    for (const canary of [apiKey, 'canary', iban, ...payer, ...ids, ...hooks, oneTimeLink, 'pay.example'])
      expect(log).not.toContain(canary)
    expect(log).toContain('session_changed')
  })

  test('is not in the database: a copy of it opens no session and names no account', async () => {
    const { ids, oneTimeLink } = await payWithEachKind()
    const tables = await world().db.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables
       where schemaname in ('public', 'payin_checkout') and tablename <> 'orders'`,
    )
    const rows = await Promise.all(tables.map(({ name }) => world().db.query(`select * from ${name}`)))
    const dump = JSON.stringify(rows)
    expect(dump.length).toBeGreaterThan(2_000)
    for (const canary of [apiKey, 'canary', iban, ...payer, ...ids, oneTimeLink])
      expect(dump).not.toContain(canary)
  })
})

describe('a genuine webhook', () => {
  test('that is replayed after the payment was paid ships nothing again', async () => {
    const { pay, sandbox, command, arrived, app, db } = world()
    await pay('A-1001')
    const payin = sandbox.service.payins.list()[0]
    await command(`payins/${payin?.id}/status`, { status: 'COMPLETED' })
    const genuine = signed({ ...payin, status: 'COMPLETED', note: randomUUID() } as never)
    for (let again = 0; again < 3; again++) {
      const headers = { 'x-webhook-signature': genuine.signature }
      await app.request('/webhooks/payins', { method: 'POST', headers, body: genuine.body })
      await arrived()
    }
    expect(await db.query('select order_id from parcels')).toEqual([{ order_id: 'A-1001' }])
    expect(await world().alerts()).toEqual([])
  })

  test('with the return address of another order pays only one order', async () => {
    const { pay, sandbox, command, arrived, app, order } = world()
    await pay('A-1001')
    await pay('A-1002')
    const [first, second] = sandbox.service.payins.list()
    await command(`payins/${first?.id}/status`, { status: 'COMPLETED' })
    const swapped = signed({ ...first, return_url: second?.return_url } as never)
    const headers = { 'x-webhook-signature': swapped.signature }
    await app.request('/webhooks/payins', { method: 'POST', headers, body: swapped.body })
    await arrived()
    const paid = [await order('A-1001'), await order('A-1002')].sort()
    expect(paid).toEqual(['paid', 'unpaid'])
  })

  test('is accepted with either secret while both are set, and with the old one no longer afterwards', async () => {
    const { pay, sandbox } = world()
    const send = async () => {
      const event = signed({ ...sandbox.service.payins.list()[0], note: randomUUID() } as never)
      const headers = { 'x-webhook-signature': event.signature }
      return (await world().app.request('/webhooks/payins', { method: 'POST', headers, body: event.body }))
        .status
    }
    await world().restart({ PAYMENTS_WEBHOOK_SECRET: 'the_new_one, webhook_secret_canary' })
    await pay('A-1001')
    expect(await send()).toBe(200)
    await world().restart({ PAYMENTS_WEBHOOK_SECRET: 'the_new_one' })
    expect(await send()).toBe(401)
  })
})

test.each([
  'https://evil.example/pay',
  'javascript:alert(1)',
  'https://pay.example@evil.example/',
  '//evil.example',
])('a bank’s link to %s is given to nobody, and raises an alert', async (paymentLink) => {
  const { createSession, answers, alerts } = world()
  answers((path, json) => (path.endsWith('/generatePaymentLink') ? { paymentLink } : json))
  const response = await createSession('A-1001', randomUUID(), { kind: 'bank_transfer' })
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('evil')
  expect(await alerts()).toEqual(['hosted_page_refused'])
})

test('the return address is the shop’s own, whatever host the request names', async () => {
  const { app, sent } = world()
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const body = JSON.stringify({ order: 'A-1001', return_url: 'https://evil.example', amount: '0.01' })
  await app.request('https://evil.example/checkout/sessions', { method: 'POST', headers, body })
  const request = sent.find(({ call }) => call === 'POST /api/v2/payins')?.body ?? ''
  expect(JSON.parse(request)).toMatchObject({
    amount: { value: '49.90', currency: 'EUR' },
    return_url: expect.stringMatching(/^https:\/\/shop\.example\/checkout\/return\?session=cs_/),
    webhook_url: expect.stringMatching(/^https:\/\/shop\.example\/webhooks\/payins\?nonce=[0-9a-f]+$/),
  })
  expect(request).not.toContain('evil')
})
