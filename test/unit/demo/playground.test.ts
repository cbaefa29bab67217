import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { isFreshOrder } from '../../../demo/playground/fresh-orders.ts'
import type { Package, readPackage } from '../../../demo/playground/manifest.ts'
import { mountPlayground } from '../../../demo/playground/playground.ts'
import { scenarios } from '../../../demo/playground/scenarios.ts'
import { customElementsManifest } from '../../../scripts/custom-elements.ts'
import { eventNames } from '../../../src/checkout/event-names.ts'
import type { IssuedPayout } from '../../../src/merchant/create/payouts.ts'
import { HttpProblem } from '../../../src/merchant/http/problems.ts'
import { realMoneyReason } from '../../../src/merchant/settings/real-money.ts'
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts'
import { faultSchema } from '../../../src/sandbox/faults/fault-schema.ts'

const { modules } = customElementsManifest() as { modules: [{ declarations: Package['elements'] }] }
const built: Package = {
  elements: modules[0].declarations,
  script: { name: 'payin-checkout-1.2.3.js', integrity: 'sha384-x' },
}
const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

interface World {
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly readBuilt?: typeof readPackage
  /** The sandbox; by default nothing answers. */
  readonly fetch?: typeof fetch
}

function playgroundWith(world: World = {}) {
  const { baseUrl = 'http://localhost:4100', apiKey = 'test_x', readBuilt = async () => built } = world
  const inserted: (readonly unknown[])[] = []
  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof HttpProblem) return error.toResponse(c)
    throw error
  })
  const nobody: typeof fetch = () => Promise.reject(new TypeError('fetch failed'))
  const merchant = {
    db: {
      query: async <T>(_: string, given: readonly unknown[] = []) => {
        inserted.push(given)
        return [] as T[]
      },
    },
    payouts: {
      create: async () => ({ id: 'cs_payout', claim_code: 'K7QM-2XDP' }) as IssuedPayout,
      find: async () => null,
    },
    clock: { now: () => 0, sleep: async () => undefined },
    config: {
      service: { baseUrl, apiKey, webhookSecrets: [] },
      realMoney: realMoneyReason({ apiKey, baseUrl }),
      ownOrigins: ['http://localhost:4000'],
    },
  }
  const options = { listLanguages: async () => ['de'], readBuilt, fetch: world.fetch ?? nobody }
  mountPlayground(app, merchant, options)
  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = own) =>
    app.request(`http://localhost:4000/playground${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
  return { ask, inserted, page: async (query = '') => (await ask('GET', query)).text() }
}

describe('the playground', () => {
  test('says how to build the package when nothing is built', async () => {
    const answer = await playgroundWith({ readBuilt: async () => null }).ask('GET', '')

    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('<code>npm run build</code>')
  })

  test('has the shop’s policy, and escapes values of the address', async () => {
    const { ask, page } = playgroundWith()
    const evil = '"><script>alert(1)</script>'
    const shown = await page(`?label=${encodeURIComponent(evil)}&element=${encodeURIComponent(evil)}`)

    expect((await ask('GET', '')).headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(shown).toContain('value="&quot;&gt;&lt;script&gt;')
    expect(shown).not.toContain('<script>alert')
  })

  test('listens to every documented event of its element', async () => {
    const { page } = playgroundWith()
    const eventsOf = async (tag: string) =>
      / data-events="([^"]*)"/.exec(await page(`?element=${tag}`))?.[1]?.split(' ')

    expect(await eventsOf('payin-checkout')).toEqual(eventNames.map((name) => `payment-${name}`))
    expect(await eventsOf('payout-claim')).toEqual(eventNames.map((name) => `payout-${name}`))
  })

  test.each([
    ['a service elsewhere', { baseUrl: 'https://payments.example' }],
    ['a key for real money', { apiKey: 'live_x' }],
  ])('makes no order and steers nothing with %s, and says why', async (_, world) => {
    const { ask, inserted, page } = playgroundWith(world)
    const answers = await Promise.all([
      ask('POST', '/orders', { price: 'euro' }),
      ask('POST', '/payouts', {}),
      ask('GET', '/scenarios'),
      ask('PUT', '/scenarios/down'),
      ask('POST', '/scenarios/declined/strike', { kind: 'payin', reference: 'A-1001' }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(inserted).toEqual([])
    expect(await page()).toContain('its payments are real')
    expect(await page()).not.toContain('data-scenario')
  })

  test('creates an order with the named price, and ignores other fields', async () => {
    const { ask, inserted } = playgroundWith()
    const answer = await ask('POST', '/orders', { price: 'yen', amount: '0.01' })
    const { order } = (await answer.json()) as { order: string }
    await ask('POST', '/orders', { price: '0.01' })

    expect(isFreshOrder(order)).toBe(true)
    expect(inserted.map(([, amount, currency]) => [amount, currency])).toEqual([
      ['12500', 'JPY'],
      ['49.90', 'EUR'],
    ])
  })

  test('refuses requests from a page of another site', async () => {
    const { ask, inserted } = playgroundWith()
    const theirs = {
      'content-type': 'application/json',
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    }
    const answers = await Promise.all([
      ask('POST', '/orders', { price: 'euro' }, theirs),
      ask('POST', '/payouts', {}, theirs),
      ask('PUT', '/scenarios/down', undefined, theirs),
      ask('DELETE', '/scenarios/down', undefined, theirs),
      ask('DELETE', '/scenarios', undefined, theirs),
      ask('POST', '/scenarios/declined/strike', { kind: 'payin', reference: 'A' }, theirs),
    ])

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect(inserted).toEqual([])
  })

  test('says that the sandbox does not answer', async () => {
    const answer = await playgroundWith().ask('GET', '/scenarios')

    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('npm run sandbox') })
  })
})

describe('the scenarios', () => {
  const lasting = scenarios.filter((scenario) => scenario.how === 'lasting')

  test('name faults that the sandbox has', () => {
    for (const { fault } of lasting) expect(faultSchema.safeParse(fault).error).toBeUndefined()
  })

  test('are each active once, shown as active, and removed without another fault', async () => {
    const sandbox = createSandbox()
    const { ask } = playgroundWith({ fetch: async (url, init) => sandbox.app.request(url as string, init) })
    sandbox.faults.add({ fault: 'webhook_lost', chance: 1, count: 3 })
    for (const { name } of [...lasting, ...lasting]) await ask('PUT', `/scenarios/${name}`)
    const on = await (await ask('GET', '/scenarios')).json()
    const faultsOn = sandbox.faults.show().faults.length
    for (const { name } of lasting) await ask('DELETE', `/scenarios/${name}`)
    const off = await (await ask('GET', '/scenarios')).json()

    expect(on).toEqual({ on: lasting.map(({ name }) => name), others: 1 })
    expect(faultsOn).toBe(lasting.length + 1)
    expect(off).toEqual({ on: [], others: 1 })
    expect(await (await ask('DELETE', '/scenarios')).json()).toEqual({ on: [], others: 0 })
  })

  test('change the newest payment of an order, and no other', async () => {
    const sandbox = createSandbox()
    const { ask } = playgroundWith({ fetch: async (url, init) => sandbox.app.request(url as string, init) })
    const first = await create(sandbox, 'play-1')
    sandbox.clock.advance(1_000)
    const newest = await create(sandbox, 'play-1')
    const other = await create(sandbox, 'play-2')
    const struck = await ask('POST', '/scenarios/declined/strike', { kind: 'payin', reference: 'play-1' })

    expect(struck.status).toBe(204)
    const statusOf = (id: string) => sandbox.service.payins.find(id)?.status
    expect([first, newest, other].map(statusOf)).toEqual(['CREATED', 'FAILED', 'CREATED'])
  })

  test('answer 422 for an impossible change', async () => {
    const sandbox = createSandbox()
    const { ask } = playgroundWith({ fetch: async (url, init) => sandbox.app.request(url as string, init) })
    const strike = (name: string, kind: string) =>
      ask('POST', `/scenarios/${name}/strike`, { kind, reference: 'play-1' })
    const answers = [
      await strike('expired', 'bank_transfer'),
      await strike('declined', 'on_ramp'),
      await strike('declined', 'payin'),
      await strike('coop', 'payin'),
      await ask('PUT', '/scenarios/declined'),
    ]

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 404, 404, 404])
  })
})

async function create(sandbox: ReturnType<typeof createSandbox>, reference: string): Promise<string> {
  const answer = await sandbox.app.request('http://localhost:4100/api/v2/payins', {
    method: 'POST',
    headers: {
      'X-API-Key': 'test_sandbox',
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      amount: { value: '49.90', currency: 'EUR' },
      payer: { email: 'mara@example.test' },
      return_url: 'http://localhost:4000/',
      reference,
    }),
  })
  return ((await answer.json()) as { id: string }).id
}
