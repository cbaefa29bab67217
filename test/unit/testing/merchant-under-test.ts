// A minimal merchant server: calls the service and receives its webhooks.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StartOptions, TestSandbox } from 'payin-checkout/testing'
import { startSandbox } from 'payin-checkout/testing'
import { onTestFinished } from 'vitest'

export async function openSandbox(options: StartOptions = {}): Promise<TestSandbox> {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.close())
  return sandbox
}

let keys = 0

/** Calls the service as a merchant's server does. */
export async function call<Answer>(sandbox: TestSandbox, path: string, body: object): Promise<Answer> {
  const response = await fetch(sandbox.baseUrl + path, {
    method: 'POST',
    headers: {
      'X-API-Key': sandbox.apiKey,
      'Idempotency-Key': `key-${++keys}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

interface Created {
  readonly id: string
  readonly redirect_url: string
}

const amount = { value: '49.90', currency: 'EUR' }
const return_url = 'http://shop.example/back'

export const createPayin = (sandbox: TestSandbox, more: object = {}) =>
  call<Created>(sandbox, '/api/v2/payins', {
    amount,
    payer: { email: `payer-${keys}@example.test` },
    return_url,
    reference: 'A-1001',
    ...more,
  })

export const createPayout = (sandbox: TestSandbox, more: object = {}) =>
  call<Created>(sandbox, '/api/v2/payouts', { amount, return_url, ...more })

export async function createBankTransfer(sandbox: TestSandbox): Promise<string> {
  const intent = { amount: '25.00', names: 'Mara Lind', userId: '42' }
  const { transactionId } = await call<{ transactionId: string }>(
    sandbox,
    '/transaction/create-bank-transfer',
    intent,
  )
  return transactionId
}

export async function createOnRampLink(sandbox: TestSandbox): Promise<string> {
  const intent = { amount: 50, names: 'Mara Lind', userId: '42', userEmail: 'mara@example.test' }
  const path = '/payments/on-ramp-merchant/hosted/generate-link'
  return (await call<{ hostedLink: string }>(sandbox, path, intent)).hostedLink
}

/** A server for webhooks. It answers each with `status`, after `answerable` resolves. */
export async function openHook(status = 200, answerable = Promise.resolve()) {
  const bodies: string[] = []
  const signatures: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    signatures.push(request.headers['x-webhook-signature']?.toString())
    await answerable
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, bodies, signatures }
}
