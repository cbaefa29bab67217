import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import {
  type ConnectionTimeouts,
  createListener,
  type Listener,
} from '../../../src/merchant/node/listener.ts'
import { exchange } from '../../service/raw-socket.ts'

let listener: Listener | undefined
afterEach(async () => {
  await listener?.close()
})

/** So short that no test waits long. */
const short = { headersMs: 100, requestMs: 200, checkMs: 20, drainMs: 50 }

async function startListening(
  fetch: (request: Request) => Response | Promise<Response>,
  timeouts: Partial<ConnectionTimeouts> = short,
): Promise<string> {
  listener = createListener(fetch, timeouts)
  return `http://127.0.0.1:${await listener.listen('127.0.0.1', 0)}`
}

/** Only the timeout of the headers can end what is slow here. */
const forHeaders = { ...short, requestMs: 60_000 }

const slowBody = 'POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{"or'

test('a client that sends its headers byte by byte gets a 408, and the app sees no request', async () => {
  let calls = 0
  const origin = await startListening(() => new Response(String(calls++)), forHeaders)
  const [answer] = await exchange(origin, 'GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: a')
  expect([answer?.status, calls]).toEqual([408, 0])
})

test('a client that connects and sends nothing gets a 408', async () => {
  const origin = await startListening(() => new Response(), forHeaders)
  const [answer] = await exchange(origin, '')
  expect(answer?.status).toBe(408)
})

test('a client that sends its body byte by byte gets a 408, and reading the body fails', async () => {
  let read: Promise<string> | undefined
  const origin = await startListening(async (request) => {
    read = request.text()
    return new Response(await read)
  })
  const [answer] = await exchange(origin, slowBody)
  expect(answer?.status).toBe(408)
  await expect(read).rejects.toThrow()
})

test('a request that has arrived when the server shuts down is answered', async () => {
  const origin = await startListening(() => new Response('there'))
  const client = connect(Number(new URL(origin).port), '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n')
  // The connection is taken in this turn of the event loop, and its bytes are read in the next one.
  client.once('connect', () => setImmediate(() => listener?.close()))
  expect(await text(client)).toContain('there')
})

test('an answer may take longer than the request timeout, so held reads survive', async () => {
  let answer: (response: Response) => void = () => {}
  const held = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const origin = await startListening(async (request) =>
    request.method === 'GET' ? held : new Response(await request.text()),
  )
  const read = exchange(origin, 'GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n')
  // When this later request is cut off, the read is older than the request timeout.
  await exchange(origin, slowBody)
  answer(new Response('changed'))
  expect((await read).map(({ status, body }) => [status, body.includes('changed')])).toEqual([[200, true]])
})

test('an idle connection between two requests stays open for the next poll', async () => {
  const origin = await startListening(() => new Response('ok'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async () => {
    const request = get(origin, { agent })
    const [response] = await once(request, 'response')
    await once(response.resume(), 'end')
    return request.reusedSocket
  }
  const first = await ask()
  await exchange(origin, slowBody)
  const second = await ask()
  agent.destroy()
  expect([first, second]).toEqual([false, true])
})

test('an idle connection is closed after its keep-alive time', async () => {
  const origin = await startListening(() => new Response('ok'), { ...short, keepAliveMs: 20 })
  const answers = await exchange(origin, 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
  expect(answers.map(({ status }) => status)).toEqual([200])
})

test('headers beyond 16 KiB are refused before the app sees them', async () => {
  const origin = await startListening(() => new Response('ok'))
  const request = (size: number) =>
    `GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nCookie: ${'c'.repeat(size)}\r\n\r\n`
  const [large] = await exchange(origin, request(17_000))
  const [usual] = await exchange(origin, request(12_000))
  expect([large?.status, usual?.status]).toEqual([431, 200])
})

test('a client that never finishes a request does not keep the server from shutting down', async () => {
  const origin = await startListening(() => new Response('ok'), { drainMs: 20 })
  const unfinished = exchange(origin, 'GET / HTTP/1.1\r\nHost: sho')
  await exchange(origin, 'GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n')
  await listener?.close()
  expect(await unfinished).toEqual([])
})
