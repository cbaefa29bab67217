import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seedOrders } from '../../../demo/orders-on-sale.ts'
import { jsonLines, type OnEvent } from '../../../src/merchant/events.ts'
import { exchange } from '../../service/raw-socket.ts'
import { startChild } from '../../support/child.ts'
import { makeEmptyDatabaseFolder } from '../../support/empty-database.ts'
import { type ExampleShop, startExampleShop } from '../../support/example-shop.ts'
import { freePort } from '../../support/free-port.ts'
import { isTaken } from '../../support/left-behind.ts'
import { createFakeService } from './fake-service.ts'
import { baseEnv } from './harness.ts'

const service = createFakeService(Date.now)
const logged: string[] = []
let server: ExampleShop | undefined
let dataDir = ''

beforeEach(async () => {
  dataDir = await makeEmptyDatabaseFolder()
})

afterEach(async () => {
  await server?.close()
  logged.length = 0
  await rm(dataDir, { recursive: true })
})

/** A merchant server on a free port. It drains for longer than a test lasts, so that the timeout cannot hide a hang. */
async function started() {
  let held = 0
  const countHeld: OnEvent = ({ event }) => {
    if (event === 'read_held') held++
    if (event === 'read_released') held--
  }
  const running = await startExampleShop(
    {
      ...baseEnv,
      PAYMENTS_BASE_URL: 'http://localhost:4199',
      HOSTED_PAGE_ORIGINS: 'https://pay.example',
      PUBLIC_URL: undefined,
      DATA_DIR: dataDir,
    },
    {
      onEvent: [jsonLines((line) => logged.push(line)), countHeld],
      fetch: service.fetch,
      prepare: (db) => seedOrders(db, new Date('2026-11-01')),
      timeouts: { drainMs: 60_000 },
    },
  )
  server = running
  const origin = `http://127.0.0.1:${running.port}`
  return { running, origin, heldReads: () => held }
}

const createSession = (origin: string, order: string) =>
  fetch(`${origin}/checkout/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ order, kind: 'payin' }),
  })

const events = () => logged.map((line) => (JSON.parse(line) as { event: string }).event)

test('a server that shuts down answers waiting clients, ends every connection and takes no new one', async () => {
  const { running, origin, heldReads } = await started()
  const silent = connect(running.port, '127.0.0.1')
  const silentEnded = once(silent, 'close')
  await once(silent, 'connect')
  const { id } = (await (await createSession(origin, 'A-1001')).json()) as { id: string }
  const idle = exchange(origin, 'GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n')
  const headers = 'Host: shop\r\nIf-None-Match: "2"\r\nPrefer: wait=25\r\n'
  const held = exchange(origin, `GET /checkout/sessions/${id} HTTP/1.1\r\n${headers}\r\n`)
  await expect.poll(heldReads).toBe(1)
  let answerService = () => {}
  service.gates.push(
    new Promise((resolve) => {
      answerService = resolve
    }),
  )
  const create = createSession(origin, 'A-1002')
  await expect.poll(() => service.creates().length).toBe(2)

  const closing = running.close()
  const [answer] = await held
  answerService()

  expect([answer?.status, answer?.headers.toLowerCase()]).toEqual([
    304,
    expect.stringContaining('connection: close'),
  ])
  const created = await create
  expect([created.status, created.headers.get('connection')]).toEqual([201, 'close'])
  expect((await idle).map(({ status }) => status)).toEqual([200])
  await silentEnded
  expect(running.close()).toBe(closing)
  await closing
  await expect(fetch(origin)).rejects.toThrow()
  expect(events().slice(-3)).toEqual(['session_changed', 'request', 'closed'])
}, 60_000)

test('a second SIGTERM does not cut off what the first one waits for', async () => {
  let answerService: ((body: string) => void) | undefined
  const upstream = createServer((request, response) => {
    request.resume().on('end', () => {
      // The start reads a list to check its key.
      if (request.method !== 'POST') return void response.end('{"content":[]}')
      answerService = (body) => response.writeHead(201).end(body)
    })
  }).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const main = fileURLToPath(new URL('../../../demo/server.ts', import.meta.url))
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const child = startChild(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), PAYMENTS_BASE_URL: baseUrl },
  })
  try {
    await child.printed('is open at')
    const create = createSession(`http://127.0.0.1:${port}`, 'A-1001')
    await expect.poll(() => answerService).toBeDefined()
    child.process.kill('SIGTERM')
    await expect.poll(() => isTaken(port)).toBe(false)
    child.process.kill('SIGTERM')
    child.process.kill('SIGTERM')
    const payin = { id: randomUUID(), status: 'CREATED', amount: { value: '49.90', currency: 'EUR' } }
    answerService?.(JSON.stringify({ ...payin, redirect_url: `${baseUrl}/pay`, reference: 'A-1001' }))
    expect((await create).status).toBe(201)
    expect(await child.ended).toMatchObject({ code: 0, out: expect.stringContaining('"event":"closed"') })
  } finally {
    await child.end()
    upstream.close()
  }
}, 90_000)
