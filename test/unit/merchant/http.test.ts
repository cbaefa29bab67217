// What the routes answer apart from a session’s content: bad requests, other origins, limits, the return page, failures.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useWorld } from './harness.ts'

const world = useWorld()

const post = (
  headers: Record<string, string>,
  body: string = JSON.stringify({ order: 'A-1001', kind: 'payin' }),
) =>
  world().app.request('/checkout/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body,
  })

describe('a malformed create request', () => {
  test.each([
    ['no key', { 'idempotency-key': '' }, '{"order":"A-1001"}', 400, ''],
    ['a key that is no UUID', { 'idempotency-key': 'abc' }, '{"order":"A-1001"}', 400, ''],
    ['invalid JSON', {}, '{"order"', 400, ''],
    ['a form', { 'content-type': 'text/plain' }, '{"order":"A-1001"}', 415, ''],
    ['no order', {}, '{"kind":"payin"}', 422, '/order'],
    ['an unknown order', {}, '{"order":"Z-9"}', 422, '/order'],
    ['a list', {}, '[]', 422, ''],
    ['another kind', {}, '{"order":"A-1001","kind":"on_ramp"}', 422, '/kind'],
    ['an unknown method', {}, '{"order":"A-1001","payment":{"method":"cash"}}', 422, '/payment/method'],
    [
      'two variants at once',
      {},
      '{"order":"A-1001","payment":{"method":"bank_account","iban":"DE89370400440532013000","bank_id":"7a0c8a8e-0000-4000-8000-000000000001"}}',
      422,
      '/payment',
    ],
    [
      'a field too many',
      {},
      '{"order":"A-1001","payment":{"method":"card","iban":"x"}}',
      422,
      '/payment/iban',
    ],
    ['a NUL in the order', {}, '{"order":"A-1001\\u0000"}', 422, '/order'],
    ['a line break in the order', {}, '{"order":"A-1001\\n"}', 422, '/order'],
    ['half of a surrogate pair in the order', {}, '{"order":"A-1001\\ud800"}', 422, '/order'],
    [
      'a NUL deep in the context',
      {},
      '{"order":"A-1001","context":{"a/b":["","\\u0000"]}}',
      422,
      '/context/a~1b/1',
    ],
    ['a NUL in a name', {}, '{"order":"A-1001","context":{"\\u0000":1}}', 422, '/context'],
    ['thousands of lists in each other', {}, '['.repeat(8_000) + ']'.repeat(8_000), 422, ''],
    [
      'more than 16 KiB',
      {},
      JSON.stringify({ order: 'A-1001', context: { a: 'x'.repeat(17_000) } }),
      413,
      '',
    ],
  ])('with %s is refused, and the service is not called', async (_what, headers, body, status, pointer) => {
    const response = await post(headers, body)
    const problem = (await response.json()) as { status: number; errors?: { pointer: string }[] }
    expect([response.status, problem.status]).toEqual([status, status])
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    if (status === 422) expect(problem.errors?.[0]?.pointer).toBe(pointer)
    expect(world().service.calls).toEqual([])
  })
})

describe('a create request from another page', () => {
  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, 201],
    [{ 'sec-fetch-site': 'none' }, 201],
    [{}, 201],
    [{ origin: 'https://shop.example' }, 201],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://partner.example' }, 201],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://other.shop.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'https://shop.example.evil.example' }, 403],
    [{ origin: 'http://shop.example' }, 403],
    [{ origin: 'https://PARTNER.example' }, 403],
  ])('with %j gets %i', async (headers, status) => {
    expect((await post(headers as Record<string, string>)).status).toBe(status)
  })

  test('is accepted from localhost and from 127.0.0.1', async () => {
    await world().restart({ PUBLIC_URL: 'http://localhost:4000', PORT: '4000' })
    expect((await post({ origin: 'http://127.0.0.1:4000' })).status).toBe(201)
    expect((await post({ origin: 'http://localhost:4000' })).status).toBe(201)
    expect((await post({ origin: 'http://localhost:4001' })).status).toBe(403)
  })

  test('gets CORS headers only for listed origins', async () => {
    const preflight = (origin: string) =>
      world().app.request('/checkout/sessions', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const allowed = await preflight('https://partner.example')
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://partner.example')
    expect(allowed.headers.get('access-control-allow-headers')).toMatch(
      /Idempotency-Key.*If-None-Match.*Prefer/,
    )
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('a page of another origin can read the headers that the widget needs, such as Date for the time left', async () => {
  const origin = 'https://partner.example'
  const answer = await world().app.request('/checkout/sessions/cs_unknown', { headers: { origin } })

  expect(answer.headers.get('access-control-expose-headers')?.split(',')).toEqual([
    'Date',
    'ETag',
    'Preference-Applied',
    'Retry-After',
    'X-Request-Id',
  ])
})

test('one address that starts hundreds of payments a minute is slowed down', async () => {
  const { clock } = world()
  const answers = await Promise.all(Array.from({ length: 301 }, () => post({}, '{}')))
  const last = answers.at(-1)
  expect([answers[299]?.status, last?.status]).toEqual([422, 429])
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  await clock.advance(60_000)
  expect((await post({}, '{}')).status).toBe(422)
})

test('the return page holds the element, nothing of the request, and allows no inline code', async () => {
  const response = await world().app.request('/checkout/return?session=%3Cscript%3Ealert(1)')
  const html = await response.text()
  expect(html).toContain('<payin-return endpoint="/checkout" href="/">')
  expect(html).not.toContain('alert')
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
})

test('unknown addresses and methods get a problem document', async () => {
  const { app } = world()
  const nowhere = await app.request('/checkout/nowhere')
  expect([nowhere.status, nowhere.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
  const wrong = await app.request('/checkout/sessions', { method: 'DELETE' })
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  expect(wrong.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a body that breaks off is not logged as a failure of the server', async () => {
  const { app, logged } = world()
  const body = new ReadableStream({
    pull(controller) {
      // Node throws this when the connection ends in the middle of a body.
      controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    },
  })
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  const response = await app.request('/checkout/sessions', init)
  expect(response.status).toBe(408)
  expect(logged.join()).not.toContain('"event":"failed"')
})

test('an unexpected error gets a 500 problem without its message', async () => {
  const { app, db, logged } = world()
  await db.query('alter table orders rename to away')
  try {
    const response = await post({})
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('orders')
    expect((await app.request('/healthz')).status).toBe(200)
    expect(logged.join()).toContain('"event":"failed"')
  } finally {
    await db.query('alter table away rename to orders')
  }
})
