// Mistakes of the endpoint.
import { expect, test } from 'vitest'
import { checkout, isFoundAlone, type Mistake, page, right } from './mistake.ts'
import {
  diagnose,
  diagnoseShop,
  element,
  html,
  pageOf,
  problemAnswer,
  type Routes,
  startShop,
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
const unavailable = { status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>503</h1>' }

const mistakes: readonly Mistake[] = [
  {
    title: 'a shop that answers everything with its page',
    routes: {
      'GET /checkout/sessions/*': shopPage,
      'POST /checkout/sessions': shopPage,
      'OPTIONS /checkout/sessions': shopPage,
    },
    found: 'endpoint-not-there',
    change: 'Route its addresses to the merchant server',
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
    found: 'endpoint-login',
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
    change: 'must need no more than the id',
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
    routes: reads({ 'cache-control': 'max-age=60' }),
    found: 'endpoint-cached',
    change: 'no-store',
  },
  {
    title: 'answers that shared caches keep',
    routes: reads({ 'cache-control': 'public' }),
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

test.each(mistakes)('$title is found, and nothing else', isFoundAlone)

test('no request can create a session: the create requests name no possible order', async () => {
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
    // docs/protocol.md: a reference has 36 characters at most.
    const { order } = JSON.parse(body)
    expect(order === undefined || order.length > 36).toBe(true)
  }
})

test('an endpoint that a script sets is checked if the command line names it', async () => {
  const routes = page('<div id="app"></div>')
  const without = await diagnoseShop(routes)
  expect(without.wrong).toEqual([])
  expect(without.one('element-not-in-html').level).toBe('unknown')
  expect(without.one('endpoint-unknown').change).toContain('--endpoint')
  const named = await diagnoseShop(routes, { endpoint: '/checkout' })
  expect(named.one('create-refused').level).toBe('fine')
})

test('two elements with one endpoint probe it once', async () => {
  const shop = await startShop(page(element + element.replace('A-1001', 'A-1002')))
  await diagnose(`${shop.origin}/`)
  expect(shop.asked.filter((name) => name.startsWith('GET /checkout/sessions'))).toHaveLength(1)
})

test('a server that refuses the made-up id gets no problem for it', async () => {
  const { wrong, one } = await diagnoseShop({ 'GET /checkout/sessions/*': problemAnswer(400) })
  expect(wrong).toEqual([])
  expect(one('session-refused').level).toBe('unknown')
})

test('a preflight that gets no answer allows nothing', async () => {
  const exposes = { 'access-control-expose-headers': 'Date, ETag, Preference-Applied, Retry-After' }
  const api = await startShop({
    ...reads(exposes),
    'OPTIONS /checkout/sessions': (_request, response) => response.destroy(),
  })
  const body = element.replace('/checkout', `${api.origin}/checkout`)
  const shop = await startShop({ 'GET /': html(pageOf(body)) })
  const diagnosis = await diagnose(`${shop.origin}/`, { allowOrigin: [api.origin] })
  expect(diagnosis.one('cors-refused').seen).toContain('OPTIONS for POST')
})
