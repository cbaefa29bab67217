import { createServiceClient, freezePayout, type ServiceClient } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { apiKey, failureOf, json, type Step, scriptedClient } from './scripted-client.ts'

const page = (status: number) =>
  new Response('<!DOCTYPE html><title>Login</title>', { status, headers: { 'content-type': 'text/html' } })
const frozen = freezePayout(
  { amount: { value: '20', currency: 'EUR' }, return_url: 'https://shop.example/r' },
  '7a0c8a8e-0000-4000-8000-000000000001',
)
const getPayin = (client: ServiceClient) => client.payins.get('p1')

async function errorOf(
  step: Step,
  ask: (client: ServiceClient) => Promise<unknown> = getPayin,
  key = apiKey,
) {
  const { client, clock } = scriptedClient([step], { apiKey: key })
  return failureOf(ask(client), clock)
}

describe('an error names the most likely mistake', () => {
  test.each<[string, Step, RegExp]>([
    ['an id that is not there', json(404, {}), /has this id/],
    ['a key that may not do this', json(403, {}), /valid but has no permission/],
    ['a wrong method', json(405, {}), /method/],
    ['a body that is too large', json(413, {}), /too large|larger than/],
    ['a changed Content-Type', json(415, {}), /application\/json/],
    ['a redirect', new Response(null, { status: 302, headers: { location: '/login' } }), /redirect.*baseUrl/],
    ['a web page instead of the API', page(200), /web page/],
    ['a firewall’s web page', page(403), /web page.*(firewall|proxy)/],
    ['a lost connection', new TypeError('fetch failed'), /network.*baseUrl/],
    ['too many requests', json(429, {}), /slow down all its callers/],
  ])('%s', async (_what, step, said) => {
    expect((await errorOf(step)).message).toMatch(said)
  })

  test('a 404 of a list or create request means a wrong base URL, because these paths always exist', async () => {
    for (const ask of [
      (c: ServiceClient) => c.banks.list(),
      (c: ServiceClient) => c.payouts.create(frozen),
      (c: ServiceClient) => c.transactions.createBankTransfer({ amount: '2' }),
    ]) {
      const { kind, message } = await errorOf(json(404, {}), ask)
      expect([kind, message]).toEqual(['fix_request', expect.stringMatching(/baseUrl.*\/api\/v2/)])
      expect(message).not.toContain('has this id')
    }
    const { message } = await errorOf(json(404, {}), (c) => c.transactions.get('t1'))
    expect(message).toContain('has this id')
  })

  test('an id that is not there with a test key may have been in a sandbox without a state file', async () => {
    expect((await errorOf(json(404, {}), getPayin, 'test_x')).message).toContain('--state-file')
    expect((await errorOf(json(404, {}), getPayin, 'live_x')).message).not.toContain('sandbox')
  })

  test('a key with an unknown prefix is reported and never shown', async () => {
    const wrong = await errorOf(json(401, {}), getPayin, 'whsec_canary')
    expect(wrong.message).toContain('does not begin with test_ or live_')
    expect(wrong.message).not.toContain('canary')
    expect((await errorOf(json(401, {}))).message).not.toContain('does not begin')
  })

  test('a base URL that contains /api/v2 is refused, with what to remove', () => {
    for (const path of ['/api/v2', '/api/v2/', '/x/api/v2', '/api/v2/payins']) {
      const baseUrl = `https://payments.example${path}`
      expect(() => createServiceClient({ baseUrl, apiKey })).toThrow(/baseUrl contains \/api\/v2/)
    }
    expect(() => createServiceClient({ baseUrl: 'https://x.example/pay/api', apiKey })).not.toThrow()
  })

  test('only the error of a create request mentions the Idempotency-Key', async () => {
    for (const step of [new TypeError('reset'), 'hang' as const, json(500, {})]) {
      expect((await errorOf(step, (c) => c.payouts.create(frozen))).message).toContain('same Idempotency-Key')
      expect((await errorOf(step)).message).not.toContain('Idempotency-Key')
    }
  })

  test('the cause of a lost connection is kept', async () => {
    const cause = new TypeError('fetch failed', { cause: new Error('ENOTFOUND') })
    expect((await errorOf(cause)).cause).toBe(cause)
  })
})

describe('the detail of an error answer is read from any format', () => {
  test.each<[string, Response, string]>([
    ['problem details', json(400, { title: 'Bad', detail: 'page is too large' }), 'page is too large'],
    ['a title alone', json(400, { title: 'Bad Request' }), 'Bad Request'],
    ['JSON with message', json(400, { message: 'amount too small' }), 'amount too small'],
    [
      'JSON with several messages',
      json(400, { message: ['a is missing', 'b is odd'] }),
      'a is missing; b is odd',
    ],
    ['JSON with error', json(400, { error: 'unknown user' }), 'unknown user'],
    ['JSON with an error object', json(400, { error: { message: 'no such id' } }), 'no such id'],
    ['a JSON text', json(400, 'just words'), 'just words'],
    ['plain text', new Response('upstream says no', { status: 400 }), 'upstream says no'],
  ])('%s', async (_what, answer, said) => {
    const error = await errorOf(answer, (c) => c.transactions.updateStatus('t1'))
    expect(error.kind).toBe('fix_request')
    expect(error.message).toContain(said)
  })

  test.each<[string, Response]>([
    ['nothing', new Response(null, { status: 400 })],
    ['an array', json(400, [])],
    ['null', json(400, null)],
    ['fields of wrong types', json(400, { title: 1, detail: {}, message: 2, error: [3], errors: 'x' })],
    ['bytes that are no text', new Response(Uint8Array.of(0xff, 0xfe, 0), { status: 400 })],
    ['a body that breaks off', new Response('{"detail":"pa', { status: 400 })],
  ])('%s is still an error with its remedy', async (_what, answer) => {
    const error = await errorOf(answer, (c) => c.transactions.updateStatus('t1'))
    expect([error.kind, error.status]).toEqual(['fix_request', 400])
  })

  test('a web page’s source is not repeated', async () => {
    expect((await errorOf(page(404))).message).not.toContain('<')
  })

  test('an error never contains the API key, even if a text answer repeats it', async () => {
    const error = await errorOf(new Response(`bad key ${apiKey}`, { status: 401 }))
    expect(JSON.stringify({ ...error, message: error.message })).not.toContain(apiKey)
  })
})

test.each([
  ['another amount', { value: '2', currency: 'EUR' }],
  ['another currency', { value: '20', currency: 'USD' }],
  ['no amount', undefined],
])('a payout with %s is refused, and the error names it', async (_what, amount) => {
  const error = await errorOf(json(201, { id: 'o1', status: 'CREATED', amount }), (c) =>
    c.payouts.create(frozen),
  )
  expect([error.kind, error.payoutId, error.payinId]).toEqual(['unknown', 'o1', null])
})

test.each([
  ['a NaN', { totalMs: Number.NaN }],
  ['no attempts', { maxAttempts: 0 }],
  ['a negative wait', { floorMs: -1 }],
])('a retry policy with %s is refused, because it would never end or never start', (_what, retry) => {
  expect(() => createServiceClient({ baseUrl: 'https://a.example', apiKey, retry })).toThrow(/^retry\./)
})
