// The merchant's server within another server on node:http: with code before it, beside it and around it.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createHandles } from '../../../src/merchant/app.ts'
import { type NodeOptions, toNode } from '../../../src/merchant/node.ts'
import { exchange } from '../../service/raw-socket.ts'
import { signed } from './fake-service.ts'
import { useWorld } from './harness.ts'

const world = useWorld()
let server: Server

/** Listens with the program that wraps the merchant's handler. */
async function listen(
  program: (handler: ReturnType<typeof toNode>) => RequestListener,
  options?: NodeOptions<IncomingMessage & { user?: { email: string } }>,
): Promise<string> {
  const { app } = world()
  const handler = toNode(
    {
      fetch: (request, env) => app.fetch(request, env as object),
      handles: createHandles(app, world().merchant.config),
    },
    options,
  )
  server = createServer(program(handler)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(() => server.close())

const createSession = (origin: string, path = '/checkout/sessions') =>
  fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ order: 'A-1001', kind: 'payin' }),
  })

/** Does what express.json() does. */
async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const shopsOwn = (outgoing: ServerResponse) => () => void outgoing.end('the shop')

const webhook = (origin: string, more: RequestInit = {}) => {
  const { body, signature } = signed(world().service.only(), 'COMPLETED')
  const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature }
  return fetch(`${origin}/webhooks/payins`, { method: 'POST', headers, body, ...more })
}

test('a create request, a read and a signed webhook work as they do without a framework', async () => {
  const origin = await listen((handler) => (i, o) => handler(i, o, shopsOwn(o)))
  const created = await createSession(origin)
  expect(created.status).toBe(201)
  const { id } = (await created.json()) as { id: string }
  expect((await fetch(`${origin}/checkout/sessions/${id}`)).status).toBe(200)
  expect((await webhook(origin)).status).toBe(200)
  await world().merchant.background.idle()
})

test('a body that comes in chunks is read, and one that is too large is refused', async () => {
  const origin = await listen((handler) => (i, o) => handler(i, o))
  const inChunks = (body: string) =>
    exchange(
      origin,
      `POST /checkout/sessions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    )
  expect((await inChunks('{"order":"A-1001"}'))[0]?.status).toBe(201)
  expect((await inChunks(`{"order":"${'A'.repeat(70_000)}"}`))[0]?.status).toBe(413)
})

test.each(['/', '/checkout', '/checkout/thanks', '/orders?next=/checkout/sessions', '/payin-checkout.jsx'])(
  'a path of the shop goes on to the shop: %s',
  async (path) => {
    const origin = await listen((handler) => (i, o) => handler(i, o, shopsOwn(o)))
    expect(await (await fetch(origin + path)).text()).toBe('the shop')
    expect(world().logged.join()).not.toContain('"request"')
  },
)

test('without a shop behind it, a path that is not the merchant’s gets a problem document', async () => {
  const origin = await listen((handler) => (i, o) => handler(i, o))
  const { status, headers } = await fetch(`${origin}/orders`)
  expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json'])
})

test('a path that a framework shortened is found in originalUrl', async () => {
  const origin = await listen((handler) => (i, o) => {
    // Express does this for app.use('/checkout', …).
    Object.assign(i, { originalUrl: i.url, url: i.url?.replace(/^\/checkout/, '') })
    handler(i, o, shopsOwn(o))
  })
  expect((await createSession(origin)).status).toBe(201)
})

test('a preflight of an allowed origin is answered by the merchant', async () => {
  const origin = await listen((handler) => (i, o) => handler(i, o, shopsOwn(o)))
  const { status, headers } = await fetch(`${origin}/checkout/sessions`, {
    method: 'OPTIONS',
    headers: { origin: 'https://partner.example', 'access-control-request-method': 'POST' },
  })
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'https://partner.example'])
})

test('a body that was already read gets an answer that names the line to move, and is not treated as invalid', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const plain = await listen((handler) => (i, o) => handler(i, o))
  await createSession(plain)
  server.close()
  const origin = await listen((handler) => async (i, o) => {
    if (i.method === 'POST') Object.assign(i, { body: JSON.parse(String(await readBody(i))) })
    handler(i, o, shopsOwn(o))
  })
  const answers = [await createSession(origin), await webhook(origin)]
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'application/problem+json'])
    expect(((await answer.json()) as { detail: string }).detail).toMatch(
      /Put the line app\.use\(toNode\(merchant\)\) above the line app\.use\(express\.json\(\)\)/,
    )
  }
  expect(errors.mock.calls).toHaveLength(1)
  errors.mockRestore()
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  expect(await world().order('A-1001')).toBe('unpaid')
})

test('a request without a body is answered even if other code has waited for its end', async () => {
  const origin = await listen((handler) => async (i, o) => {
    await readBody(i)
    handler(i, o, shopsOwn(o))
  })
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  expect((await fetch(`${origin}/healthz`, { method: 'HEAD' })).status).toBe(200)
})

test('a body that a platform kept as rawBody is used', async () => {
  const origin = await listen((handler) => async (i, o) => {
    if (i.method === 'POST') Object.assign(i, { rawBody: await readBody(i) })
    handler(i, o)
  })
  expect((await createSession(origin)).status).toBe(201)
  expect((await webhook(origin)).status).toBe(200)
  await world().merchant.background.idle()
})

test('limits count by the address of the connection', async () => {
  const origin = await listen((handler) => (i, o) => handler(i, o))
  for (let n = 0; n < 61; n++) await fetch(`${origin}/checkout/sessions/cs_${n}`)
  expect((await fetch(`${origin}/checkout/sessions/cs_none`)).status).toBe(429)
})

test('the globals of the process stay unchanged', async () => {
  const { Request: before, Response: other } = globalThis
  await listen((handler) => (i, o) => handler(i, o))
  expect([globalThis.Request, globalThis.Response]).toEqual([before, other])
})

test('the framework’s own request says who is signed in, for each request of a connection', async () => {
  const users = new Map([
    ['sid=ada', { email: 'ada@shop.example' }],
    ['sid=eve', { email: 'eve@shop.example' }],
  ])
  const origin = await listen(
    (handler) => (i, o) => {
      // Does what a session's middleware does.
      const user = users.get(i.headers.cookie ?? '')
      handler(user ? Object.assign(i, { user }) : i, o)
    },
    { shopper: (request) => request.user?.email },
  )
  const statusFor = async (cookie: string) => {
    const response = await fetch(`${origin}/checkout/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie },
      body: JSON.stringify({ order: 'A-1001', kind: 'payin' }),
    })
    await response.text()
    return response.status
  }
  expect(await statusFor('sid=eve')).toBe(422)
  expect(await statusFor('sid=ada')).toBe(201)
  expect(await statusFor('sid=unknown')).toBe(422)
})

test('a shopper that is no function is refused at once', () => {
  const merchant = { fetch: () => new Response(), handles: () => false }
  expect(() => toNode(merchant, { shopper: 'ada@shop.example' as never })).toThrow(
    new TypeError('shopper must be a function of the request, such as (request) => request.user?.email.'),
  )
})
