import { freezePayin, freezePayout, type PayoutIntent, type ServiceClient } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { apiKey, failureOf, json, scriptedClient } from './scripted-client.ts'

const page = { content: [], page: 1, page_size: 20, has_more: false }
const payin = { id: 'p1', status: 'CREATED', amount: { value: '49.90', currency: 'EUR' } }
const payoutIntent: PayoutIntent = {
  amount: { value: '20', currency: 'EUR' },
  payment: { method: 'bank_account', iban: 'MT84MALT011000012345MTLCAST001S' },
  reference: 'R-1',
  return_url: 'https://shop.example/refund?attempt=1',
}
const payout = { id: 'o1', status: 'CREATED', ...payoutIntent }
const transaction = { uuid: 't 1', type: 'BankTransfer', paymentStatus: 'INTENT' }
const key = '7a0c8a8e-0000-4000-8000-000000000001'
const frozenPayin = freezePayin(
  { amount: payin.amount, payer: { email: 'ada@shop.example' }, return_url: 'https://shop.example/r' },
  key,
)
const frozenPayout = freezePayout(payoutIntent, key)

type Row = [string, (client: ServiceClient) => Promise<unknown>, unknown, unknown]

const operations: Row[] = [
  ['POST /api/v2/payins', (c) => c.payins.create(frozenPayin), payin, frozenPayin.body],
  ['GET /api/v2/payins/p1', (c) => c.payins.get('p1'), payin, undefined],
  [
    'GET /api/v2/payins?page=2&reference=A+1',
    (c) => c.payins.list({ page: 2, reference: 'A 1' }),
    page,
    undefined,
  ],
  ['POST /api/v2/payouts', (c) => c.payouts.create(frozenPayout), payout, frozenPayout.body],
  ['GET /api/v2/payouts/o1', (c) => c.payouts.get('o1'), payout, undefined],
  ['GET /api/v2/payouts?reference=R-1', (c) => c.payouts.list({ reference: 'R-1' }), page, undefined],
  [
    'GET /api/v2/payers?email=ada%2Bx%40shop.example',
    (c) => c.payers.list({ email: 'ada+x@shop.example' }),
    page,
    undefined,
  ],
  ['GET /api/v2/banks?page_size=100', (c) => c.banks.list({ page_size: 100 }), page, undefined],
  [
    'POST /transaction/create-bank-transfer',
    (c) => c.transactions.createBankTransfer({ amount: '2' }),
    { transactionId: 't1' },
    '{"amount":"2"}',
  ],
  ['GET /transaction/?transactionId=t+1', (c) => c.transactions.get('t 1'), transaction, undefined],
  [
    'POST /transaction/generatePaymentLink',
    (c) => c.transactions.generatePaymentLink('t1'),
    { paymentLink: 'https://bank.example/a' },
    '{"transactionId":"t1"}',
  ],
  [
    'POST /transaction/update-status',
    (c) => c.transactions.updateStatus('t1'),
    { paymentStatus: 'STARTED' },
    '{"transactionId":"t1"}',
  ],
  [
    'POST /payments/on-ramp-merchant/hosted/generate-link',
    (c) => c.onRamp.generateLink({ amount: '49.90' }),
    { hostedLink: 'https://pay.example/x', expiresAt: '2026-11-20T12:02:00.000Z' },
    '{"amount":49.9}',
  ],
]

describe('every operation', () => {
  test.each(operations)(
    '%s goes to its documented address with the API key',
    async (name, ask, answer, body) => {
      const { client, calls } = scriptedClient([json(200, answer)])

      const result = await ask(client)

      expect(result).toMatchObject(answer as object)
      expect(
        calls.map(({ method, url }) => `${method} ${url.replace('https://payments.example', '')}`),
      ).toEqual([name])
      expect(calls[0]?.body).toBe(body)
      expect(calls[0]?.headers.get('x-api-key')).toBe(apiKey)
      expect(calls[0]?.headers.get('content-type')).toBe(body === undefined ? null : 'application/json')
    },
  )

  test.each(operations)('%s refuses an answer of another form', async (_name, ask) => {
    for (const answer of [{}, [], 'OK', null]) {
      const { client, clock } = scriptedClient([json(200, answer)])
      expect((await failureOf(ask(client), clock)).kind).toBe('unknown')
    }
  })

  test.each(operations)('%s throws at its timeout', async (_name, ask) => {
    const { client, clock } = scriptedClient(['hang'], { timeoutMs: 300, retry: { maxAttempts: 1 } })
    const beganAt = clock.now()
    const error = await failureOf(ask(client), clock)
    expect([error.status, clock.now() - beganAt]).toEqual([null, 300])
  })
})

test('each call can have its own timeout and signal', async () => {
  const { client, clock } = scriptedClient(['hang'], { retry: { maxAttempts: 1 } })
  const beganAt = clock.now()
  await failureOf(client.transactions.get('t1', { timeoutMs: 50 }), clock)
  expect(clock.now() - beganAt).toBe(50)

  const gone = AbortSignal.abort(new Error('enough'))
  await expect(client.payers.find('ada@shop.example', { signal: gone })).rejects.toThrow('enough')
  await expect(client.onRamp.generateLink({ amount: '5' }, { signal: gone })).rejects.toThrow('enough')
})

test('the signal also ends a delay between two attempts', async () => {
  const { client, clock, calls } = scriptedClient([json(429, {}, { 'retry-after': '9' })])
  const abort = new AbortController()
  const work = client.payouts.create(frozenPayout, { signal: abort.signal })
  await clock.untilSleeping(9_125)
  abort.abort(new Error('enough'))
  await expect(work).rejects.toThrow('enough')
  expect(calls).toHaveLength(1)
})

test('an id cannot lead to another address', async () => {
  const { client, calls } = scriptedClient([json(200, payin)])
  for (const id of ['', '.', '..']) {
    await expect(client.payins.get(id)).rejects.toThrow(TypeError)
    await expect(client.transactions.updateStatus(id)).rejects.toThrow(TypeError)
  }
  await client.payins.get('../payouts?x').catch(() => undefined)
  expect(calls.map(({ url }) => url)).toEqual(['https://payments.example/api/v2/payins/..%2Fpayouts%3Fx'])
})

test('the answer with another payout or transaction is refused', async () => {
  const { client, clock } = scriptedClient([
    (url) => json(200, url.includes('payouts') ? payout : transaction),
  ])
  expect((await failureOf(client.payouts.get('o2'), clock)).kind).toBe('unknown')
  expect((await failureOf(client.transactions.get('t2'), clock)).kind).toBe('unknown')
})
