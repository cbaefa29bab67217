// The probe of a load balancer can be very plain: HAProxy uses HTTP/1.0 without a Host header. It must not take a healthy
// server out, and no malformed request may end one.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createListener, type Listener } from '../../../src/merchant/node/listener.ts'
import { exchange } from '../../service/raw-socket.ts'
import { useWorld } from './harness.ts'

const world = useWorld()
let listener: Listener
let origin: string

beforeEach(async () => {
  listener = createListener(world().app.fetch, { drainMs: 50, headersMs: 500, checkMs: 20 })
  origin = `http://127.0.0.1:${await listener.listen('127.0.0.1', 0)}`
})
afterEach(() => listener.close())

const ask = async (bytes: string) => (await exchange(origin, bytes))[0]

test.each([
  ['HTTP/1.0 without a host, as HAProxy asks', 'GET /healthz HTTP/1.0\r\n\r\n'],
  ['HTTP/1.0 with a header and no host', 'GET /healthz HTTP/1.0\r\nUser-Agent: probe\r\n\r\n'],
  ['HTTP/1.0 with a query', 'GET /healthz?from=haproxy HTTP/1.0\r\n\r\n'],
  ['HTTP/1.0 with an empty host', 'GET /healthz HTTP/1.0\r\nHost:\r\n\r\n'],
  ['HTTP/1.1 with an empty host', 'GET /healthz HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
  ['an address for a host', 'GET /healthz HTTP/1.1\r\nHost: [::1]:4000\r\nConnection: close\r\n\r\n'],
])('a probe gets 200 with %s', async (_, bytes) => {
  const answer = await ask(bytes)
  expect([answer?.status, answer?.body]).toEqual([200, expect.stringContaining('"ok"')])
})

test('a create request and a read work without a host, because addresses come from the configuration', async () => {
  const body = '{"order":"A-1001"}'
  const create = await ask(
    `POST /checkout/sessions HTTP/1.0\r\nContent-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  expect(create?.status).toBe(201)
  const { id } = JSON.parse(create?.body ?? '{}') as { id: string }
  expect((await ask(`GET /checkout/sessions/${id} HTTP/1.0\r\n\r\n`))?.status).toBe(200)
  expect(world().service.only().return_url).toMatch(/^https:\/\/shop\.example\//)
})

test.each([
  ['no host in HTTP/1.1', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['two hosts', 'GET /nowhere HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
  ['an invalid host', 'GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  ['a host with a path', 'GET /healthz HTTP/1.1\r\nHost: a/b?c\r\nConnection: close\r\n\r\n'],
  ['a host of brackets', 'GET /healthz HTTP/1.1\r\nHost: [::\r\nConnection: close\r\n\r\n'],
  ['a host with an invalid port', 'GET /healthz HTTP/1.1\r\nHost: a:99999\r\nConnection: close\r\n\r\n'],
  ['no path', 'OPTIONS * HTTP/1.0\r\n\r\n'],
  ['an address of another scheme', 'GET ftp://a/healthz HTTP/1.0\r\n\r\n'],
  ['a broken address', 'GET http://[::/healthz HTTP/1.0\r\n\r\n'],
  ['a backslash in the path', 'GET /\\evil.example HTTP/1.0\r\n\r\n'],
  ['a path without a slash', 'GET healthz HTTP/1.0\r\n\r\n'],
  ['no host on the return page’s neighbour', 'GET /checkout/nowhere HTTP/1.0\r\n\r\n'],
  ['no host and no body where one belongs', 'POST /checkout/sessions HTTP/1.0\r\n\r\n'],
  ['no host on a webhook', 'POST /webhooks/payins HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}'],
  ['a tunnel', 'CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n'],
  ['an upgrade', 'GET /nowhere HTTP/1.0\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n'],
])('a malformed request gets a 4xx, and the server keeps running: %s', async (_, bytes) => {
  const answer = await ask(bytes)
  // The connection of a request for something else than HTTP may be closed instead.
  if (answer) expect([Math.floor(answer.status / 100), answer.status]).toEqual([4, answer.status])
  expect((await ask('GET /healthz HTTP/1.0\r\n\r\n'))?.status).toBe(200)
  expect(world().logged.join()).not.toContain('"event":"failed"')
})
