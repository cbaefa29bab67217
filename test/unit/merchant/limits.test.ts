import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../../src/merchant/app.ts'
import { TooManyRequests } from '../../../src/merchant/errors/load-errors.ts'
import { createRateLimit } from '../../../src/merchant/rate-limit.ts'
import type { PerMinute } from '../../../src/merchant/request-limits.ts'
import { findsAnySpelling, spellingOf } from '../../support/any-spelling.ts'
import { createFakeClock } from '../server/fake-clock.ts'
import { useWorld } from './harness.ts'

const world = useWorld()

/** A server behind a proxy, with limits that a test can reach. The cookie is the name of the signed-in shopper. */
async function restartWithLimits(perMinute: Partial<PerMinute>): Promise<void> {
  const shopper = async (headers: Headers) => headers.get('cookie')
  const environment = { CLIENT_ADDRESS_HEADER: 'X-Forwarded-For', ORDER_TOKEN_SECRET: 'x'.repeat(24) }
  await world().restart(environment, { shopper })
  world().app = createApp(world().merchant, { perMinute })
}

const from = (address: string, more: Record<string, string> = {}) => ({ 'x-forwarded-for': address, ...more })

const createSession = async (headers: Record<string, string>, order = 'A-1001') => {
  const response = await world().app.request('/checkout/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: JSON.stringify({ order, kind: 'payin', token: world().merchant.owners.tokenFor(order) }),
  })
  return response.status
}

const get = async (path: string, headers: Record<string, string>) =>
  (await world().app.request(path, { headers })).status

const link = async (id: string, headers: Record<string, string>) =>
  (await world().app.request(`/checkout/sessions/${id}/link`, { method: 'POST', headers })).status

const unknown = () => `/checkout/sessions/cs_${randomUUID().replaceAll('-', '')}`

test('a limit that is given as undefined stays ours', async () => {
  await restartWithLimits({ unknownSessionsByAddress: undefined } as unknown as PerMinute)
  const statuses = new Set<number>()
  for (let n = 0; n <= 60; n++) statuses.add(await get(unknown(), from('203.0.113.5')))
  expect([...statuses]).toEqual([404, 429])
})

describe('starting payments', () => {
  test('is limited by address, whatever the order, and the answer says when to retry', async () => {
    await restartWithLimits({ startsByAddress: 2 })
    expect(await createSession(from('203.0.113.1'), 'A-1001')).toBe(201)
    expect(await createSession(from('203.0.113.1'), 'A-1002')).toBe(201)
    const response = await world().app.request('/checkout/sessions', {
      method: 'POST',
      headers: from('203.0.113.1'),
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([429, 'application/problem+json'])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await createSession(from('203.0.113.2'), 'A-1003')).toBe(201)
  })

  test('is limited by signed-in shopper, whatever the address and the spelling of the e-mail', async () => {
    await restartWithLimits({ startsByShopper: 2 })
    expect(await createSession(from('203.0.113.1', { cookie: 'ada@shop.example' }), 'A-1001')).toBe(201)
    expect(await createSession(from('203.0.113.2', { cookie: 'Ada@Shop.example' }), 'A-1002')).toBe(201)
    expect(await createSession(from('203.0.113.3', { cookie: 'ada@shop.example' }), 'A-1003')).toBe(429)
    expect(await createSession(from('203.0.113.3', { cookie: 'bob@shop.example' }), 'A-1003')).toBe(201)
  })

  test('is limited by order for guests, so that many addresses make few payins of one order', async () => {
    await restartWithLimits({ startsByShopper: 2 })
    expect(await createSession(from('203.0.113.1'))).toBe(201)
    expect(await createSession(from('203.0.113.2'))).toBe(201)
    expect(await createSession(from('203.0.113.3'))).toBe(429)
    expect(await createSession(from('203.0.113.3'), 'A-1002')).toBe(201)
  })

  test('is limited by order for guests under every spelling of its id', async () => {
    await world().restart({}, { ordersOn: findsAnySpelling, mayPay: async () => true })
    world().app = createApp(world().merchant, { perMinute: { startsByShopper: 2 } })
    const statuses: number[] = []
    for (const spelling of [1, 2, 3])
      statuses.push(
        (await world().createSession(spellingOf('A-1001', spelling), randomUUID(), { token: undefined }))
          .status,
      )
    expect(statuses).toEqual([201, 201, 429])
  })

  test('counts links as well, by address and by shopper or order', async () => {
    await restartWithLimits({ startsByAddress: 3, startsByShopper: 2 })
    const { id } = await world().pay('A-1001')
    expect(await link(id, from('203.0.113.1'))).toBe(200)
    expect(await link(id, from('203.0.113.2'))).toBe(429)
    expect(await link(id, from('203.0.113.1', { cookie: 'ada@shop.example' }))).toBe(200)
    expect(await link(id, from('203.0.113.1', { cookie: 'bob@shop.example' }))).toBe(200)
    expect(await link(id, from('203.0.113.1', { cookie: 'eve@shop.example' }))).toBe(429)
  })

  test('is possible again after a minute', async () => {
    await restartWithLimits({ startsByShopper: 1 })
    expect(await createSession(from('203.0.113.1'))).toBe(201)
    expect(await createSession(from('203.0.113.1'))).toBe(429)
    await world().clock.advance(60_000)
    expect(await createSession(from('203.0.113.1'))).toBe(201)
  })
})

test.each([
  ['/checkout/banks', { banksByAddress: 1 }],
  ['/checkout/instruments', { instrumentsByAddress: 1 }],
])('%s is limited by address', async (path, perMinute) => {
  await restartWithLimits(perMinute)
  expect(await get(path, from('2001:db8:1:2::1'))).toBe(200)
  expect(await get(path, from('2001:db8:1:2:ffff::9'))).toBe(429)
  expect(await get(path, from('2001:db8:1:3::1'))).toBe(200)
})

describe('guessing session ids', () => {
  test('stops after a number of misses from one address, without a query to the database', async () => {
    await restartWithLimits({ unknownSessionsByAddress: 2 })
    expect(await get(unknown(), from('203.0.113.1'))).toBe(404)
    expect(await get(unknown(), from('203.0.113.1'))).toBe(404)
    const { query } = world().db
    world().db.query = () => Promise.reject(new Error('asked'))
    const guess = await get(unknown(), from('203.0.113.1'))
    world().db.query = query
    expect(guess).toBe(429)
    expect(await get(unknown(), from('203.0.113.2'))).toBe(404)
  })

  test('by requesting links counts as well', async () => {
    await restartWithLimits({ unknownSessionsByAddress: 1 })
    expect(await link('cs_x', from('203.0.113.1'))).toBe(404)
    expect(await get(unknown(), from('203.0.113.1'))).toBe(429)
  })

  test('blocks its address from a session of others, even with the right id', async () => {
    await restartWithLimits({ unknownSessionsByAddress: 1 })
    const { id } = await world().pay('A-1001')
    await restartWithLimits({ unknownSessionsByAddress: 1 })
    await get(unknown(), from('203.0.113.1'))
    expect(await get(`/checkout/sessions/${id}`, from('203.0.113.1'))).toBe(429)
    expect(await get(`/checkout/sessions/${id}`, from('203.0.113.2'))).toBe(200)
  })

  test('does not keep another shopper at the same address from following a payment', async () => {
    await restartWithLimits({ unknownSessionsByAddress: 1 })
    const { id } = await world().pay('A-1001')
    await get(unknown(), from('203.0.113.1'))
    expect(await get(unknown(), from('203.0.113.1'))).toBe(429)
    const held = get(`/checkout/sessions/${id}`, {
      ...from('203.0.113.1'),
      'if-none-match': '"2"',
      prefer: 'wait=20',
    })
    await world().clock.untilSleeping(20_000)
    await world().move(world().service.only(), 'COMPLETED')
    expect(await held).toBe(200)
  })

  test('is not assumed when a whole network reads its own sessions at once after a restart', async () => {
    await restartWithLimits({ unknownSessionsByAddress: 1 })
    const ids = await Promise.all(
      ['A-1001', 'A-1002', 'A-1003'].map(async (order) => (await world().pay(order)).id),
    )
    await restartWithLimits({ unknownSessionsByAddress: 1 })
    const reads = ids.map((id) => get(`/checkout/sessions/${id}`, from('203.0.113.1')))
    expect(await Promise.all(reads)).toEqual([200, 200, 200])
  })
})

describe('a proxy without CLIENT_ADDRESS_HEADER', () => {
  const warnings = () => world().logged.filter((line) => line.includes('proxy_not_configured'))

  test('is logged once, with the variable and the header, and without an address', async () => {
    await world().restart()
    for (const order of ['A-1001', 'A-1002']) await createSession(from('203.0.113.1'), order)
    expect(warnings()).toHaveLength(1)
    expect(warnings()[0]).toMatch(/x-forwarded-for.*CLIENT_ADDRESS_HEADER/)
    expect(warnings()[0]).not.toContain('203.0.113')
  })

  test('is not logged when the variable is set, or when no proxy forwards', async () => {
    await restartWithLimits({})
    await createSession(from('203.0.113.1'))
    await world().restart()
    await createSession({})
    expect(warnings()).toEqual([])
  })
})

describe('a limit', () => {
  const limit = (perMinute: number) => createRateLimit(createFakeClock(), perMinute, 'Wait.')
  const refuses = (act: () => void) => {
    try {
      act()
      return false
    } catch (error) {
      return error instanceof TooManyRequests
    }
  }

  test('that is reached stays reached while ten thousand others come by', () => {
    const { take } = limit(1)
    take('others')
    for (let other = 0; other < 9_000; other++) take(`before ${other}`)
    take('shopper')
    for (let other = 0; other < 9_000; other++) take(`after ${other}`)
    expect(refuses(() => take('shopper'))).toBe(true)
  })

  test('that is reached is over in a minute also when the clock is set back by an hour', () => {
    let now = 7_200_000
    const { take } = createRateLimit({ ...createFakeClock(), now: () => now }, 1, 'Wait.')
    take('shopper')
    now -= 3_600_000
    expect(refuses(() => take('shopper'))).toBe(false)
    expect(refuses(() => take('shopper'))).toBe(true)
    now += 60_000
    expect(refuses(() => take('shopper'))).toBe(false)
  })

  test('forgets the oldest of more than ten thousand clients, so that nobody can fill the memory', () => {
    const { take, check } = limit(1)
    for (let other = 0; other < 10_001; other++) take(String(other))
    expect([refuses(() => check('0')), refuses(() => check('1'))]).toEqual([false, true])
  })
})
