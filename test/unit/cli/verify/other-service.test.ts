// verify against servers that use another payment service: no second payment is made there.
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../../../src/sandbox/start-sandbox.ts'
import { freePort } from '../../../support/free-port.ts'
import { runCli, serving } from '../running-sandbox.ts'
import { SmallMerchant } from './small-merchant.ts'

const key = 'test_verified'
const secret = 'verified_secret'
const options = { port: 0, apiKey: key, webhookSecret: secret, rateLimit: 0 }
/** The sandbox of the run, and the service that the server uses. */
let sandbox: RunningSandbox
let other: RunningSandbox

beforeEach(async () => {
  sandbox = await startSandbox(options)
  other = await startSandbox(options)
})
afterEach(async () => {
  await sandbox.close()
  await other.close()
})

const verify = (origin: string, ...more: readonly string[]) =>
  runCli([
    ...['verify', `${origin}/checkout`, '--order', 'A-{n}', '--timeout', '3', '--sandbox', sandbox.origin],
    ...['--api-key', key, '--webhook-secret', secret, ...more],
  ])

async function merchantOf(service: RunningSandbox): Promise<SmallMerchant> {
  const merchant = new SmallMerchant({ origin: service.origin, key, secret }, null, false)
  await merchant.listen()
  onTestFinished(() => merchant.close())
  return merchant
}

async function createAt(service: RunningSandbox): Promise<{ readonly redirect_url: string }> {
  const response = await fetch(`${service.origin}/api/v2/payins`, {
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'Idempotency-Key': crypto.randomUUID(),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      amount: { value: '49.90', currency: 'EUR' },
      payer: { email: 'mara@example.test' },
      return_url: 'http://127.0.0.1/return',
    }),
  })
  return response.json() as Promise<{ redirect_url: string }>
}

/** A server that creates a payment for each create request, and answers with this status. */
const servingPayments = (serviceOf: (creates: number) => RunningSandbox, status: number, page?: string) => {
  let creates = 0
  return serving(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(404).end()
    creates++
    const { redirect_url } = await createAt(serviceOf(creates))
    const session = { id: `cs_${crypto.randomUUID()}`, status: 'CREATED', redirect_url: page ?? redirect_url }
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(session))
  })
}

describe('verify with a server that uses another service', () => {
  test('makes one payment there, and ends with 2', async () => {
    const { origin } = await merchantOf(other)
    const { code, errorText } = await verify(origin)
    expect([code, other.service.payins.list().length]).toEqual([2, 1])
    expect(errorText).toContain('Your server does not use the sandbox at')
    expect(errorText).toContain(`PAYMENTS_BASE_URL=${sandbox.origin}`)
    expect(sandbox.service.payins.list()).toEqual([])
  })

  test.each([201, 400, 500, 503])('makes one payment there, whatever it answers: %d', async (status) => {
    const origin = await servingPayments(() => other, status, '/pay/here')
    const { code } = await verify(origin)
    expect([code, other.service.payins.list().length]).toEqual([2, 1])
  })

  test('makes no payment when it only reads', async () => {
    const { origin } = await merchantOf(other)
    const { code } = await verify(origin, '--only', 'no-such-session', '--only', 'banks')
    expect([code, other.service.payins.list().length]).toEqual([0, 0])
  })

  test('stops at the first page of another service, also after the first order', async () => {
    const origin = await servingPayments((creates) => (creates === 1 ? sandbox : other), 201)
    const { code, errorText } = await verify(origin)
    expect([code, other.service.payins.list().length]).toEqual([2, 1])
    expect(errorText).toContain(`got a page to pay on at ${other.origin}`)
  })
})

test.each([
  ['a page', 200, '<h1>Shop</h1>'],
  ['no JSON', 500, 'null'],
])('verify at an address that answers %s names the address first', async (_, status, body) => {
  const origin = await serving((_request, response) => void response.writeHead(status).end(body))
  const { code, errorText } = await verify(origin)
  expect([code, errorText]).toEqual([
    2,
    expect.stringContaining('must be the endpoint of your checkout. Nothing'),
  ])
})

test('a server of --start that fails at the first order shows what it has printed', async () => {
  const port = await freePort()
  const server = `require('http').createServer((q, s) => { if (q.method === 'POST') console.error('no table orders'); s.statusCode = q.method === 'POST' ? 500 : 404; s.end('{}') }).listen(${port}, '127.0.0.1')`
  const { code, errorText } = await verify(
    `http://127.0.0.1:${port}`,
    ...['--start', `"${process.execPath}" -e "${server}"`],
  )
  expect([code, errorText]).toEqual([
    2,
    expect.stringMatching(/The log of your server says why.*\n.*no table orders/s),
  ])
  expect(errorText).not.toContain('Your server does not use the sandbox')
})

describe('verify', () => {
  test('knows its sandbox by the page of an earlier run, when the first order is still open', async () => {
    const { origin } = await merchantOf(sandbox)
    await verify(origin, '--only', 'press')
    const { code, errorText } = await verify(origin, '--only', 'failed', '--first-order', '1001')
    expect(errorText).not.toContain('does not use the sandbox')
    expect(code).not.toBe(2)
  })

  test('knows its sandbox by a call that failed', async () => {
    const { origin } = await merchantOf(sandbox)
    await fetch(`${sandbox.origin}/sandbox/faults`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ fault: 'error', count: 1, operations: ['createPayin'], status: 503 }),
    })
    expect((await verify(origin, '--only', 'press')).code).toBe(0)
  })

  test('never sends a key that is not of a sandbox', async () => {
    let isAsked = false
    const origin = await serving((_, response) => {
      isAsked = true
      response.end()
    })
    const { code, errorText } = await runCli([
      ...['verify', `${origin}/checkout`, '--order', 'A-{n}', '--sandbox', origin],
      ...['--api-key', 'live_canary'],
    ])
    expect([code, isAsked]).toEqual([2, false])
    expect(errorText).toContain('--api-key does not begin with "test_"')
    expect(errorText).not.toContain('canary')
  })
})
