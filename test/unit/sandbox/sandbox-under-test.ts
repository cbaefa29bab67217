// A sandbox without a port, with a fake clock and a merchant that answers webhooks as the test sets.
import { onTestFinished } from 'vitest'
import { createSandbox, type SandboxOptions } from '../../../src/sandbox/create-sandbox.ts'
import type { Payin } from '../../../src/sandbox/service/payins.ts'
import { createFakeClock } from './fake-clock.ts'

export const apiKey = 'test_key_of_this_merchant'
export const webhookSecret = 'secret_of_this_merchant'
export const returnUrl = 'https://shop.example/back?order=A-1001#done'

/** The smallest body that POST /payins accepts, with a test's own fields. */
export function payinBody(more: Record<string, unknown> = {}) {
  const amount = { value: '49.90', currency: 'EUR' }
  return { amount, payer: { email: 'mara@example.test' }, return_url: returnUrl, ...more }
}

type ReceivedWebhook = { url: string; body: string; headers: Headers; redirect: RequestRedirect | undefined }

export function openSandbox(options: SandboxOptions = {}) {
  const clock = createFakeClock()
  const received: ReceivedWebhook[] = []
  const merchant = {
    answer: async (_signal?: AbortSignal): Promise<Response> => new Response(null, { status: 204 }),
  }
  const send: typeof fetch = async (url, init) => {
    const body = String(init?.body)
    received.push({ url: String(url), body, headers: new Headers(init?.headers), redirect: init?.redirect })
    return merchant.answer(init?.signal ?? undefined)
  }
  const sandbox = createSandbox({ clock, apiKey, webhookSecret, fetch: send, ...options })
  onTestFinished(() => sandbox.dispose())
  let keys = 0

  async function call(method: string, path: string, init: RequestInit = {}) {
    const headers = { 'X-API-Key': apiKey, ...(init.headers as Record<string, string> | undefined) }
    return sandbox.app.request(`/api/v2${path}`, { ...init, method, headers })
  }

  async function post(body: unknown, key = `key-${++keys}`) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
    return call('POST', '/payins', { headers, body: text })
  }

  async function create(more: Record<string, unknown> = {}): Promise<Payin> {
    const response = await post(payinBody(more))
    if (response.status !== 201) throw new Error(await response.text())
    return (await response.json()) as Payin
  }

  const read = async (id: string) => (await (await call('GET', `/payins/${id}`)).json()) as Payin

  const steer = (path: string, body: unknown, type = 'application/json') =>
    sandbox.app.request(path, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: JSON.stringify(body),
    })

  return { ...sandbox, ...sandbox.service, clock, received, merchant, call, post, create, read, steer }
}

export type ProblemBody = {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  errors?: { detail: string; pointer: string }[]
}

export async function problemOf(response: Response): Promise<ProblemBody> {
  return (await response.json()) as ProblemBody
}
