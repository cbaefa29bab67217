// A client that sends too much must not keep the others from paying, so each address has a limit.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../src/merchant/app.ts'
import { turns } from '../../support/timeline.ts'
import { useWorld, type World } from './harness.ts'

const world = useWorld({ environment: { CLIENT_ADDRESS_HEADER: 'X-Real-IP' } })

const randomId = () => `cs_${randomBytes(32).toString('base64url')}`
const from = (address: string) => ({ 'x-real-ip': address })
/** The address of the shopper with this number. */
const addressOf = (n: number) => `203.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** Counts queries that contain these words, or transactions. Holds them back until the test releases them. */
function watchDatabase({ db }: Pick<World, 'db'>, words: string) {
  const { query, transaction } = db
  let asked = 0
  let release: () => void = () => undefined
  let held: Promise<void> | undefined
  db.query = async <T extends object>(sql: string, params?: readonly unknown[]) => {
    if (sql.includes(words)) {
      asked++
      await held
    }
    return query<T>(sql, params)
  }
  db.transaction = async (work) => {
    if (words === transactions) {
      asked++
      await held
    }
    return transaction(work)
  }
  return {
    /** Watches for other words from now on. */
    watch(other: string) {
      words = other
      asked = 0
    },
    asked: () => asked,
    hold() {
      held = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
    end() {
      release()
      Object.assign(db, { query, transaction })
    },
  }
}

let database: ReturnType<typeof watchDatabase>
afterEach(() => database.end())
const readsOfSessions = 'from payin_checkout.session_ids'
const transactions = 'transactions'

beforeEach(() => {
  database = watchDatabase(world(), readsOfSessions)
})

describe('the return page', () => {
  const openReturnPage = (id: string, address = '203.0.113.1') =>
    world().app.request(`/checkout/return?session=${id}`, { headers: from(address) })

  test('is served, and queries the database at most 60 times a minute, when it is opened thousands of times with invented ids', async () => {
    const answers: Response[] = []
    for (let n = 0; n < 1_000; n++) {
      answers.push(await openReturnPage(randomId()))
      await world().merchant.background.idle()
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(database.asked()).toBe(60)
    expect(world().logged.join()).not.toContain('background_failed')
    await world().clock.advance(60_000)
    await openReturnPage(randomId())
    await world().merchant.background.idle()
    expect(database.asked()).toBe(61)
  })

  test('lets at most 20 queries wait for the database, and drops the others, when thousands of addresses open it', async () => {
    database.hold()
    const answers = await Promise.all(many(3_000, (n) => openReturnPage(randomId(), addressOf(n))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(database.asked()).toBe(4)
    database.release()
    await world().merchant.background.idle()
    expect(database.asked()).toBe(20)
  })

  test('asks the service at most once in two seconds when it is opened again and again with a known id', async () => {
    const { pay, service, clock, merchant } = world()
    const { id } = await pay('A-1001')
    const before = service.calls.length
    for (let second = 0; second < 20; second++) {
      for (let n = 0; n < 5; n++) await openReturnPage(id, addressOf(second))
      await merchant.background.idle()
      await clock.advance(1_000)
      await merchant.sweep.runOnce()
    }
    const asked = service.calls.length - before
    expect(asked).toBeGreaterThan(2)
    expect(asked).toBeLessThanOrEqual(10)
  })

  test('runs no second query and no second write when it is opened again within two seconds', async () => {
    const { pay, merchant, clock } = world()
    const { id } = await pay('A-1001')
    database.watch('update payin_checkout.sessions set next_check_at')
    for (let n = 0; n < 50; n++) {
      await openReturnPage(id, addressOf(n))
      await merchant.background.idle()
    }
    expect(database.asked()).toBe(1)
    await clock.advance(2_000)
    await openReturnPage(id)
    await merchant.background.idle()
    expect(database.asked()).toBe(2)
  })

  test('is served without a query when the id is too long to be one', async () => {
    expect((await openReturnPage('x'.repeat(10_000))).status).toBe(200)
    await world().merchant.background.idle()
    expect(database.asked()).toBe(0)
  })

  test('logs nothing when its hints to check a payment are dropped', async () => {
    for (let n = 0; n < 200; n++) await openReturnPage(randomId())
    await world().merchant.background.idle()
    expect(world().logged.filter((line) => /background|request/.test(line))).toEqual([])
  })
})

describe('reads of sessions', () => {
  const read = async (id: string, address: string) =>
    world().app.request(`/checkout/sessions/${id}`, { headers: from(address) })
  const statuses = async (answers: Promise<Response>[]) => {
    const counts = new Map<number, number>()
    for (const { status } of await Promise.all(answers)) counts.set(status, (counts.get(status) ?? 0) + 1)
    return Object.fromEntries(counts)
  }

  test('use four connections while they wait for the database, and get 503 with Retry-After once a thousand are in line', async () => {
    world().app = createApp(world().merchant, { perMinute: { unknownSessionsByAddress: 100_000 } })
    database.hold()
    const flood = many(1_500, () => read(randomId(), '203.0.113.1'))
    await turns(3)
    expect(database.asked()).toBe(4)
    const late = await read(randomId(), '203.0.113.1')
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1'])
    database.release()
    expect(await statuses(flood)).toEqual({ 404: 1_004, 503: 496 })
  })

  test('from one address do not wait behind a long line from another', async () => {
    const { id } = await world().pay('A-1001')
    world().app = createApp(world().merchant, { perMinute: { unknownSessionsByAddress: 100_000 } })
    database.hold()
    const flood = many(800, () => read(randomId(), '203.0.113.1'))
    await turns(3)
    const other = read(id, '203.0.113.2').then(({ status }) => [status, database.asked()])
    await turns(3)
    database.release()
    const [status, askedBefore] = await other
    expect(status).toBe(200)
    expect(askedBefore).toBeLessThan(50)
    await Promise.all(flood)
  })
})

describe('create requests', () => {
  test('beyond the limit of requests in flight get 503 and begin nothing', async () => {
    database.watch(transactions)
    database.hold()
    const createSession = (n: number) =>
      world().app.request('/checkout/sessions', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          ...from(addressOf(n % 20)),
        },
        body: JSON.stringify({ order: `Z-${n}` }),
      })
    const answered: number[] = []
    const answers = many(1_000, async (n) => answered.push((await createSession(n)).status))
    await expect.poll(database.asked).toBe(600)
    await expect.poll(() => answered.length).toBe(200)
    expect(new Set(answered)).toEqual(new Set([503]))
    database.release()
    await Promise.all(answers)
    expect(database.asked()).toBe(800)
  })
})

describe('unsigned webhooks', () => {
  const post = (path: string, body: object, address = '203.0.113.9') =>
    world().app.request(path, { method: 'POST', headers: from(address), body: JSON.stringify(body) })

  test('to invented addresses cause at most 300 lookups a minute', async () => {
    database.watch('select seed, nonce from payin_checkout.sessions')
    const statuses: number[] = []
    for (let n = 0; n < 310; n++)
      statuses.push((await post(`/webhooks/on-ramps/${randomUUID()}/x`, { status: 'x' })).status)
    expect([statuses[299], statuses[300], database.asked()]).toEqual([404, 429, 300])
    expect((await post(`/webhooks/on-ramps/${randomUUID()}/x`, {}, '203.0.113.10')).status).toBe(404)
  })

  test('of one payment store one row, whatever they hold, and none is refused', async () => {
    const { pay, db, merchant } = world()
    await pay('A-1001')
    const [row] = await db.query<{ id: string; seed: string }>(
      `update payin_checkout.sessions set kind = 'bank_transfer' returning id, seed`,
    )
    const path = `/webhooks/bank-transfers/${row?.id}/${merchant.capabilities.webhookTokenOf(row?.seed ?? '')}`
    const statuses: number[] = []
    for (let n = 0; n < 70; n++) {
      statuses.push((await post(path, { status: `FAILED_INTENT${n}` }, addressOf(n))).status)
      await merchant.background.idle()
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await db.query('select count(*)::int as count from payin_checkout.webhook_events')).toEqual([
      { count: 1 },
    ])
  })
})

describe('pages of banks', () => {
  const page = (query: string, address = '203.0.113.1') =>
    world().app.request(`/checkout/banks?${query}`, { headers: from(address) })

  test('that no checkout shows cost the service at most 60 calls a minute for one address, and 120 in all', async () => {
    const { service } = world()
    const ask = async (address: string) => {
      let refused = 0
      for (let n = 1; n <= 70; n++)
        if ((await page(`page=${n}&page_size=7`, address)).status === 429) refused++
      return refused
    }
    expect([await ask('203.0.113.1'), service.calls.length]).toEqual([10, 60])
    // Cached pages are served to everybody.
    expect([await ask('203.0.113.2'), service.calls.length]).toEqual([0, 70])
    for (let n = 3; n < 9; n++)
      for (let m = 1; m < 30; m++) await page(`page=${m}&page_size=${n * 10 + 1}`, addressOf(n))
    expect(service.calls.length).toBe(120)
    expect((await page('page=1&page_size=100')).status).toBe(200)
  })

  test('that the checkout shows stay cached however many other pages are asked for', async () => {
    const { service, clock } = world()
    await page('page=1&page_size=100')
    for (let minute = 0; minute < 4; minute++) {
      for (let n = 1; n <= 130; n++) await page(`page=${n}&page_size=${20 + minute}`, addressOf(n))
      await clock.advance(60_000)
    }
    const before = service.calls.length
    expect((await page('page=1&page_size=100')).status).toBe(200)
    expect(service.calls.length).toBe(before)
  })
})
