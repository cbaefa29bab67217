import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { baseEnv, useWorld } from './harness.ts'

const world = useWorld()
const token = 'backoffice_token_canary_0123456789'
const bearer = { authorization: `Bearer ${token}` }
const calls = [
  ['POST', '/backoffice/payouts'],
  ['GET', '/backoffice/payouts/refund-1'],
  ['GET', '/backoffice/alerts'],
  ['POST', '/backoffice/alerts/1/settle'],
] as const

const withToken = () => world().restart({ BACKOFFICE_TOKEN: token })
const ask = (body: unknown, headers: Record<string, string> = {}) =>
  world().app.request('/backoffice/payouts', {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe.each(calls)('%s %s', (method, path) => {
  test.each([
    ['no token', {}],
    ['a wrong token', { authorization: `Bearer ${token.replace('c', 'd')}` }],
    ['the token’s beginning', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['another scheme', { authorization: `Basic ${token}` }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['the service’s key', { authorization: `Bearer ${baseEnv.PAYMENTS_API_KEY}` }],
  ])('with %s gets a 401 that names the scheme to use', async (_, headers) => {
    await withToken()
    const response = await world().app.request(path, { method, headers })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="back office"/)
    expect(world().service.calls).toEqual([])
    expect(world().logged.join()).not.toContain('canary')
  })

  test('does not exist when no token is configured, whatever is sent', async () => {
    for (const authorization of ['', 'Bearer ', 'Bearer null', bearer.authorization])
      expect((await world().app.request(path, { method, headers: { authorization } })).status).toBe(404)
  })

  test('gets no CORS header, so no page of another origin can read the answer', async () => {
    await withToken()
    const headers = { ...bearer, origin: 'https://partner.example' }
    const response = await world().app.request(path, { method, headers })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a payout request with a mistake', () => {
  const fine = { reference: 'refund-1', amount: { value: '49.90', currency: 'EUR' } }
  test.each<[string, object]>([
    ['/reference', { ...fine, reference: 'x'.repeat(37) }],
    ['/reference', { ...fine, reference: '' }],
    ['/reference', { ...fine, reference: 'refund\0' }],
    ['/amount/currency', { ...fine, amount: { value: '1', currency: 'EU\n' } }],
    ['/recipient/first_name', { ...fine, recipient: { first_name: 'A\r', last_name: 'B' } }],
    ['/recipient/address', { ...fine, recipient: { address: 'Street 1\0' } }],
    ['/amount', { reference: 'refund-1' }],
    ['/amount/value', { ...fine, amount: { value: '-1', currency: 'EUR' } }],
    ['/amount/value', { ...fine, amount: { value: '0.00', currency: 'EUR' } }],
    ['/amount/value', { ...fine, amount: { value: 49.9, currency: 'EUR' } }],
    ['/amount/value', { ...fine, amount: { value: '0.000000001', currency: 'BTC' } }],
    ['/amount/currency', { ...fine, amount: { value: '1', currency: '' } }],
    ['/amount/currency', { ...fine, amount: { value: '1', currency: 'eur' } }],
    ['/recipient/country', { ...fine, recipient: { country: 'Germany' } }],
    ['/recipient/phone', { ...fine, recipient: { phone: '0151' } }],
    ['/recipient/email', { ...fine, recipient: { email: 'x@y.z' } }],
    ['/payment/iban', { ...fine, payment: { method: 'bank_account', iban: 'DE00370400440532013000' } }],
    ['/payment/bank_id', { ...fine, payment: { method: 'bank_account', bank_id: randomUUID() } }],
    ['/payment/network', { ...fine, payment: { method: 'crypto_transfer', address: `0x${'a'.repeat(40)}` } }],
    ['/payment/method', { ...fine, payment: { method: 'card' } }],
    ['/webhook_url', { ...fine, webhook_url: 'https://evil.example' }],
  ])(
    'at %s gets a 422 with that pointer, and reaches neither the service nor the database',
    async (pointer, body) => {
      await withToken()
      const response = await ask(body)
      const { errors } = await response.json()
      expect([response.status, errors?.[0]?.pointer]).toEqual([422, pointer])
      expect(world().service.calls).toEqual([])
      expect(await world().db.query('select * from payin_checkout.payouts')).toEqual([])
    },
  )

  test.each([
    [400, fine, { 'idempotency-key': 'refund-1' }],
    [400, '{', {}],
    [415, fine, { 'content-type': 'text/plain' }],
    [413, { ...fine, note: 'x'.repeat(20_000) }, {}],
  ])('gets a %i', async (status, body, headers) => {
    await withToken()
    expect((await ask(body, headers)).status).toBe(status)
  })
})

test.each(['%00', 'refund%0A', 'x'.repeat(37), '%ED%A0%80'])(
  'a read of a payout with an impossible reference gets a 404: %s',
  async (reference) => {
    await withToken()
    const response = await world().app.request(`/backoffice/payouts/${reference}`, { headers: bearer })
    expect(response.status).toBe(404)
  },
)

test('a read of a payout that does not exist gets a 404', async () => {
  await withToken()
  const response = await world().app.request('/backoffice/payouts/A-1001', { headers: bearer })
  expect(response.status).toBe(404)
})
