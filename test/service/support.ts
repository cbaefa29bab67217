// One running sandbox for each test file, called over HTTP only, as by a merchant. Every answer is validated against
// the OpenAPI description. Tests move the sandbox's clock and never sleep.
//
//   sentences.ts   every sentence of the service's two documents, and the test that proves it
//   *.test.ts      the tests, one file for each section of the documents
import { afterAll, beforeAll, expect } from 'vitest'
import type { SandboxOptions } from '../../src/sandbox/create-sandbox.ts'
import type { OperationId } from '../../src/sandbox/openapi/description.ts'
import type { Payin } from '../../src/sandbox/service/payins.ts'
import type { Payout } from '../../src/sandbox/service/payouts.ts'
import type { Delivery } from '../../src/sandbox/service/webhook-post.ts'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { checkResponse } from '../support/described.ts'
import { createMerchant } from './merchant.ts'
import { createVisitor } from './visitor.ts'

export const apiKey = 'test_key_of_this_merchant'
export const webhookSecret = 'secret_of_this_merchant'
export const returnUrl = 'https://shop.example/back?order=A-1001#done'
/** The id of no object. */
export const unknownId = '0f8fad5b-d9cb-469f-a165-70867728950e'
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const settleDelayMs = 60_000

export type Fields = Record<string, unknown>
export type Answer<Body = Fields> = { status: number; headers: Headers; body: Body }
export type Page<Item = Fields> = { content: Item[]; page: number; page_size: number; has_more: boolean }
export type Problem = Fields & { detail: string; errors?: { detail: string; pointer: string }[] }

type State = { [kind in 'payins' | 'payouts' | 'bank_transfers' | 'on_ramps']: Fields[] }
type Sending = { headers?: Record<string, string>; body?: BodyInit }

/** The smallest body that POST /payins accepts, with a test's own fields. */
export const payinBody = (more: Fields = {}): Fields => ({
  amount: { value: '49.90', currency: 'EUR' },
  payer: { email: 'mara@example.test' },
  return_url: returnUrl,
  ...more,
})

/** The same for POST /payouts. */
export const payoutBody = (more: Fields = {}): Fields => ({
  amount: { value: '120.00', currency: 'EUR' },
  return_url: returnUrl,
  ...more,
})

/** A sandbox for this test file, started before its tests and closed after them. */
export function runService(options: SandboxOptions = {}) {
  const merchant = createMerchant()
  let running: RunningSandbox | undefined
  let keys = 0

  beforeAll(async () => {
    await merchant.listen()
    running = await startSandbox({
      port: 0,
      apiKey,
      webhookSecret,
      settleDelayMs,
      rateLimit: 0,
      ...options,
    })
  })
  afterAll(async () => {
    await running?.close()
    await merchant.close()
    expect(merchant.mistakes).toEqual([])
  })

  const origin = () => running?.origin ?? ''

  async function send<Body>(operation: OperationId, method: string, path: string, sending: Sending) {
    const answer = await fetch(origin() + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      ...sending,
    })
    const text = await answer.text()
    expect(text).not.toMatch(/at .*\.ts:/)
    const body = JSON.parse(text) as Body
    const deviations = checkResponse(operation, answer.status, answer.headers.get('Content-Type'), body)
    expect(deviations, `${operation} ${answer.status} ${text}`).toEqual([])
    return { status: answer.status, headers: answer.headers, body }
  }

  const authentic = { 'X-API-Key': apiKey }

  const get = <Body = Fields>(
    operation: OperationId,
    path: string,
    headers: Record<string, string> = authentic,
  ): Promise<Answer<Body>> => send(operation, 'GET', path, { headers })

  /** @param body a string is sent as it is, other values as JSON */
  function post<Body = Fields>(
    operation: OperationId,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const given = {
      ...authentic,
      'Content-Type': 'application/json',
      'Idempotency-Key': `key-${++keys}`,
      ...headers,
    }
    return send(operation, 'POST', path, {
      headers: given,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  async function command<Body>(path: string, body?: unknown): Promise<Body> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${origin()}/sandbox${path}`, { headers, ...init })
    if (!answer.ok) throw new Error(`/sandbox${path}: ${await answer.text()}`)
    return (await answer.json()) as Body
  }

  async function createPayin(more: Fields = {}): Promise<Payin> {
    const { status, body } = await post<Payin>('createPayin', '/api/v2/payins', payinBody(more))
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }

  async function createPayout(more: Fields = {}): Promise<Payout> {
    const { status, body } = await post<Payout>('createPayout', '/api/v2/payouts', payoutBody(more))
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }

  return {
    origin,
    get,
    post,
    merchant,
    createPayin,
    createPayout,
    tryPayin: (more: Fields) => post<Payin & Problem>('createPayin', '/api/v2/payins', payinBody(more)),
    tryPayout: (more: Fields) => post<Payout & Problem>('createPayout', '/api/v2/payouts', payoutBody(more)),
    readPayin: async (id: string) => (await get<Payin>('getPayin', `/api/v2/payins/${id}`)).body,
    readPayout: async (id: string) => (await get<Payout>('getPayout', `/api/v2/payouts/${id}`)).body,
    /** A visitor with a browser. */
    visitor: (headers?: Record<string, string>) => createVisitor(origin(), headers),
    advance: (ms: number) => command('/clock', { advance_ms: ms }),
    nowMs: async () => Date.parse((await command<{ clock: { now: string } }>('/state')).clock.now),
    move: (kind: 'payins' | 'payouts' | 'transactions', id: string, state: Fields) =>
      command<Fields>(`/${kind}/${id}/status`, state),
    fault: (order: Fields) => command('/faults', order),
    /** The state of the sandbox, from its control panel. */
    state: () => command<State>('/state'),
    /** Waits until no call is in flight, including calls whose client disconnected. */
    requestsAnswered: async () => {
      for (let tries = 0; tries < 500; tries++) {
        const { requests } = await command<{ requests: { status: number | null }[] }>('/state')
        if (requests.every(({ status }) => status !== null)) return
      }
      throw new Error('A call to the sandbox was never answered.')
    },
    /** All webhook attempts about this object, including those in flight. */
    deliveriesOf: async (id: string) =>
      (await command<{ deliveries: Delivery[] }>('/state')).deliveries.filter(
        ({ object_id }) => object_id === id,
      ),
  }
}

export type RunningService = ReturnType<typeof runService>

/** The pointers of a 422, sorted. */
export function pointersOf({ status, body }: Answer<Problem>): string[] {
  expect(status, JSON.stringify(body)).toBe(422)
  return (body.errors ?? []).map(({ pointer }) => pointer).sort()
}
