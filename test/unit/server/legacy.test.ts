import type { ServiceClient } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { failureOf, json, type Step, scriptedClient } from './scripted-client.ts'

type Ask = [string, (client: ServiceClient) => Promise<unknown>, unknown]

const makers: Ask[] = [
  ['createBankTransfer', (c) => c.transactions.createBankTransfer({ amount: '10' }), { transactionId: 't1' }],
  ['generateLink', (c) => c.onRamp.generateLink({ amount: '10' }), { hostedLink: 'https://pay.example/x' }],
]
const repeatable: Ask[] = [
  ['get', (c) => c.transactions.get('t1'), { uuid: 't1', type: 'BankTransfer', paymentStatus: 'INTENT' }],
  [
    'generatePaymentLink',
    (c) => c.transactions.generatePaymentLink('t1'),
    { paymentLink: 'https://bank.example' },
  ],
  ['updateStatus', (c) => c.transactions.updateStatus('t1'), { paymentStatus: 'STARTED' }],
]
const faults: [string, Step][] = [
  ['a lost connection', new TypeError('fetch failed')],
  ['no answer in time', 'hang'],
  ['500', json(500, {})],
  ['502 from a proxy', new Response('<html>Bad gateway</html>', { status: 502 })],
  ['503 with Retry-After', json(503, {}, { 'retry-after': '1' })],
  ['504', json(504, {})],
  ['408', json(408, {})],
]

describe.each(makers)('%s, which has no Idempotency-Key', (_name, ask, answer) => {
  test.each(faults)('is sent only once when the answer is %s', async (_what, fault) => {
    const { client, clock, calls } = scriptedClient([fault, json(200, answer)])

    const error = await failureOf(ask(client), clock)

    expect([error.kind, error.attempts, calls.length]).toEqual(['start_anew', 1, 1])
    expect(error.message).toMatch(/without a known link.*safe.*INTENT/)
    expect(error.message).not.toContain('Idempotency-Key')
  })

  test('is sent again after 429, because it was not carried out', async () => {
    const { client, clock, calls } = scriptedClient([json(429, {}), json(200, answer)])
    expect(await clock.settle(ask(client))).toMatchObject(answer as object)
    expect(calls).toHaveLength(2)
    expect(calls[1]?.body).toBe(calls[0]?.body)
    expect(calls[0]?.headers.get('idempotency-key')).toBeNull()
  })

  test('a fault after a 429 still ends it', async () => {
    const { client, clock, calls } = scriptedClient([
      json(429, {}),
      new TypeError('reset'),
      json(200, answer),
    ])
    const error = await failureOf(ask(client), clock)
    expect([error.kind, calls.length]).toEqual(['start_anew', 2])
  })

  test('409 throws fix_request, because there is no key to keep', async () => {
    const { client, clock, calls } = scriptedClient([json(409, { message: 'duplicate revision' })])
    const error = await failureOf(ask(client), clock)
    expect([error.kind, calls.length]).toEqual(['fix_request', 1])
    expect(error.message).not.toContain('Idempotency-Key')
  })
})

describe.each(repeatable)('%s, which creates nothing', (_name, ask, answer) => {
  test.each(faults)('is repeated after %s', async (_what, fault) => {
    const { client, clock, calls } = scriptedClient([fault, json(200, answer)])
    expect(await clock.settle(ask(client))).toMatchObject(answer as object)
    expect(calls).toHaveLength(2)
  })
})

describe('what the documents refuse is not sent', () => {
  test.each(['1.99', '0', '-5', '10.001', '1e2', '10,00', '', ' 10', 10, 10.1, Number.NaN])(
    'a bank transfer of %j',
    async (amount) => {
      const { client, calls } = scriptedClient([json(200, { transactionId: 't1' })])
      const request = { amount } as { amount: string }
      await expect(client.transactions.createBankTransfer(request)).rejects.toThrow(/decimal string from 2/)
      expect(calls).toHaveLength(0)
    },
  )

  test.each(['4.99', '5000.01', '50.001', '5e2', 'NaN', 49.9])('an on-ramp of %j', async (amount) => {
    const { client, calls } = scriptedClient([json(200, { hostedLink: 'https://pay.example' })])
    const request = { amount } as { amount: string }
    await expect(client.onRamp.generateLink(request)).rejects.toThrow(/decimal string from 5 to 5000/)
    expect(calls).toHaveLength(0)
  })

  test.each(['revision', 'webhookPayload'])(
    'a %s of 256 characters; 255 are, and emoji count once',
    async (field) => {
      const { client, calls } = scriptedClient([json(200, { transactionId: 't1' })])
      const create = (text: string) => client.transactions.createBankTransfer({ amount: '2', [field]: text })
      await expect(create('x'.repeat(256))).rejects.toThrow(`${field} is longer than 255 characters`)
      await create('x'.repeat(255))
      await create('😀'.repeat(255))
      expect(calls).toHaveLength(2)
    },
  )
})

test.each([
  ['5', '5'],
  ['5000', '5000'],
  ['5000.00', '5000'],
  ['49.90', '49.9'],
  ['1234.56', '1234.56'],
  ['8.10', '8.1'],
  ['0019.99', '19.99'],
])('an on-ramp amount of %s is the JSON number %s, exactly', async (amount, written) => {
  const { client, calls } = scriptedClient([json(200, { hostedLink: 'https://pay.example' })])
  await client.onRamp.generateLink({ amount, webhookPayload: 'A-1' })
  expect(calls[0]?.body).toBe(`{"amount":${written},"webhookPayload":"A-1"}`)
})

test('every on-ramp amount in cents reaches the wire as the same cents', async () => {
  const { client, calls } = scriptedClient([json(200, { hostedLink: 'https://pay.example' })])
  const wanted = [500, 501, 999, 1_010, 2_999, 100_001, 123_457, 499_999, 500_000]
  for (const cents of wanted) {
    const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    await client.onRamp.generateLink({ amount })
  }
  const sent = calls.map(({ body }) => /"amount":(\d+)(?:\.(\d+))?[,}]/.exec(String(body)))
  const cents = sent.map((found) => Number(`${found?.[1]}${(found?.[2] ?? '').padEnd(2, '0')}`))
  expect(cents).toEqual(wanted)
})
