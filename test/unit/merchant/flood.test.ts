// One client with sixty connections sends as many requests as it can to a real server with a real Postgres. Shoppers at
// other addresses must not notice: they pay, and the server is healthy.
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { type Program, startProgram } from '../../journeys/support/process.ts'
import { type Flood, startFlood } from '../../support/flood.ts'
import { freePort } from '../../support/free-port.ts'
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts'

const databaseUrl = process.env.TEST_DATABASE_URL
const unlessSkipped = databaseUrl ? '' : ' (skipped: TEST_DATABASE_URL names no Postgres)'
/** Shorter than the timeout of a browser. A shopper who waits longer believes that the shop is down. */
const timeoutMs = 8_000
/** In each flood. All together stay below what one shopper of the demo may start in a minute. */
const shoppers = 5
/** Several for each session and its webhooks. */
const linesOfShoppers = 100
/** Of the flood: so many requests can be logged and not yet answered. */
const connections = 60

interface Answer {
  readonly status: number
  readonly body: string
}

/** Sends from another address than the flood's. The status is 0 when no answer comes in time. */
function ask(port: number, method: string, path: string, body?: object): Promise<Answer> {
  return new Promise((resolve) => {
    const asked = request({
      port,
      path,
      method,
      host: '127.0.0.1',
      localAddress: '127.0.0.2',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    })
    asked.on('error', ({ message }) => resolve({ status: 0, body: message }))
    asked.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
    })
    asked.end(body && JSON.stringify(body))
  })
}

describe.skipIf(!databaseUrl)(`a flood from one address${unlessSkipped}`, () => {
  let database: OwnDatabase
  let sandbox: RunningSandbox
  let server: Program
  let port: number

  beforeAll(async () => {
    database = await createOwnDatabase(databaseUrl ?? '')
    sandbox = await startSandbox({ port: 0, rateLimit: 0 })
    port = await freePort()
    const environment = {
      PORT: String(port),
      DATABASE_URL: database.urlFor('flood'),
      PAYMENTS_BASE_URL: sandbox.origin,
    }
    server = await startProgram('demo/server.ts', environment, `http://127.0.0.1:${port}/healthz`)
  }, 120_000)
  afterAll(async () => {
    await server?.end('SIGTERM')
    await sandbox?.close()
    await database?.drop()
  })

  const createSession = async () =>
    (await ask(port, 'POST', '/checkout/sessions', { order: 'A-1001', kind: 'payin' })).status
  const health = async () => (await ask(port, 'GET', '/healthz')).status

  /** What some shoppers and a load balancer see during the flood. */
  async function seenDuring(flood: Flood): Promise<number[]> {
    await flood.answered(500)
    const statuses: number[] = []
    for (let n = 0; n < shoppers; n++) statuses.push(await createSession(), await health())
    await flood.answered(100)
    return statuses
  }

  test.each([
    ['the return page', 'GET /checkout/return?session=cs_*'],
    ['sessions that do not exist', 'GET /checkout/sessions/cs_*'],
    ['empty create requests', 'POST /checkout/sessions'],
    ['webhooks at invented addresses', 'POST /webhooks/on-ramps/7a0c8a8e-0000-4000-8000-000000000001/*'],
    ['pages that do not exist', 'GET /nowhere/*'],
    ['the health check itself', 'GET /healthz'],
  ])(
    'of %s keeps nobody else from paying, and writes at most two short lines for a request',
    async (_, path) => {
      const before = server.output().length
      const flood = startFlood(port, path)
      try {
        expect(await seenDuring(flood)).toEqual(Array.from({ length: shoppers }, () => [201, 200]).flat())
        const lines = server.output().slice(before).split('\n')
        expect(lines.length).toBeLessThan(2 * (flood.answers() + connections) + linesOfShoppers)
        expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(1_000)
      } finally {
        await flood.end()
      }
    },
  )
})
