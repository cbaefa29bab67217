import { createServiceClient, freezePayin, type PayinIntent } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { apiKey, failureOf, json, scriptedClient } from './scripted-client.ts'

const intent: PayinIntent = {
  amount: { value: '49.90', currency: 'EUR' },
  payer: { email: 'ada@shop.example' },
  reference: 'A-1001',
  return_url: 'https://shop.example/return?session=cs_1',
}
const frozen = freezePayin(intent, '7a0c8a8e-0000-4000-8000-000000000001')
const payin = { id: 'p1', status: 'CREATED', ...intent }

describe('create', () => {
  test('sends key, bytes and API key, and returns the payin with its unknown fields', async () => {
    const { client, calls } = scriptedClient([json(201, { ...payin, status: 'THAWED', extra: [1] })])

    const created = await client.payins.create(frozen)

    expect(created).toMatchObject({ id: 'p1', status: 'THAWED', extra: [1], expires_at: null })
    expect(calls[0]?.url).toBe('https://payments.example/api/v2/payins')
    expect(calls[0]).toMatchObject({ method: 'POST', body: frozen.body, redirect: 'manual' })
    expect(calls[0]?.headers.get('x-api-key')).toBe(apiKey)
    expect(calls[0]?.headers.get('idempotency-key')).toBe(frozen.idempotencyKey)
  })

  test('searches for at most a third of its time, because a shopper is waiting', async () => {
    const { client, clock, calls } = scriptedClient([json(409, {}), json(409, {}), 'hang'], {
      retry: { maxAttempts: 2, totalMs: 9_000 },
    })
    const beganAt = clock.now()
    const error = await failureOf(client.payins.create(frozen), clock)
    // One wait of 500 ms and its jitter between the two creates, then the look-up.
    expect(clock.now() - beganAt).toBeLessThanOrEqual(625 + 3_000)
    expect([error.kind, calls[2]?.method]).toEqual(['retry', 'GET'])
  })

  test('refuses a list without has_more instead of treating it as empty', async () => {
    const { client, clock } = scriptedClient([
      (url) => (url.includes('?') ? json(200, { content: [] }) : json(409, {})),
    ])
    expect((await failureOf(client.payins.create(frozen), clock)).kind).toBe('unknown')
  })

  test.each([
    ['another amount', { ...payin, amount: { value: '4.99', currency: 'EUR' } }, 'p1'],
    ['another currency', { ...payin, amount: { value: '49.90', currency: 'USD' } }, 'p1'],
    ['no amount', { id: 'p1', status: 'CREATED' }, 'p1'],
    ['no id', { ...payin, id: '' }, null],
    ['an id that would lead to another address', { ...payin, id: '..' }, null],
    ['no status', { ...payin, status: 3 }, null],
  ])('does not accept a payin with %s', async (_what, answer, payinId) => {
    const { client, clock } = scriptedClient([json(201, answer)])
    const error = await failureOf(client.payins.create(frozen), clock)
    expect([error.kind, error.payinId]).toEqual(['unknown', payinId])
  })

  test.each([undefined, null, ''])(
    'sends nothing with the key %j, because a repetition would pay twice',
    async (key) => {
      const { client, calls } = scriptedClient([json(201, payin)])
      const stored = { ...frozen, idempotencyKey: key as string }
      await expect(client.payins.create(stored)).rejects.toThrow(/^The Idempotency-Key must be/)
      expect(calls).toEqual([])
    },
  )

  test('accepts another spelling of the same amount', async () => {
    const { client } = scriptedClient([json(201, { ...payin, amount: { value: '49.9', currency: 'EUR' } })])
    expect((await client.payins.create(frozen)).id).toBe('p1')
  })
})

describe('at construction', () => {
  test.each([
    ['http://payments.example', 'https:'],
    ['payments.example', 'absolute'],
    ['https://user:pass@payments.example', 'credentials'],
    ['ftp://payments.example', 'https:'],
  ])('refuses the base URL %s and says what to use', (baseUrl, said) => {
    expect(() => createServiceClient({ baseUrl, apiKey })).toThrow(said)
  })

  test('accepts http: on loopback', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      expect(() => createServiceClient({ baseUrl: `http://${host}:4100`, apiKey })).not.toThrow()
    }
  })

  test.each(['test_a\nb', '', undefined, null, 7])(
    'refuses the API key %j, which could break the header or is missing, without repeating it',
    (given) => {
      expect(() => createServiceClient({ baseUrl: 'https://a.example', apiKey: given as string })).toThrow(
        /^apiKey is empty[^_]*$/,
      )
    },
  )

  test.each([Number.NaN, 0, '10'])(
    'refuses the timeout %j, in which nothing could be answered',
    async (given) => {
      const timeoutMs = given as number
      const { client, calls } = scriptedClient([json(200, payin)])
      expect(() => createServiceClient({ baseUrl: 'https://a.example', apiKey, timeoutMs })).toThrow(
        /^timeoutMs/,
      )
      await expect(client.payins.get('p1', { timeoutMs })).rejects.toThrow(/^timeoutMs/)
      expect(calls).toEqual([])
    },
  )
})
