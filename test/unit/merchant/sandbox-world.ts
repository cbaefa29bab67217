// The merchant of harness.ts with the real sandbox as its service: both in this process, on one clock that the test
// moves.
import { randomUUID } from 'node:crypto'
import type { Clock, Session } from 'payin-checkout/server'
import { afterEach, beforeEach } from 'vitest'
import { createApp } from '../../../src/merchant/app.ts'
import type { Merchant } from '../../../src/merchant/merchant.ts'
import type { Clock as SandboxClock } from '../../../src/sandbox/clock.ts'
import { createSandbox, type Sandbox } from '../../../src/sandbox/create-sandbox.ts'
import { createMerchant, type ExampleOptions } from '../../support/example-merchant.ts'
import { turns } from '../../support/timeline.ts'
import { webhookSecret } from './fake-service.ts'
import { apiKey, useWorld, type World } from './harness.ts'

export const backofficeToken = 'backoffice_token_canary_0123456789'

const environment = {
  KINDS: 'payin,bank_transfer,on_ramp',
  COMPANY_NAME: 'Acme',
  BACKOFFICE_TOKEN: backofficeToken,
}

/** What the merchant sent to the service. */
export interface Sent {
  readonly call: string
  readonly key: string | null
  readonly body: string | null
}

export interface SandboxWorld extends Omit<World, 'service' | 'restart' | 'webhook' | 'move'> {
  readonly sandbox: Sandbox
  readonly sent: Sent[]
  /** The calls to the service since the last time, as `POST /path`. */
  calls(): string[]
  /** The process dies and starts again over the same database. */
  restart(more?: Record<string, string>, options?: ExampleOptions): Promise<void>
  /** The account gets another API key, and the process starts again with it. The service refuses the key before. */
  rotateKey(key: string): Promise<void>
  /** Uses a command of the sandbox. Resolves when its webhooks were processed. */
  command(path: string, body: object): Promise<void>
  fault(order: object): Promise<void>
  /** Resolves when every webhook under way was answered and processed. */
  arrived(): Promise<void>
  /** Holds the next call to this path back, before or after it is done. */
  hold(path: string, when?: 'before' | 'after'): { readonly reached: Promise<void>; release(): void }
  /** Changes what the service answers from now on. */
  answers(change: (path: string, json: Record<string, unknown>) => object): void
  /** Makes the service refuse the next such call, given as `POST /path`, and point at these fields. */
  refuse(call: string, pointers: readonly string[]): void
  /** One round of the sweep over everything that is followed, due or not. */
  sweepNow(): Promise<void>
  /** A second process over the same database, with a create request of its own. */
  another(): Promise<{
    readonly merchant: Merchant
    createSession(order: string, body: object): Promise<Response>
  }>
  /** A call of a program to the back office: with a body, a POST. */
  backoffice(path: string, body?: object, key?: string): Promise<Response>
  /** The session as a page reads it. */
  session(id: string): Promise<Session>
  end(): Promise<void>
}

/** Prepares such a world before each test of a file. */
export function useSandboxWorld(): () => SandboxWorld {
  let current: ReturnType<typeof createSandboxWorld> | undefined
  const toSandbox: typeof fetch = async (...call) => {
    if (!current) throw new Error('The world exists inside tests only.')
    return current.service(...call)
  }
  const world = useWorld({ environment, options: { fetch: toSandbox } })

  beforeEach(() => {
    current = createSandboxWorld(world())
  })
  afterEach(() => current?.end())
  return () => {
    if (!current) throw new Error('The world exists inside tests only.')
    // A copy, so that tests can destructure it. `app` and `merchant` are those of the newest start.
    const { service: _, ...own } = current
    return { ...world(), ...own, app: world().app, merchant: world().merchant }
  }
}

function createSandboxWorld(world: World): SandboxWorld & { readonly service: typeof fetch } {
  const sandbox = createSandbox({
    apiKey,
    webhookSecret,
    rateLimit: 0,
    allowHosts: ['pay.example'],
    clock: asSandboxClock(world.clock),
    fetch: async (url, init) => world.app.request(String(url), init),
  })
  const sent: Sent[] = []
  const held: { path: string; when: 'before' | 'after'; pass: () => Promise<void> }[] = []
  let change: (path: string, json: Record<string, unknown>) => object = (_, json) => json
  const others: Merchant[] = []
  const refusals: { readonly call: string; readonly pointers: readonly string[] }[] = []
  let seen = 0
  let valid = apiKey

  async function pass(path: string, when: 'before' | 'after'): Promise<void> {
    const index = held.findIndex((gate) => gate.path === path && gate.when === when)
    if (index >= 0) await held.splice(index, 1)[0]?.pass()
  }

  const service: typeof fetch = async (input, init = {}) => {
    const { pathname: path } = new URL(String(input))
    const body = typeof init.body === 'string' ? init.body : null
    const key = new Headers(init.headers).get('idempotency-key')
    const call = `${init.method} ${path}`
    sent.push({ call, key, body })
    const index = refusals.findIndex((refusal) => refusal.call === call)
    const [refusal] = index < 0 ? [] : refusals.splice(index, 1)
    if (refusal) {
      const errors = refusal.pointers.map((pointer) => ({ pointer, detail: 'no, says the service' }))
      return Response.json({ title: 'Unprocessable Content', status: 422, errors }, { status: 422 })
    }
    await pass(path, 'before')
    const headers = new Headers(init.headers)
    // The sandbox knows one key for each account.
    headers.set('x-api-key', headers.get('x-api-key') === valid ? apiKey : 'test_refused')
    const response = await sandbox.app.request(String(input), { ...init, headers })
    await pass(path, 'after')
    return response.ok ? Response.json(change(path, await response.json()), response) : response
  }

  async function arrived(): Promise<void> {
    const isUnderWay = () => sandbox.deliveries.some(({ status, error }) => status === null && error === null)
    // A webhook is answered before it is processed. So its work exists only once no delivery is under way.
    do {
      do await turns(2)
      while (isUnderWay())
      await world.merchant.background.idle()
    } while (isUnderWay())
  }

  async function another() {
    const { config, log } = world.merchant
    const parts = { clock: world.clock, fetch: service, log, random: () => 0, retry: { maxAttempts: 1 } }
    const merchant = await createMerchant(config, world.db, parts)
    others.push(merchant)
    const app = createApp(merchant)
    const headers = () => ({ 'content-type': 'application/json', 'idempotency-key': randomUUID() })
    const createSession = async (order: string, body: object) =>
      app.request('/checkout/sessions', {
        method: 'POST',
        headers: headers(),
        body: JSON.stringify({ order, ...body }),
      })
    return { merchant, createSession }
  }

  const restart = (more: Record<string, string> = {}, options: ExampleOptions = {}) =>
    world.restart({ ...environment, ...more }, { ...options, fetch: service })

  async function order(path: string, body: object): Promise<void> {
    const response = await sandbox.app.request(`/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
  }

  return {
    ...world,
    service,
    sandbox,
    sent,
    calls() {
      const since = sent.slice(seen)
      seen = sent.length
      return since.map(({ call }) => call)
    },
    restart,
    async rotateKey(key) {
      valid = key
      await restart({ PAYMENTS_API_KEY: key })
    },
    arrived,
    async command(path, body) {
      await order(path, body)
      await arrived()
    },
    fault: (fault) => order('faults', fault),
    hold(path, when = 'before') {
      const [reached, arrive] = signal()
      const [released, release] = signal()
      const pass = () => {
        arrive()
        return released
      }
      held.push({ path, when, pass })
      return { reached, release }
    },
    answers(next) {
      change = next
    },
    refuse(call, pointers) {
      refusals.push({ call, pointers })
    },
    another,
    async backoffice(path, body, key = randomUUID()) {
      const headers = {
        authorization: `Bearer ${backofficeToken}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      }
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
      return world.app.request(`/backoffice/${path}`, init)
    },
    async sweepNow() {
      await world.merchant.sweep.runOnce(true)
      await arrived()
    },
    async end() {
      await Promise.all(others.map((merchant) => merchant.close()))
      sandbox.dispose()
    },
    session: async (id) => (await world.read(id)).json() as Promise<Session>,
  }
}

/** The sandbox's timers on the merchant's clock. */
const asSandboxClock = (clock: Clock): SandboxClock => ({
  now: () => clock.now(),
  setTimeout(run, delayMs) {
    const takenBack = new AbortController()
    clock.sleep(delayMs, takenBack.signal).then(run, () => undefined)
    return takenBack
  },
  clearTimeout: (handle) => (handle as AbortController | undefined)?.abort(),
})

function signal(): [Promise<void>, () => void] {
  let give: () => void = () => undefined
  const promise = new Promise<void>((resolve) => {
    give = resolve
  })
  return [promise, give]
}
