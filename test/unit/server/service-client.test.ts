import {
  createServiceClient,
  freezePayin,
  type PayinIntent,
  type ServiceClientOptions,
  ServiceError,
} from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'

const apiKey = 'test_canary_key'
const intent: PayinIntent = {
  amount: { value: '49.90', currency: 'EUR' },
  payer: { email: 'ada@shop.example' },
  reference: 'A-1001',
  return_url: 'https://shop.example/return?session=cs_1',
}
const frozen = freezePayin(intent, '7a0c8a8e-0000-4000-8000-000000000001')
const payin = { id: 'p1', status: 'CREATED', ...intent }
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

type Step = Response | Error | 'hang' | ((url: string) => Response)

/** A client whose service plays these steps; the last one is repeated. */
function playing(steps: readonly Step[], options: Partial<ServiceClientOptions> = {}) {
  const clock = createFakeClock()
  const calls: { url: string; init: RequestInit }[] = []
  const client = createServiceClient({
    baseUrl: 'https://payments.example/',
    apiKey,
    clock,
    random: () => 0.5,
    fetch: async (url, init) => {
      const step = steps[Math.min(calls.push({ url: String(url), init: init ?? {} }), steps.length) - 1]
      if (step === 'hang') return new Promise(() => undefined)
      if (step instanceof Error) throw step
      const answer = typeof step === 'function' ? step(String(url)) : step
      return answer?.clone() ?? json(500, {})
    },
    ...options,
  })
  return { client, clock, calls }
}

async function failureOf(
  work: Promise<unknown>,
  clock: ReturnType<typeof createFakeClock>,
): Promise<ServiceError> {
  const error = await clock.settle(work.catch((caught: unknown) => caught))
  expect(error).toBeInstanceOf(ServiceError)
  return error as ServiceError
}

describe('create', () => {
  test('sends key, bytes and API key, and returns the payin with what it did not know', async () => {
    const { client, calls } = playing([json(201, { ...payin, status: 'THAWED', extra: [1] })])

    const created = await client.payins.create(frozen)

    expect(created).toMatchObject({ id: 'p1', status: 'THAWED', extra: [1], expires_at: null })
    expect(calls[0]?.url).toBe('https://payments.example/api/v2/payins')
    expect(calls[0]?.init).toMatchObject({
      method: 'POST',
      body: frozen.body,
      redirect: 'manual',
      headers: { 'x-api-key': apiKey, 'idempotency-key': frozen.idempotencyKey },
    })
  })

  test.each([
    ['a lost connection', new TypeError('fetch failed')],
    ['a service that never answers', 'hang' as const],
    ['500', json(500, {})],
    ['503 with Retry-After', json(503, {}, { 'retry-after': '2' })],
    ['429', json(429, {}, { 'retry-after': '1' })],
    ['409 while the first request is in flight', json(409, {})],
  ])('repeats the same key and the same bytes after %s', async (_what, fault) => {
    const { client, clock, calls } = playing([fault, json(201, payin)])

    const created = await clock.settle(client.payins.create(frozen))

    expect(created.id).toBe('p1')
    expect(calls).toHaveLength(2)
    expect(calls[1]?.init.body).toBe(calls[0]?.init.body)
    expect(calls[1]?.init.headers).toEqual(calls[0]?.init.headers)
  })

  test('finds its payin by return_url on a later page when the 409 stays', async () => {
    const other = { ...payin, id: 'p0', return_url: 'https://shop.example/return?session=cs_0' }
    const { client, clock, calls } = playing([
      (url) => {
        if (url.includes('page=1'))
          return json(200, { content: [other], page: 1, page_size: 1, has_more: true })
        if (url.includes('page=2'))
          return json(200, { content: [payin], page: 2, page_size: 1, has_more: false })
        return json(409, { detail: 'in flight' })
      },
    ])

    expect((await clock.settle(client.payins.create(frozen))).id).toBe('p1')
    expect(calls.filter(({ init }) => init.method === 'POST')).toHaveLength(4)
    expect(calls.at(-1)?.url).toContain('reference=A-1001')
  })

  test('says so when the 409 stays and there is no such payin', async () => {
    const { client, clock } = playing([
      (url) =>
        url.includes('?') ? json(200, { content: [], has_more: false }) : json(409, { detail: 'other body' }),
    ])

    const error = await failureOf(client.payins.create(frozen), clock)

    expect(error.kind).toBe('conflict')
    expect(error.message).toMatch(/looked up by reference and return_url, and no payin was found/)
  })

  test('takes a list without has_more for no answer, not for an empty one', async () => {
    const { client, clock } = playing([
      (url) => (url.includes('?') ? json(200, { content: [] }) : json(409, {})),
    ])
    expect((await failureOf(client.payins.create(frozen), clock)).kind).toBe('unknown')
  })

  test.each([
    ['another amount', { ...payin, amount: { value: '4.99', currency: 'EUR' } }, 'p1'],
    ['another currency', { ...payin, amount: { value: '49.90', currency: 'USD' } }, 'p1'],
    ['no amount', { id: 'p1', status: 'CREATED' }, 'p1'],
    ['no id', { ...payin, id: '' }, null],
    ['no status', { ...payin, status: 3 }, null],
  ])('does not accept a payin with %s', async (_what, answer, payinId) => {
    const { client, clock } = playing([json(201, answer)])
    const error = await failureOf(client.payins.create(frozen), clock)
    expect([error.kind, error.payinId]).toEqual(['unknown', payinId])
  })

  test('accepts the same amount written differently', async () => {
    const { client } = playing([json(201, { ...payin, amount: { value: '49.9', currency: 'EUR' } })])
    expect((await client.payins.create(frozen)).id).toBe('p1')
  })

  test('ends within its deadline when the service hangs for ever', async () => {
    const { client, clock, calls } = playing(['hang'], { timeoutMs: 5_000, retry: { totalMs: 8_000 } })
    const beganAt = clock.now()
    const error = await failureOf(client.payins.create(frozen), clock)
    expect([error.kind, error.attempts]).toEqual(['retry', calls.length])
    expect(clock.now() - beganAt).toBeLessThanOrEqual(8_000)
  })

  test('ends at once and with the caller’s reason when the caller aborts', async () => {
    const { client } = playing(['hang'])
    const abort = new AbortController()
    const work = client.payins.create(frozen, { signal: abort.signal })
    abort.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
  })
})

describe('an error', () => {
  test.each([
    [400, 'fix_request', 1],
    [404, 'fix_request', 1],
    [422, 'fix_request', 1],
    [401, 'check_key', 1],
    [403, 'check_key', 1],
    [429, 'wait', 4],
    [500, 'retry', 4],
    [302, 'unknown', 1],
  ])('%i is told by what helps: %s', async (status, kind, sendings) => {
    const { client, clock, calls } = playing([json(status, { title: 'No' })])
    const error = await failureOf(client.payins.get('p1'), clock)
    expect([error.kind, error.status, calls.length]).toEqual([kind, status, sendings])
  })

  test('never holds the API key, even when the service repeats it', async () => {
    const problem = { detail: `key ${apiKey} is wrong`, errors: [{ pointer: '/a', detail: apiKey }] }
    const { client, clock } = playing([json(401, problem)])
    const error = await failureOf(client.payins.get('p1'), clock)
    expect(JSON.stringify([error.message, error.problem, String(error.cause)])).not.toContain(apiKey)
    expect(error.message).toContain('key [API key] is wrong')
  })

  test('holds the pointers of a 422', async () => {
    const errors = [{ pointer: '/amount/value', detail: 'must be positive' }]
    const { client, clock } = playing([json(422, { detail: 'invalid', errors })])
    const error = await failureOf(client.payins.create(frozen), clock)
    expect(error.problem?.errors).toEqual(errors)
    expect(error.message).toContain('/amount/value: must be positive')
  })

  test.each([
    ['HTML', new Response('<html>login</html>', { status: 200 })],
    ['an endless body', new Response('x'.repeat(1_100_000), { status: 200 })],
    ['another payin', json(200, { ...payin, id: 'p2' })],
  ])('%s is not taken for a payin', async (_what, answer) => {
    const { client, clock } = playing([answer])
    expect((await failureOf(client.payins.get('p1'), clock)).kind).toBe('unknown')
  })

  test('a body that stops after its headers is a time-out', async () => {
    const { client, clock } = playing([() => new Response(new ReadableStream(), { status: 200 })])
    expect((await failureOf(client.payins.get('p1'), clock)).message).toContain('in time')
  })
})

describe('at construction', () => {
  test.each([
    ['http://payments.example', 'https:'],
    ['payments.example', 'absolute'],
    ['https://user:pass@payments.example', 'credentials'],
    ['ftp://payments.example', 'https:'],
  ])('refuses the base URL %s and says what to write', (baseUrl, said) => {
    expect(() => createServiceClient({ baseUrl, apiKey })).toThrow(said)
  })

  test('takes http: on loopback', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      expect(() => createServiceClient({ baseUrl: `http://${host}:4100`, apiKey })).not.toThrow()
    }
  })

  test('refuses an API key that could break the header, without repeating it', () => {
    expect(() => createServiceClient({ baseUrl: 'https://a.example', apiKey: 'test_a\nb' })).toThrow(
      /^apiKey is empty/,
    )
  })
})

test.each([
  ['0.00', /positive/],
  ['-1', /positive/],
  ['1e3', /positive/],
  ['1.123456789', /positive/],
])('freezePayin refuses the amount %s before the service does', (value, said) => {
  expect(() => freezePayin({ ...intent, amount: { value, currency: 'EUR' } }, 'k')).toThrow(said)
})
