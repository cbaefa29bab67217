// The merchant protocol over real HTTP: the answers of small servers, proxies and broken connections.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMerchantApi } from '../../../src/platform/merchant-api.ts'
import { createMerchantLists } from '../../../src/platform/merchant-lists.ts'
import { FaultError } from '../../../src/protocol/fault.ts'
import { aSession } from '../../support/sessions.ts'
import { answer, json, startEndpoint } from './merchant-endpoint.ts'

const order = { order: 'A-1001', kind: 'payin', lang: 'de' } as const
const never = new AbortController().signal
const now = { etag: null, waitSeconds: 0, signal: never }

async function endpointThat(respond: Parameters<typeof startEndpoint>[0]) {
  const endpoint = await startEndpoint(respond)
  onTestFinished(() => endpoint[Symbol.asyncDispose]())
  return { ...endpoint, api: { ...createMerchantApi(endpoint.url), ...createMerchantLists(endpoint.url) } }
}

/** The fault that a call throws. */
async function faultOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => 'no fault',
    (error) => error,
  )
  if (!(error instanceof FaultError)) throw new Error(`Expected a fault, got ${String(error)}.`)
  return error.fault
}

describe('creating a session', () => {
  test('sends order and key, and reads the session', async () => {
    const { api, asked } = await endpointThat(json(201, aSession()))
    const session = await api.create(order, 'key-1', never)

    expect(session).toEqual(aSession())
    expect(asked).toMatchObject([
      {
        method: 'POST',
        path: '/checkout/sessions',
        headers: { 'idempotency-key': 'key-1', 'content-type': 'application/json' },
        body: JSON.stringify(order),
      },
    ])
  })

  test('works with an endpoint that ends in a slash', async () => {
    const { url, asked } = await endpointThat(json(201, aSession()))
    await createMerchantApi(`${url}//`).create(order, 'key-1', never)

    expect(asked[0]?.path).toBe('/checkout/sessions')
  })

  test('ends at once when it is aborted', async () => {
    const controller = new AbortController()
    const { api } = await endpointThat(() => controller.abort())

    await expect(api.create(order, 'key-1', controller.signal)).rejects.toThrow()
  })
})

describe('a create request that is refused with 422', () => {
  test.each([
    ['/payment/iban', 'choice_refused'],
    ['/payment', 'choice_refused'],
    ['/order', 'invalid'],
    ['', 'invalid'],
  ])('with the pointer %j is the fault %s', async (pointer, kind) => {
    const problem = { title: 'Unprocessable', errors: [{ pointer, detail: 'No.' }] }
    const { api } = await endpointThat(json(422, problem))

    expect(await faultOf(api.create(order, 'key-1', never))).toMatchObject({ kind, retryable: false })
  })
})

describe('a fault of an answer', () => {
  const id = '9f1c2b1e-6f3c-4c44-9d0e-0d8c9e0d1a2b'
  const named = { 'X-Request-Id': id }

  test.each([
    ['that refuses', json(409, { title: 'Conflict' }, named)],
    ['of a wrong address', json(404, {}, named)],
    ['of a server in trouble', answer(503, 'text/html', '<h1>Busy</h1>', named)],
    ['that is no session', json(200, { id: 'cs_1' }, named)],
    ['that is HTML', answer(200, 'text/html', '<h1>Sign in</h1>', named)],
    ['about a wrong way to pay', json(422, { errors: [{ pointer: '/payment', detail: 'No.' }] }, named)],
  ])('%s has the id of the request', async (_, respond) => {
    const { api } = await endpointThat(respond)

    expect((await faultOf(api.create(order, 'key-1', never))).requestId).toBe(id)
  })

  test('that is cut off has it, too', async () => {
    const { api } = await endpointThat((response) => {
      response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': '100', ...named })
      response.write('{')
      setTimeout(() => response.destroy(), 50)
    })

    expect(await faultOf(api.create(order, 'key-1', never))).toMatchObject({ kind: 'network', requestId: id })
  })

  test('about another session has it, too', async () => {
    const { api } = await endpointThat(json(200, aSession({ id: 'cs_2' }), named))

    expect((await faultOf(api.read('cs_1', now))).requestId).toBe(id)
  })

  test('about a code keeps it, and loses the code', async () => {
    const problem = { title: 'Gone', detail: 'Not K7QM-2XDP.' }
    const { api } = await endpointThat(json(410, problem, named))
    const fault = await faultOf(api.link(aSession(), never, 'K7QM-2XDP'))

    expect([fault.requestId, fault.message]).toEqual([id, expect.not.stringContaining('K7QM')])
  })

  test.each([
    ['a', 'a'],
    ['Root=1.2-x_Y', undefined],
    ['a'.repeat(64), 'a'.repeat(64)],
    ['a'.repeat(65), undefined],
    ['', undefined],
    ['two words', undefined],
    ['<img src=x>', undefined],
    ['a, b', undefined],
    ['1.2-x_Y', '1.2-x_Y'],
  ])('with the id %j has %j', async (sent, expected) => {
    const { api } = await endpointThat(json(409, {}, { 'X-Request-Id': sent }))

    expect((await faultOf(api.create(order, 'key-1', never))).requestId).toBe(expected)
  })

  test('without an answer has none', async () => {
    const { api } = await endpointThat((response) => response.destroy())

    expect(await faultOf(api.create(order, 'key-1', never))).not.toHaveProperty('requestId')
  })
})

describe('a link request', () => {
  test('sends the code in the body, and no body without a code', async () => {
    const { api, asked } = await endpointThat(json(200, aSession()))
    await api.link(aSession(), never, 'K7QM-2XDP')
    await api.link(aSession(), never)

    expect(asked.map(({ body }) => body)).toEqual(['{"code":"K7QM-2XDP"}', ''])
    expect(asked[0]?.headers['content-type']).toBe('application/json')
  })

  test.each([
    [422, '/code', 'code_refused'],
    [422, '#/code', 'code_refused'],
    [422, '/codes', 'invalid'],
    [422, '/order', 'invalid'],
    [429, '/anything', 'unavailable'],
  ])('is refused with %s and the pointer %s: %s', async (status, pointer, kind) => {
    const { api } = await endpointThat(json(status, { errors: [{ pointer, detail: 'No.' }] }))

    expect(await faultOf(api.link(aSession(), never, 'K7QM'))).toMatchObject({ kind })
  })

  test.each(['/code', ''])('does not log a code that the server repeats (pointer %j)', async (pointer) => {
    const errors = [{ pointer, detail: 'K7QM-2XDP is wrong' }]
    const { api } = await endpointThat(json(422, { detail: 'Not K7QM-2XDP', errors }))

    expect((await faultOf(api.link(aSession(), never, 'K7QM-2XDP'))).message).not.toContain('K7QM')
  })
})

describe('an answer with 409', () => {
  const amount = { value: '59.90', currency: 'EUR' }

  test.each([
    ['urn:payin-checkout:price-changed', 'price_changed'],
    ['urn:payin-checkout:order-withdrawn', 'order_withdrawn'],
    ['urn:payin-checkout:order-promised', 'order_promised'],
    ['urn:payin-checkout:order-paid', 'already_paid'],
    ['urn:payin-checkout:a-new-reason', 'already_paid'],
    ['about:blank', 'already_paid'],
  ])('of type %s is the fault %s, to a create and to a link request', async (type, kind) => {
    const { api } = await endpointThat(json(409, { type }))

    expect(await faultOf(api.create(order, 'key-1', never))).toMatchObject({ kind, retryable: false })
    expect(await faultOf(api.link(aSession(), never))).toMatchObject({ kind, retryable: false })
  })

  test('carries the price now, and none that is no amount of money', async () => {
    const type = 'urn:payin-checkout:price-changed'
    const has = await endpointThat(json(409, { type, amount }))
    const lacks = await endpointThat(json(409, { type, amount: 'a lot' }))

    expect(await faultOf(has.api.link(aSession(), never))).toHaveProperty('amount', amount)
    expect(await faultOf(lacks.api.link(aSession(), never))).not.toHaveProperty('amount')
  })
})

test.each([404, 405, 410])(
  'a link request that is answered with %s is not found: a small proxy has no such call',
  async (status) => {
    const { api } = await endpointThat(json(status, {}))

    expect(await faultOf(api.link(aSession(), never))).toMatchObject({ kind: 'not_found', retryable: false })
  },
)

test('a link request of a session without an address that is answered with a page and 404 was answered by somebody between', async () => {
  const { api } = await endpointThat(answer(404, 'text/html', '<h1>Not found</h1>'))

  expect(await faultOf(api.link(aSession({ redirect_url: null }), never))).toMatchObject({
    kind: 'bad_answer',
  })
})

describe('a third payment of an order', () => {
  test.each([422, 429])('with status %s is known by its problem type', async (status) => {
    const errors = [{ pointer: '/payment', detail: 'Two are open.' }]
    const problem = { type: 'urn:payin-checkout:two-payments-open', errors }
    const { api } = await endpointThat(json(status, problem, { 'Retry-After': '60' }))
    const fault = await faultOf(api.create(order, 'key-1', never))

    // Not retryable, so that the shopper sees the advice at once and not after two minutes.
    expect(fault).toMatchObject({ kind: 'two_open', retryable: false })
  })
})

describe('reading a session', () => {
  test('asks the server to hold the read, and takes it as held only if the server confirms it', async () => {
    const { api, asked } = await endpointThat(
      json(200, aSession(), { ETag: '"2"', 'Preference-Applied': 'wait=20' }),
    )
    const result = await api.read('cs_1', { etag: '"1"', waitSeconds: 20, signal: never })

    expect(result).toEqual({ changed: true, session: aSession(), etag: '"2"', held: true })
    expect(asked[0]?.headers).toMatchObject({ 'if-none-match': '"1"', prefer: 'wait=20' })
  })

  test('sends no wait for an immediate read', async () => {
    const { api, asked } = await endpointThat(json(200, aSession()))
    const result = await api.read('cs_1', { ...now, etag: '"1"' })

    expect(result).toMatchObject({ etag: null, held: false })
    expect(asked[0]?.headers.prefer).toBeUndefined()
  })

  test('takes a 304 as unchanged', async () => {
    const { api } = await endpointThat(
      answer(304, 'application/json', '', { 'Preference-Applied': 'wait=20' }),
    )
    expect(await api.read('cs_1', { ...now, etag: '"1"' })).toEqual({ changed: false, held: true })
  })

  test('completes what a small proxy leaves out', async () => {
    const { api } = await endpointThat(json(200, { id: 'cs_1', status: 'COMPLETED' }))
    const result = await api.read('cs_1', { ...now, before: aSession() })

    expect(result).toMatchObject({ session: aSession({ status: 'COMPLETED' }) })
  })

  test('escapes an id, so that it cannot lead to another path', async () => {
    const id = '../orders?all'
    const { api, asked } = await endpointThat(json(200, aSession({ id })))
    await api.read(id, now)

    expect(asked[0]?.path).toBe('/checkout/sessions/..%2Forders%3Fall')
  })
})

describe('an answer that is not a session', () => {
  test.each([
    ['the shop’s HTML page', answer(200, 'text/html', '<!doctype html><title>Shop</title>'), 'text/html'],
    ['broken JSON', answer(200, 'application/json', '{"id":'), 'application/json'],
    ['nothing', answer(204, 'text/plain', ''), '`endpoint`'],
    ['JSON without an id', json(200, { status: 'CREATED' }), '`id`'],
    ['a list', json(200, []), 'not a JSON object'],
  ])('such as %s tells the developer what was received', async (_what, respond, named) => {
    const { api } = await endpointThat(respond)
    const fault = await faultOf(api.create(order, 'key-1', never))

    expect(fault).toMatchObject({ kind: 'bad_answer', retryable: false })
    expect(fault.message).toContain(named)
  })

  test.each([
    [400, 'invalid', false],
    [401, 'forbidden', false],
    [403, 'forbidden', false],
    [404, 'bad_answer', false],
    [405, 'bad_answer', false],
    [408, 'network', true],
    [409, 'bad_answer', false],
    [410, 'bad_answer', false],
    [422, 'invalid', false],
    [429, 'unavailable', true],
    [500, 'unavailable', false],
    [501, 'unavailable', false],
    [502, 'unavailable', true],
    [503, 'unavailable', true],
    [504, 'unavailable', true],
  ])('with status %s is %s, retryable: %s', async (status, kind, retryable) => {
    const { api } = await endpointThat(answer(status, 'text/html', '<h1>Oops</h1>'))
    const fault = await faultOf(api.create(order, 'key-1', never))

    expect(fault).toMatchObject({ kind, retryable })
    expect(fault.message).not.toContain('<h1>')
  })

  test.each([404, 410])(
    'with status %s to a read reports that the session is lost, not that the address is wrong',
    async (status) => {
      const { api } = await endpointThat(json(status, {}))

      expect(await faultOf(api.read('cs_1', now))).toMatchObject({ kind: 'not_found', retryable: false })
    },
  )

  test.each([
    ['the page of a proxy', 404, answer(404, 'text/html', '<h1>Not found</h1>')],
    ['a gateway’s JSON', 404, json(404, { message: 'no route matched' })],
    ['nothing', 410, answer(410, 'text/plain', '')],
  ])(
    'with %s and status %s to a read of a known session is no word of the merchant server',
    async (_, __, respond) => {
      const { api } = await endpointThat(respond)

      expect(await faultOf(api.read('cs_1', { ...now, before: aSession() }))).toMatchObject({
        kind: 'bad_answer',
      })
    },
  )

  test('with the page of a proxy and status 409 does not say that the order of a session is paid', async () => {
    const { api } = await endpointThat(answer(409, 'text/html', '<h1>Error 1001: DNS resolution error</h1>'))

    for (const request of [
      api.read('cs_1', now),
      api.read('cs_1', { ...now, before: aSession() }),
      api.link(aSession(), never),
    ])
      expect(await faultOf(request)).toMatchObject({ kind: 'bad_answer' })
  })

  test.each([
    ['a page', '<h1>Error 1001: DNS resolution error</h1>', 'bad_answer'],
    ['a page behind blanks', '\n\n<!doctype html><title>Conflict</title>', 'bad_answer'],
    ['nothing', '', 'already_paid'],
    ['a text', 'already paid', 'already_paid'],
  ])('of %s with status 409 to a create request means %s: %s', async (_, body, kind) => {
    const { api } = await endpointThat(answer(409, 'text/html', body))

    expect(await faultOf(api.create(order, 'key-1', never))).toMatchObject({ kind })
  })

  test('with a problem and 404 to a read of a known session reports that the session is lost', async () => {
    // A small proxy may send it as plain JSON.
    const problem = json(404, { title: 'No such session' })
    const { api } = await endpointThat(problem)

    expect(await faultOf(api.read('cs_1', { ...now, before: aSession() }))).toMatchObject({
      kind: 'not_found',
    })
  })

  test('such as another session, of a cache that mixes addresses, is no answer to the read', async () => {
    const { api } = await endpointThat(json(200, aSession({ id: 'cs_2', status: 'COMPLETED' })))

    expect(await faultOf(api.read('cs_1', now))).toMatchObject({ kind: 'bad_answer' })
  })

  test('with 404 to a create request names the attribute to correct', async () => {
    const { api } = await endpointThat(json(404, {}))

    expect((await faultOf(api.create(order, 'key-1', never))).message).toContain('`endpoint`')
  })

  test('with problem details names the wrong fields to the developer', async () => {
    const problem = { detail: 'Not valid', errors: [{ pointer: '#/order', detail: 'is unknown' }] }
    const { api } = await endpointThat(json(422, problem, { 'Content-Type': 'application/problem+json' }))

    const { message } = await faultOf(api.create(order, 'key-1', never))
    expect(message).toBe('The endpoint answered 422: Not valid /order: is unknown')
  })

  test('with 503 passes on Retry-After, in seconds or as a date', async () => {
    const soon = new Date(Date.now() + 3_600_000).toUTCString()
    const inSeconds = await endpointThat(json(503, {}, { 'Retry-After': '7' }))
    const asDate = await endpointThat(json(503, {}, { 'Retry-After': soon }))

    expect(await faultOf(inSeconds.api.read('cs_1', now))).toHaveProperty('retryAfterMs', 7_000)
    const { retryAfterMs = 0 } = await faultOf(asDate.api.read('cs_1', now))
    expect(retryAfterMs).toBeGreaterThan(3_000_000)
  })

  test('with 503 takes the date of Retry-After by the clock of the server, because that of the shopper may be wrong', async () => {
    const at = (ms: number) => new Date(Date.now() - 86_400_000 + ms).toUTCString()
    const { api } = await endpointThat(json(503, {}, { Date: at(0), 'Retry-After': at(7_000) }))

    expect((await faultOf(api.read('cs_1', now))).retryAfterMs).toBeCloseTo(7_000, -4)
  })
})

describe('the banks', () => {
  const named = (logo_url: unknown) => json(200, { content: [{ id: 'b-1', name: 'ING', logo_url }] })

  test('are requested page by page, a hundred at a time', async () => {
    const { api, asked } = await endpointThat(json(200, { content: [], has_more: true }))
    await api.banks(7)

    expect(asked[0]?.path).toBe('/checkout/banks?page=7&page_size=100')
  })

  test.each(['logos/ing.svg', '/checkout/logos/ing.svg'])(
    'have logos of the endpoint’s origin: %s',
    async (logo) => {
      const { api, url } = await endpointThat(named(logo))

      expect((await api.banks(1)).banks[0]?.logo_url).toBe(`${url}/logos/ing.svg`)
    },
  )

  test.each([
    'https://tracker.example/ing.svg',
    '//tracker.example/ing.svg',
    'data:image/svg+xml,<svg/>',
    'javascript:alert(1)',
    'http://[',
    '',
    null,
  ])('have no logo from another origin, which could track shoppers: %j', async (logo) => {
    const { api } = await endpointThat(named(logo))

    expect((await api.banks(1)).banks).toMatchObject([{ id: 'b-1', name: 'ING', logo_url: '' }])
  })
})

test('saved accounts are requested, and a 404 throws a fault', async () => {
  const list = { content: [{ id: 'i-1', type: 'bank_account', iban: 'DE89**************3000' }] }
  const has = await endpointThat(json(200, list))
  const lacks = await endpointThat(json(404, {}))

  expect(await has.api.instruments()).toMatchObject([{ id: 'i-1', iban: 'DE89**************3000' }])
  expect(has.asked[0]?.path).toBe('/checkout/instruments')
  expect(await faultOf(lacks.api.instruments())).toMatchObject({ kind: 'not_found' })
})

describe('a connection that breaks', () => {
  test('before the answer is a network fault', async () => {
    const { api } = await endpointThat((response) => void response.destroy())
    expect(await faultOf(api.create(order, 'key-1', never))).toMatchObject({
      kind: 'network',
      retryable: true,
    })
  })

  test('within the answer is a network fault, not half a session', async () => {
    const { api } = await endpointThat((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
      response.write('{"id":"cs_1","status":"COMPL', () => response.destroy())
    })
    expect(await faultOf(api.read('cs_1', now))).toMatchObject({ kind: 'network', retryable: true })
  })

  test('names the endpoint, but never the session’s id, which is a capability', async () => {
    const { api, url } = await endpointThat((response) => void response.destroy())
    const ofServer = await faultOf(api.read('cs_secret', now))
    const ofProxy = await faultOf(api.read('9f8e7d6c5b4a', now))

    expect(ofServer.message).toContain(url)
    expect(`${ofServer.message}${ofProxy.message}`).not.toMatch(/cs_secret|9f8e7d6c5b4a/)
  })
})

describe('reads of a page for which a service worker answers', () => {
  function withWorker(serviceWorker: unknown) {
    vi.stubGlobal('navigator', { serviceWorker })
    onTestFinished(() => void vi.unstubAllGlobals())
  }
  const queryOf = ({ path }: { readonly path: string }) => path.split('?')[1] ?? ''

  test('have another address each time, because a worker may be cache-first for every GET', async () => {
    const { api, asked } = await endpointThat(json(200, aSession()))
    withWorker({ controller: {} })
    await api.read('cs_1', now)
    await new Promise((run) => setTimeout(run, 2))
    await api.read('cs_1', now)

    expect(asked.map(queryOf)).toEqual([
      expect.stringMatching(/^fresh=\d+$/),
      expect.stringMatching(/^fresh=\d+$/),
    ])
    expect(new Set(asked.map(queryOf)).size).toBe(2)
  })

  test.each([
    ['a page without a worker', { controller: null }],
    ['a browser without workers', undefined],
  ])('are as ever in %s', async (_, serviceWorker) => {
    const { api, asked } = await endpointThat(json(200, aSession()))
    withWorker(serviceWorker)
    await api.read('cs_1', now)

    expect(asked.map(queryOf)).toEqual([''])
  })

  test('are as ever in a sandboxed frame, where asking for the worker throws', async () => {
    const { api, asked } = await endpointThat(json(200, aSession()))
    withWorker({
      get controller() {
        throw new DOMException('sandboxed', 'SecurityError')
      },
    })
    await api.read('cs_1', now)

    expect(asked.map(queryOf)).toEqual([''])
  })
})
