// The webhooks of bank transfers and on-ramps carry no signature. Their secret address names the session; they only
// make us ask.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bankTransfer } from '../../../src/merchant/kinds/bank-transfer.ts'
import { parseUnsignedWebhook } from '../../../src/merchant/sync/parse-webhook.ts'
import { storeUnsigned } from '../../../src/merchant/sync/store-unsigned.ts'
import { turns } from '../../support/timeline.ts'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()
const ask = 'POST /transaction/update-status'
const read = 'GET /transaction/'
const setBankStatus = (paymentStatus: string) =>
  world().command(`transactions/${transfer()?.uuid}/status`, { paymentStatus })
const transfer = () => world().sandbox.service.bankTransfers.list()[0]
const onRamp = () => world().sandbox.service.onRamps.list()[0]?.uuid ?? ''
/** A bank transfer that another shop made under the same account. */
const notOurs = () => {
  const { bankTransfers } = world().sandbox.service
  return bankTransfers.create({ amount: '49.90', currency: 'EUR', names: 'Eve', userId: 'Other1' })
}
/** Changes the state without its webhook. */
const setWithoutWebhook = async (id: string, state: object) => {
  await world().fault({ fault: 'webhook_lost', count: 1 })
  await world().command(`transactions/${id}/status`, state)
}

/** The path that the service was given for the newest transaction. */
const address = () => {
  const sent = JSON.parse(world().sent.findLast(({ body }) => body?.includes('webhookUrl'))?.body ?? '{}')
  return new URL(sent.webhookUrl).pathname
}
const post = async (path: string, body: unknown) => {
  const response = await world().app.request(path, { method: 'POST', body: JSON.stringify(body) })
  await world().arrived()
  return response.status
}
const createPayment = async (kind: 'bank_transfer' | 'on_ramp', order = 'A-1001') => {
  const session = await world().pay(order, randomUUID(), { kind })
  await world().arrived()
  world().calls()
  return session
}

describe('a webhook address that we did not give to the service', () => {
  test.each<[string, (mine: string, id: string, other: string) => string]>([
    ['with a wrong token', (mine) => mine.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['with the token’s beginning', (mine) => mine.slice(0, -1)],
    ['with the public id as token', (mine, id) => mine.replace(/[^/]+$/, id)],
    [
      'with another session’s token',
      (mine, _, other) => mine.replace(/[^/]+$/, other.split('/').at(-1) ?? ''),
    ],
    ['of the other kind', (mine) => mine.replace('bank-transfers', 'on-ramps')],
    ['of no session', (mine) => mine.replace(/[\w-]{36}/, randomUUID())],
    ['with a malformed id', (mine) => mine.replace(/[\w-]{36}/, 'x')],
  ])('%s gets a 404, and nothing is stored or asked', async (_, forge) => {
    await createPayment('bank_transfer', 'A-1002')
    const other = address()
    const { id } = await createPayment('bank_transfer')
    const stored = await world().db.query('select hash from payin_checkout.webhook_events')
    await setWithoutWebhook(transfer()?.uuid ?? '', { paymentStatus: 'AUTHORIZED' })
    const event = { status: 'AUTHORIZED', eventType: 'merchant_on_ramp_success', transactionId: onRamp() }
    expect(await post(forge(address(), id, other), event)).toBe(404)
    expect(world().calls()).toEqual([])
    expect(await world().db.query('select hash from payin_checkout.webhook_events')).toEqual(stored)
    expect(world().logged.join()).not.toContain(address().split('/').at(-1))
  })
})

describe('a forged body', () => {
  test.each([
    ['AUTHORIZED', { status: 'AUTHORIZED', payerBankAccount: { iban: 'DE89370400440532013000' } }],
    ['FAILED_INTENT', { status: 'FAILED_INTENT' }],
    ['COMPLETED', { status: 'COMPLETED', amount: '49.90', uuid: 'x' }],
  ])('that says %s makes us ask the service, and changes nothing', async (_, body) => {
    const before = await createPayment('bank_transfer')
    expect(await post(address(), body)).toBe(200)
    expect(await world().session(before.id)).toMatchObject({ status: 'STARTED', outcome: 'open' })
    expect([world().calls(), await world().order('A-1001')]).toEqual([[read], 'unpaid'])
  })

  test.each([
    ['no JSON', '{'],
    ['no status', { webhookPayload: 'x' }],
    ['a list', []],
  ])('that holds %s is answered with 200 and ignored', async (_, body) => {
    await createPayment('bank_transfer')
    expect([await post(address(), body), world().calls()]).toEqual([200, []])
  })
})

test('the same body at two addresses updates two payments', async () => {
  await createPayment('bank_transfer', 'A-1002')
  await setWithoutWebhook(transfer()?.uuid ?? '', { paymentStatus: 'AUTHORIZED' })
  const first = address()
  await createPayment('bank_transfer')
  await setWithoutWebhook(transfer()?.uuid ?? '', { paymentStatus: 'AUTHORIZED' })
  for (const path of [first, address()]) await post(path, { status: 'AUTHORIZED' })
  expect([await world().order('A-1002'), await world().order('A-1001')]).toEqual(['paid', 'paid'])
})

describe('the webhook address of an on-ramp', () => {
  const event = (transactionId: string, amount = 49.9) => ({
    eventType: 'merchant_on_ramp_success',
    transactionId,
    amount,
  })

  test.each<[string, () => string]>([
    ['a bank transfer', () => notOurs().uuid],
    ['no transaction', () => randomUUID()],
    ['no id at all', () => '..'],
  ])('that gets the id of %s assigns no transaction', async (_, id) => {
    const { id: session } = await createPayment('on_ramp')
    expect(await post(address(), event(id()))).toBe(200)
    expect(await world().session(session)).toMatchObject({ status: 'INTENT', outcome: 'open' })
    expect(await world().db.query('select service_id from payin_checkout.sessions')).toEqual([
      { service_id: null },
    ])
  })

  test.each([
    ['', (id: string) => id],
    [', in another letter case,', (id: string) => id.toUpperCase()],
  ])(
    'that gets the transaction of another session%s takes nothing from it, and raises an alert',
    async (_, spelled) => {
      await world().db.query(`update orders set amount_currency = 'EUR' where id = 'A-1002'`)
      const first = await createPayment('on_ramp', 'A-1002')
      await setWithoutWebhook(onRamp(), { paymentStatus: 'COMPLETED', bankDepositStatus: 'SUCCESS' })
      await post(address(), event(onRamp(), 129))
      const paid = onRamp()
      const second = await createPayment('on_ramp')
      await post(address(), event(spelled(paid)))
      expect((await world().session(first.id)).outcome).toBe('complete')
      expect((await world().session(second.id)).outcome).toBe('open')
      expect([await world().order('A-1001'), await world().alerts()]).toEqual(['unpaid', ['second_payment']])
    },
  )

  test('recognizes its transaction in another letter case', async () => {
    const { id } = await createPayment('on_ramp')
    await setWithoutWebhook(onRamp(), { paymentStatus: 'PROCESSING', bankDepositStatus: 'SUCCESS' })
    await post(address(), event(onRamp()))
    await world().clock.advance(3_000)
    await post(address(), event(onRamp().toUpperCase()))
    expect([(await world().session(id)).outcome, await world().alerts()]).toEqual(['authorized', []])
  })

  test('believes about the deposit only what the service answers', async () => {
    const { id } = await createPayment('on_ramp')
    await post(address(), event(onRamp()))
    expect(await world().session(id)).toMatchObject({ status: 'INTENT', outcome: 'open' })
    await setWithoutWebhook(onRamp(), { paymentStatus: 'COMPLETED', bankDepositStatus: 'PENDING' })
    await world().clock.advance(3_000)
    await post(address(), { ...event(onRamp()), again: true })
    expect(await world().session(id)).toMatchObject({ status: 'COMPLETED', outcome: 'authorized' })
    expect(await world().order('A-1001')).toBe('unpaid')
  })
})

describe('a webhook that our own call caused', () => {
  test('costs no call when it is faster than the answer with the link', async () => {
    const { hold, arrived, pay, calls } = world()
    const gate = hold('/transaction/generatePaymentLink', 'after')
    const paying = pay('A-1001', randomUUID(), { kind: 'bank_transfer' })
    await gate.reached
    await arrived()
    gate.release()
    await paying
    await setBankStatus('AUTHORIZED')
    expect(calls()).toHaveLength(3)
    expect(await world().order('A-1001')).toBe('paid')
  })

  test('costs no second read when it is faster than our read', async () => {
    const { hold, clock, merchant, calls, arrived } = world()
    await createPayment('bank_transfer')
    await setWithoutWebhook(transfer()?.uuid ?? '', { paymentStatus: 'AUTHORIZED' })
    await clock.advance(5 * 60_000)
    const gate = hold('/transaction/', 'after')
    const sweeping = merchant.sweep.runOnce()
    await gate.reached
    await turns(50)
    gate.release()
    await sweeping
    await arrived()
    expect(calls()).toEqual([ask, read])
    expect(await world().order('A-1001')).toBe('paid')
  })
})

test('a webhook that comes while the one before is processed is processed after it', async () => {
  const { id } = await createPayment('bank_transfer')
  await world().clock.advance(3_000)
  const { db, clock, merchant } = world()
  const [row] = await world().db.query<{ id: string }>('select id from payin_checkout.sessions')
  const store = (status: string) => {
    const body = new TextEncoder().encode(JSON.stringify({ status, webhookPayload: row?.id }))
    const webhook = parseUnsignedWebhook(bankTransfer, row?.id ?? '', body)
    return webhook ? storeUnsigned(db, webhook, row?.id ?? '', clock.now()) : undefined
  }

  const first = await store('INTENT')
  await setWithoutWebhook(transfer()?.uuid ?? '', { paymentStatus: 'FAILED_INTENT' })
  // Stored with the first one, which is not processed yet.
  expect(await store('FAILED_INTENT')).toBeUndefined()
  if (first) await merchant.events.processNow(first)

  expect(await world().session(id)).toMatchObject({ outcome: 'failed' })
})

describe('a webhook within two seconds after our last request', () => {
  test('is processed a moment later, also for a payment that had failed', async () => {
    const { clock, merchant, arrived, order, alerts } = world()
    await createPayment('bank_transfer')
    await setBankStatus('FAILED_INTENT')
    await clock.advance(1_000)
    await setBankStatus('AUTHORIZED')
    await clock.advance(3_000)
    await merchant.sweep.runOnce()
    await arrived()
    expect([await order('A-1001'), await alerts()]).toEqual(['paid', ['late_complete']])
  })

  test('shares one later request with all others of that time', async () => {
    const { clock, merchant, calls, db, order } = world()
    await createPayment('bank_transfer')
    for (let n = 0; n < 5; n++) await post(address(), { status: 'FAILED_INTENT', n })
    expect(calls()).toEqual([read])
    await setWithoutWebhook(transfer()?.uuid ?? '', { paymentStatus: 'AUTHORIZED' })
    await clock.advance(2_500)
    await merchant.sweep.runOnce()
    expect([calls(), await order('A-1001')]).toEqual([[read], 'paid'])
    expect(
      await db.query('select hash from payin_checkout.webhook_events where processed_at is null'),
    ).toEqual([])
  })

  test('leads to a request even if its own status is reached by then, because other webhooks wait for it', async () => {
    const { clock, merchant, db, order } = world()
    await createPayment('bank_transfer')
    await post(address(), { status: 'AUTHORIZED', note: 'made up' })
    await post(address(), { status: 'FAILED_INTENT' })
    // Meanwhile another process has read that it failed.
    await db.query(
      `update payin_checkout.sessions set status = 'FAILED_INTENT', outcome = 'failed', next_check_at = null`,
    )
    await setBankStatus('AUTHORIZED')
    await clock.advance(2_500)
    await merchant.sweep.runOnce()
    expect(await order('A-1001')).toBe('paid')
  })
})
