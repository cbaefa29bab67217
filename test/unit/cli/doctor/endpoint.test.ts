// What is wrong with the endpoint, the return page and the webhooks.
import { describe, expect, test } from 'vitest'
import { checkout, isFoundAlone, type Mistake, page, right } from './mistake.ts'
import {
  diagnose,
  diagnoseShop,
  element,
  html,
  pageOf,
  problemAnswer,
  type Routes,
  returnPageOf,
  startShop,
  webhook,
} from './small-shop.ts'

const shopPage = html(pageOf())
const reads = (headers: Readonly<Record<string, string>>): Routes => ({
  'GET /checkout/sessions/*': {
    status: 404,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: '{}',
  },
})
const preflight = (headers: Readonly<Record<string, string>>): Routes => ({
  'OPTIONS /checkout/sessions': { status: 204, headers },
})
const returns = (body: string, headers: Readonly<Record<string, string>> = {}): Routes => ({
  'GET /checkout/return': html(body, { 'x-frame-options': 'DENY', ...headers }),
})
const unavailable = { status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>503</h1>' }

const atEndpoint: readonly Mistake[] = [
  {
    title: 'a shop that answers everything with its page',
    routes: {
      'GET /checkout/sessions/*': shopPage,
      'POST /checkout/sessions': shopPage,
      'OPTIONS /checkout/sessions': shopPage,
    },
    found: 'endpoint-not-there',
    change: 'let its addresses lead to the merchant server',
  },
  {
    title: 'a shop that answers reads alone with its page',
    routes: { 'GET /checkout/sessions/*': shopPage },
    found: 'endpoint-not-there',
    change: 'with a page',
  },
  {
    title: 'an endpoint that is one path too deep',
    routes: checkout('endpoint="/checkout/sessions" order="A-1"'),
    found: 'endpoint-not-there',
    change: 'line 5',
  },
  {
    title: 'an endpoint that redirects to a login',
    routes: { 'POST /checkout/sessions': { status: 302, headers: { location: '/login' } } },
    found: 'endpoint-not-there',
    change: 'endpoint=',
  },
  {
    title: 'a merchant server that is down',
    routes: { 'GET /checkout/sessions/*': unavailable, 'POST /checkout/sessions': unavailable },
    found: 'endpoint-fails',
    change: 'Start the merchant server',
  },
  {
    title: 'a session for every id',
    routes: {
      'GET /checkout/sessions/*': {
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
        body: '{"id":"x","status":"CREATED"}',
      },
    },
    found: 'session-made-up',
    change: '404',
  },
  {
    title: 'reads for who is signed in alone',
    routes: { 'GET /checkout/sessions/*': problemAnswer(401) },
    found: 'session-forbidden',
    change: 'id alone',
  },
  {
    title: 'a create that needs no key and no order',
    routes: {
      'POST /checkout/sessions': (request, response) =>
        request.headers['idempotency-key']
          ? response.writeHead(422, { 'content-type': 'application/problem+json' }).end('{}')
          : response.writeHead(201).end('{}'),
    },
    found: 'create-unchecked',
    change: 'Idempotency-Key',
  },
  {
    title: 'a create that names no order',
    routes: {
      'POST /checkout/sessions': (request, response) =>
        request.headers['idempotency-key']
          ? response.writeHead(201).end('{}')
          : response.writeHead(400, { 'content-type': 'application/problem+json' }).end('{}'),
    },
    found: 'create-without-order',
    change: '422',
  },
  {
    title: 'a body that makes the server fail',
    routes: {
      'POST /checkout/sessions': (request, response) =>
        response
          .writeHead(request.headers['idempotency-key'] ? 503 : 400, {
            'content-type': 'application/problem+json',
          })
          .end('{}'),
    },
    found: 'create-fails',
    change: '400 or 422',
  },
  {
    title: '409 for what is wrong',
    routes: { 'POST /checkout/sessions': problemAnswer(409) },
    found: 'create-conflict',
    change: '409 means',
  },
  {
    title: 'errors that are no problems',
    routes: {
      'POST /checkout/sessions': { status: 400, headers: { 'content-type': 'application/json' }, body: '{}' },
    },
    found: 'problems-missing',
    change: 'application/problem+json',
  },
  {
    title: 'answers that caches may keep',
    routes: reads({}),
    found: 'endpoint-not-no-store',
    change: 'no-store',
  },
  {
    title: 'answers that caches keep',
    routes: reads({ 'cache-control': 'public, max-age=60' }),
    found: 'endpoint-cached',
    change: 'no-store',
  },
  {
    title: 'answers out of a cache',
    routes: reads({ age: '12' }),
    found: 'endpoint-cached',
    change: 'no-store',
  },
  {
    title: 'a clock that is behind',
    routes: reads({ 'cache-control': 'no-store', date: 'Mon, 01 Jan 2024 00:00:00 GMT' }),
    found: 'clock-wrong',
    change: 'NTP',
  },
  {
    title: 'an endpoint for every origin',
    routes: preflight({ 'access-control-allow-origin': '*' }),
    found: 'cors-anybody',
    change: 'your own pages',
  },
  {
    title: 'an endpoint that reflects origins, with cookies',
    routes: preflight({
      'access-control-allow-origin': 'https://doctor.invalid',
      'access-control-allow-credentials': 'true',
    }),
    found: 'cors-strangers',
    change: 'your own pages',
  },
  {
    title: 'a page in place of the list of banks',
    routes: { ...checkout(`${right} methods="card bank_account"`), 'GET /checkout/banks': shopPage },
    found: 'banks-no-list',
    change: '404',
  },
]

const onTheWayBack: readonly Mistake[] = [
  {
    title: 'a return page without the element',
    routes: returns(returnPageOf('')),
    found: 'return-without-element',
    change: '<payin-return',
  },
  {
    title: 'a return page without a script',
    routes: returns(returnPageOf(undefined, '')),
    found: 'return-without-script',
    change: '<script',
  },
  {
    title: 'a return page without an endpoint',
    routes: returns(returnPageOf('<payin-return></payin-return>')),
    found: 'return-without-endpoint',
    change: 'endpoint=',
  },
  {
    title: 'a misspelt attribute of the return page',
    routes: returns(returnPageOf('<payin-return endpoint="/checkout" herf="/"></payin-return>')),
    found: 'attribute-misspelt',
    change: 'href="/"',
  },
  {
    title: 'a return page that tells its address',
    routes: returns(returnPageOf(), { 'referrer-policy': 'unsafe-url' }),
    found: 'return-referrer',
    change: 'no-referrer',
  },
  {
    title: 'a return page that cuts the link',
    routes: returns(returnPageOf(), { 'cross-origin-opener-policy': 'same-origin' }),
    found: 'return-opener',
    change: 'Leave Cross-Origin-Opener-Policy out',
  },
  {
    title: 'a return page that may be framed',
    routes: { 'GET /checkout/return': html(returnPageOf()) },
    found: 'return-framed',
    change: "frame-ancestors 'none'",
  },
  {
    title: 'a return page that stops its script',
    routes: returns(returnPageOf(), {
      'content-security-policy': "script-src 'none'; frame-ancestors 'none'",
    }),
    found: 'policy-script',
    change: "script-src 'self'",
  },
]

const ofWebhooks: readonly Mistake[] = [
  {
    title: 'webhooks from anybody',
    routes: { 'POST /webhooks/payins': { status: 200 } },
    found: 'webhook-forged',
    change: 'verifyWebhook',
  },
  {
    title: 'webhooks from nobody',
    routes: { 'POST /webhooks/payins': problemAnswer(401) },
    found: 'webhook-refused',
    change: 'PAYMENTS_WEBHOOK_SECRET',
  },
  {
    title: 'a redirect before webhooks',
    routes: { 'POST /webhooks/payins': { status: 301, headers: { location: 'https://www.shop.example/' } } },
    found: 'webhook-redirects',
    change: 'www',
  },
  {
    title: 'nothing that takes webhooks',
    routes: { 'POST /webhooks/payins': problemAnswer(404) },
    found: 'webhook-not-there',
    change: '/webhooks/*',
  },
  {
    title: 'an unknown payin that ends in an error',
    routes: {
      'POST /webhooks/payins': (request, response) =>
        webhook(
          request,
          Object.assign(response, {
            writeHead: new Proxy(response.writeHead, {
              apply: (write, self, [status]) => Reflect.apply(write, self, [status === 200 ? 500 : status]),
            }),
          }),
        ),
    },
    found: 'webhook-fails',
    change: '2xx',
  },
]

describe.each([
  ['at the endpoint', atEndpoint],
  ['on the way back', onTheWayBack],
  ['of webhooks', ofWebhooks],
])('a mistake %s', (_where, mistakes) => {
  test.each(mistakes)('$title is found, and nothing else', isFoundAlone)
})

test('no request can make a session: those that could, name no order that there can be', async () => {
  const bodies: string[] = []
  const { asked } = await (async () => {
    const shop = await startShop({
      'POST /checkout/sessions': (request, response) => {
        request.on('data', (chunk) => bodies.push(String(chunk)))
        request.on('end', () =>
          response.writeHead(422, { 'content-type': 'application/problem+json' }).end('{}'),
        )
      },
    })
    await diagnose(`${shop.origin}/`)
    return shop
  })()
  expect(asked.filter((name) => name.startsWith('POST'))).toEqual([
    'POST /checkout/sessions',
    'POST /checkout/sessions',
  ])
  for (const body of bodies) {
    // PROTOCOL: a reference has 36 characters at most.
    const { order } = JSON.parse(body)
    expect(order === undefined || order.length > 36).toBe(true)
  }
})

describe('an endpoint on another origin', () => {
  const allow = (origin: string) => ({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'Content-Type, Idempotency-Key, If-None-Match, Prefer',
  })
  const exposed = { 'access-control-expose-headers': 'Date, ETag, Preference-Applied, Retry-After' }

  async function diagnoseAcross(headersFor: (origin: string) => Readonly<Record<string, string>>) {
    const endpoint = await startShop()
    const shop = await startShop(
      page(`<payin-checkout endpoint="${endpoint.origin}/checkout" order="A-1"></payin-checkout>`),
    )
    const headers = headersFor(shop.origin)
    endpoint.routes['OPTIONS /checkout/sessions'] = (request, response) =>
      response.writeHead(204, request.headers.origin === shop.origin ? headers : {}).end()
    endpoint.routes['OPTIONS /checkout/sessions/*'] = { status: 204, headers }
    endpoint.routes['GET /checkout/sessions/*'] = problemAnswer(404, headers)
    return diagnose(`${shop.origin}/`)
  }

  test('that allows the page is fine', async () => {
    const { wrong } = await diagnoseAcross((origin) => ({ ...allow(origin), ...exposed }))
    expect(wrong).toEqual([])
  })

  test('that does not allow the page is a problem, with the setting to change', async () => {
    const diagnosis = await diagnoseAcross(() => ({}))
    expect(diagnosis.wrong).toEqual(['cors-refused'])
    expect(diagnosis.one('cors-refused').change).toMatch(/ALLOWED_ORIGINS=http:\/\/127\.0\.0\.1:\d+ at/)
  })

  test('that does not allow the key is a problem', async () => {
    const diagnosis = await diagnoseAcross((origin) => ({
      ...allow(origin),
      ...exposed,
      'access-control-allow-headers': 'content-type',
    }))
    expect(diagnosis.wrong).toEqual(['cors-refused'])
    expect(diagnosis.one('cors-refused').seen).toContain('without idempotency-key')
  })

  test('that hides its headers is a warning that names them', async () => {
    const diagnosis = await diagnoseAcross((origin) => ({
      ...allow(origin),
      'access-control-expose-headers': 'Date',
    }))
    expect(diagnosis.wrong).toEqual(['cors-not-exposed'])
    expect(diagnosis.one('cors-not-exposed').title).toContain('ETag, Preference-Applied, Retry-After')
  })
})

describe('a session that is named', () => {
  const session = 'cs_a-capability-that-nobody-else-may-read'
  const readable = (held: (response: import('node:http').ServerResponse) => unknown): Routes => ({
    [`GET /checkout/sessions/${session}`]: (request, response) =>
      request.headers.prefer === undefined
        ? response
            .writeHead(200, { etag: '"1"', 'content-type': 'application/json' })
            .end('{"id":"x","status":"CREATED"}')
        : held(response),
  })
  const heard = (routes: Routes) => diagnoseShop(routes, { session })

  test('whose read is held is fine, and its id stands nowhere', async () => {
    const diagnosis = await heard(
      readable((response) => response.writeHead(304, { 'preference-applied': 'wait=25' }).end()),
    )
    expect(diagnosis.wrong).toEqual([])
    expect(diagnosis.one('held-read-fine').level).toBe('fine')
    expect(diagnosis.text).not.toContain(session)
  })

  test('whose read is cut by a proxy is a problem, with the line for the proxy', async () => {
    const diagnosis = await heard(readable((response) => response.writeHead(504).end()))
    expect(diagnosis.wrong).toEqual(['held-read-cut'])
    expect(diagnosis.one('held-read-cut').change).toContain('proxy_read_timeout')
  })

  test('whose connection is cut is the same problem', async () => {
    const diagnosis = await heard(readable((response) => response.destroy()))
    expect(diagnosis.wrong).toEqual(['held-read-cut'])
  })

  test('whose ETag nobody looks at is a warning', async () => {
    const diagnosis = await heard(readable((response) => response.writeHead(200, { etag: '"1"' }).end('{}')))
    expect(diagnosis.wrong).toEqual(['etag-ignored'])
  })

  test('whose read is answered at once is polled, which is no mistake', async () => {
    const diagnosis = await heard(readable((response) => response.writeHead(304).end()))
    expect(diagnosis.wrong).toEqual([])
    expect(diagnosis.one('held-read-at-once').level).toBe('unknown')
  })

  test('that has no status is no session', async () => {
    const diagnosis = await heard({
      [`GET /checkout/sessions/${session}`]: { headers: { etag: '"1"' }, body: '{"id":"x"}' },
    })
    expect(diagnosis.wrong).toEqual(['etag-ignored', 'session-not-one'])
  })
})

test('an endpoint that only a script sets is read where the command line names it', async () => {
  const routes = page('<div id="app"></div>')
  const without = await diagnoseShop(routes)
  expect(without.wrong).toEqual([])
  expect(without.one('element-not-in-html').level).toBe('unknown')
  expect(without.one('endpoint-unknown').change).toContain('--endpoint')
  const named = await diagnoseShop(routes, { endpoint: '/checkout' })
  expect(named.one('create-refused').level).toBe('fine')
})

test('two elements of one endpoint ask it once', async () => {
  const shop = await startShop(page(element + element.replace('A-1001', 'A-1002')))
  await diagnose(`${shop.origin}/`)
  expect(shop.asked.filter((name) => name.startsWith('GET /checkout/sessions'))).toHaveLength(1)
})
