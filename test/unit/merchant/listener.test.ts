import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createListener, type Listener, type Patience } from '../../../src/merchant/node/listener.ts'
import { exchange } from '../../service/raw-socket.ts'

let listener: Listener | undefined
afterEach(async () => {
  await listener?.close()
})

/** Little enough that a test waits for none of it. */
const little = { headersMs: 100, requestMs: 200, checkMs: 20, drainMs: 50 }

async function listening(
  fetch: (request: Request) => Response | Promise<Response>,
  patience: Partial<Patience> = little,
): Promise<string> {
  listener = createListener(fetch, patience)
  return `http://127.0.0.1:${await listener.listen('127.0.0.1', 0)}`
}

/** Only the headers' own time-out can end what is slow here. */
const forHeaders = { ...little, requestMs: 60_000 }

const slowBody = 'POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{"or'

test('who sends headers drop by drop is cut off, and the app never hears of it', async () => {
  let heard = 0
  const origin = await listening(() => new Response(String(heard++)), forHeaders)
  const [answer] = await exchange(origin, 'GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: a')
  expect([answer?.status, heard]).toEqual([408, 0])
})

test('who connects and says nothing is cut off', async () => {
  const origin = await listening(() => new Response(), forHeaders)
  const [answer] = await exchange(origin, '')
  expect(answer?.status).toBe(408)
})

test('who sends a body drop by drop is cut off, and whoever reads it hears so', async () => {
  let read: Promise<string> | undefined
  const origin = await listening(async (request) => {
    read = request.text()
    return new Response(await read)
  })
  const [answer] = await exchange(origin, slowBody)
  expect(answer?.status).toBe(408)
  await expect(read).rejects.toThrow()
})

test('an answer may take longer than a request: held reads survive', async () => {
  let answer: (response: Response) => void = () => {}
  const held = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const origin = await listening(async (request) =>
    request.method === 'GET' ? held : new Response(await request.text()),
  )
  const read = exchange(origin, 'GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n')
  // Once this later one is cut off, the read is older than any request may be.
  await exchange(origin, slowBody)
  answer(new Response('news'))
  expect((await read).map(({ status, body }) => [status, body.includes('news')])).toEqual([[200, true]])
})

test('a connection between two requests is not taken for a slow one: the next poll finds it open', async () => {
  const origin = await listening(() => new Response('ok'))
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

test('a connection over which nothing more comes is closed', async () => {
  const origin = await listening(() => new Response('ok'), { ...little, keepAliveMs: 20 })
  const answers = await exchange(origin, 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
  expect(answers.map(({ status }) => status)).toEqual([200])
})

test('headers beyond 16 KiB are refused before the app sees them', async () => {
  const origin = await listening(() => new Response('ok'))
  const request = (size: number) =>
    `GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nCookie: ${'c'.repeat(size)}\r\n\r\n`
  const [large] = await exchange(origin, request(17_000))
  const [usual] = await exchange(origin, request(12_000))
  expect([large?.status, usual?.status]).toEqual([431, 200])
})

test('who never finishes a request does not keep the server from going down', async () => {
  const origin = await listening(() => new Response('ok'), { drainMs: 20 })
  const unfinished = exchange(origin, 'GET / HTTP/1.1\r\nHost: sho')
  await exchange(origin, 'GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n')
  await listener?.close()
  expect(await unfinished).toEqual([])
})
