import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { LogFields } from '../../../src/merchant/log.ts'
import { holdUntilChanged } from '../../../src/merchant/long-poll/hold-until-changed.ts'
import { sessionChanged } from '../../../src/merchant/session/session-row.ts'
import { turns } from '../../support/timeline.ts'
import { useWorld } from './harness.ts'

const world = useWorld()

const post = (
  headers: Record<string, string>,
  body: string = JSON.stringify({ order: 'A-1001', kind: 'payin' }),
) =>
  world().app.request('/checkout/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body,
  })

/** As after a change of each session. @param more payloads after these */
const announceAll = (...more: string[]) =>
  world().db.transaction(async (tx) => {
    const rows = await tx.query<{ id: string }>('select id from payin_checkout.sessions')
    for (const payload of [...rows.map(({ id }) => id), ...more]) tx.notify(sessionChanged, payload)
  })

describe('a read', () => {
  test('has the session, an ETag and no cache', async () => {
    const { pay, read } = world()
    const { id } = await pay('A-1001')
    const response = await read(id)
    expect(response.headers.get('etag')).toBe('"2"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('vary')).toContain('Prefer')
  })

  test('of a session that does not exist is a 404 problem', async () => {
    for (const id of ['cs_x', `cs_${'a'.repeat(43)}`, '..', `cs_${'a'.repeat(5_000)}`]) {
      expect((await world().read(id)).status).toBe(404)
    }
  })

  test('with the known version is 304 at once when nobody waits', async () => {
    const { pay, read } = world()
    const { id } = await pay('A-1001')
    const response = await read(id, { 'if-none-match': '"2"' })
    expect([response.status, response.headers.get('preference-applied')]).toEqual([304, null])
  })

  test('that is held wakes with the news', async () => {
    const { pay, read, move, service, merchant, clock } = world()
    const { id } = await pay('A-1001')
    const held = read(id, { 'if-none-match': '"2"', prefer: 'wait=20' })
    await clock.untilSleeping(20_000)
    expect(merchant.notifications.size).toBe(1)
    await move(service.only(), 'COMPLETED')
    const response = await held
    expect([response.status, response.headers.get('preference-applied')]).toEqual([200, 'wait=20'])
    expect(await response.json()).toMatchObject({ outcome: 'complete' })
    expect(merchant.notifications.size).toBe(0)
  })

  test('that is held has the headers of every answer, and is counted once, with the time for which it was held', async () => {
    const told: LogFields[] = []
    const measure = (event: string, fields: LogFields = {}) => void (event === 'request' && told.push(fields))
    await world().restart({ ALLOWED_ORIGINS: 'https://partner.example' }, { measure })
    const { pay, read, clock } = world()
    const { id } = await pay('A-1001')
    told.length = 0
    const origin = 'https://partner.example'
    const held = read(id, { 'if-none-match': '"2"', prefer: 'wait=20', origin })
    await clock.untilSleeping(20_000)
    expect(told).toEqual([])
    await clock.advance(20_000)
    const { headers, status } = await held
    expect(told).toEqual([
      {
        request: headers.get('x-request-id'),
        route: '/checkout/sessions/:id',
        method: 'GET',
        status: 304,
        ms: expect.any(Number),
      },
    ])
    expect([status, headers.get('access-control-allow-origin')]).toEqual([304, origin])
    expect(headers.get('vary')).toBe('If-None-Match, Prefer, Origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('that is held is 304 when the time is up, and waits 25 s at most', async () => {
    const { pay, read, clock, merchant } = world()
    const { id } = await pay('A-1001')
    const held = read(id, { 'if-none-match': 'W/"2"', prefer: 'respond-async, wait=999' })
    await clock.untilSleeping(25_000)
    await clock.advance(25_000)
    const response = await held
    expect([response.status, response.headers.get('preference-applied')]).toEqual([304, 'wait=25'])
    expect(response.headers.get('etag')).toBe('"2"')
    expect(merchant.notifications.size).toBe(0)
  })

  test('with an old version is answered at once, however long the client would wait', async () => {
    const { pay, read } = world()
    const { id } = await pay('A-1001')
    expect((await read(id, { 'if-none-match': '"1"', prefer: 'wait=20' })).status).toBe(200)
  })

  test('that is held hears of a change whose notification was lost', async () => {
    const { pay, read, db, clock } = world()
    const { id } = await pay('A-1001')
    const held = read(id, { 'if-none-match': '"2"', prefer: 'wait=20' })
    await clock.untilSleeping(20_000)
    await db.query(`update payin_checkout.sessions set status = 'INITIATED', version = version + 1`)
    await clock.advance(5_000)
    expect(await (await held).json()).toMatchObject({ status: 'INITIATED' })
  })

  test('that is held waits on when a late notification tells what the client already knows', async () => {
    const { pay, read, clock, merchant } = world()
    const { id } = await pay('A-1001')
    const held = read(id, { 'if-none-match': '"2"', prefer: 'wait=20' })
    await clock.untilSleeping(20_000)
    await clock.advance(1_000)
    const { readUncached } = merchant.reader
    const looks: Promise<unknown>[] = []
    merchant.reader.readUncached = (asked) => {
      const look = readUncached(asked)
      looks.push(look)
      return look
    }
    await announceAll()
    await expect.poll(() => looks.length).toBe(1)
    await looks[0]
    await turns()
    expect(merchant.notifications.size).toBe(1)
    await clock.advance(19_000)
    expect((await held).status).toBe(304)
  })

  test('that is held frees its place when the client goes away', async () => {
    const { pay, app, clock, merchant } = world()
    const { id } = await pay('A-1001')
    const gone = new AbortController()
    const held = app.request(`/checkout/sessions/${id}`, {
      headers: { 'if-none-match': '"2"', prefer: 'wait=20' },
      signal: gone.signal,
    })
    await clock.untilSleeping(20_000)
    gone.abort()
    await held
    expect(merchant.notifications.size).toBe(0)
  })

  test('that is held is answered at once when the server goes down', async () => {
    const { pay, read, clock, merchant } = world()
    const { id } = await pay('A-1001')
    const held = read(id, { 'if-none-match': '"2"', prefer: 'wait=20' })
    await clock.untilSleeping(20_000)
    await merchant.close()
    expect((await held).status).toBe(304)
  })

  test('that is held misses no change between its first look and its subscription', async () => {
    const { pay, db, merchant } = world()
    const { id } = await pay('A-1001')
    const seen = await merchant.reader.readUncached(id)
    if (!seen) throw new Error('There is no session.')
    // They are heard in order, and those of the press may still be on their way.
    const last = randomUUID()
    const heard = new Promise<void>((resolve) => {
      merchant.notifications.onChange((session) => session === last && resolve())
    })
    await db.query(`update payin_checkout.sessions set status = 'INITIATED', version = version + 1`)
    await announceAll(last)
    await heard
    const asleep = { ...merchant.notifications, subscribe: () => () => undefined }
    const parts = { reader: merchant.reader, notifications: asleep }
    const row = await holdUntilChanged(parts, id, seen, {
      waitMs: 20_000,
      onDisconnect: () => () => undefined,
      release() {},
    })
    expect(row).toMatchObject({ status: 'INITIATED' })
  })

  test('never shows a client less than it knows, although rows are kept in memory', async () => {
    const { pay, read, db, merchant } = world()
    const { id } = await pay('A-1001')
    let kept = false
    const isKept = () => {
      kept = true
      return true
    }
    await expect.poll(async () => (await merchant.reader.read(id, isKept)) && kept).toBe(true)
    await db.query(`update payin_checkout.sessions set status = 'INITIATED', version = version + 1`)
    const response = await read(id, { 'if-none-match': '"3"' })
    expect(response.status).toBe(304)
  })
})

test('a fresh link of a payin is the same link', async () => {
  const { pay, app } = world()
  const session = await pay('A-1001')
  const response = await app.request(`/checkout/sessions/${session.id}/link`, { method: 'POST' })
  expect([response.status, await response.json()]).toEqual([200, session])
})

describe('a create that is written wrongly', () => {
  test.each([
    ['no key', { 'idempotency-key': '' }, '{"order":"A-1001"}', 400, ''],
    ['a key that is no UUID', { 'idempotency-key': 'abc' }, '{"order":"A-1001"}', 400, ''],
    ['no JSON', {}, '{"order"', 400, ''],
    ['a form', { 'content-type': 'text/plain' }, '{"order":"A-1001"}', 415, ''],
    ['no order', {}, '{"kind":"payin"}', 422, '/order'],
    ['an unknown order', {}, '{"order":"Z-9"}', 422, '/order'],
    ['a list', {}, '[]', 422, ''],
    ['another kind', {}, '{"order":"A-1001","kind":"on_ramp"}', 422, '/kind'],
    ['an unknown method', {}, '{"order":"A-1001","payment":{"method":"cash"}}', 422, '/payment/method'],
    [
      'two variants at once',
      {},
      '{"order":"A-1001","payment":{"method":"bank_account","iban":"DE89370400440532013000","bank_id":"7a0c8a8e-0000-4000-8000-000000000001"}}',
      422,
      '/payment',
    ],
    [
      'a field too many',
      {},
      '{"order":"A-1001","payment":{"method":"card","iban":"x"}}',
      422,
      '/payment/iban',
    ],
    ['a NUL in the order', {}, '{"order":"A-1001\\u0000"}', 422, '/order'],
    ['a line break in the order', {}, '{"order":"A-1001\\n"}', 422, '/order'],
    ['half of a surrogate pair in the order', {}, '{"order":"A-1001\\ud800"}', 422, '/order'],
    [
      'a NUL deep in the context',
      {},
      '{"order":"A-1001","context":{"a/b":["","\\u0000"]}}',
      422,
      '/context/a~1b/1',
    ],
    ['a NUL in a name', {}, '{"order":"A-1001","context":{"\\u0000":1}}', 422, '/context'],
    ['thousands of lists in each other', {}, '['.repeat(8_000) + ']'.repeat(8_000), 422, ''],
    ['16 KiB', {}, JSON.stringify({ order: 'A-1001', context: { a: 'x'.repeat(17_000) } }), 413, ''],
  ])('%s', async (_what, headers, body, status, pointer) => {
    const response = await post(headers, body)
    const problem = (await response.json()) as { status: number; errors?: { pointer: string }[] }
    expect([response.status, problem.status]).toEqual([status, status])
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    if (status === 422) expect(problem.errors?.[0]?.pointer).toBe(pointer)
    expect(world().service.calls).toEqual([])
  })
})

describe('a create from another page', () => {
  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, 201],
    [{ 'sec-fetch-site': 'none' }, 201],
    [{}, 201],
    [{ origin: 'https://shop.example' }, 201],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://partner.example' }, 201],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://other.shop.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'https://shop.example.evil.example' }, 403],
    [{ origin: 'http://shop.example' }, 403],
    [{ origin: 'https://PARTNER.example' }, 403],
  ])('%j is %i', async (headers, status) => {
    expect((await post(headers as Record<string, string>)).status).toBe(status)
  })

  test('from either spelling of one’s own machine is taken', async () => {
    await world().restart({ PUBLIC_URL: 'http://localhost:4000', PORT: '4000' })
    expect((await post({ origin: 'http://127.0.0.1:4000' })).status).toBe(201)
    expect((await post({ origin: 'http://localhost:4000' })).status).toBe(201)
    expect((await post({ origin: 'http://localhost:4001' })).status).toBe(403)
  })

  test('reflects no origin that is not on the list', async () => {
    const preflight = (origin: string) =>
      world().app.request('/checkout/sessions', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const allowed = await preflight('https://partner.example')
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://partner.example')
    expect(allowed.headers.get('access-control-allow-headers')).toMatch(
      /Idempotency-Key.*If-None-Match.*Prefer/,
    )
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

test('a page of another origin may read the answer’s date, or its countdown would have to trust the shopper’s clock', async () => {
  const origin = 'https://partner.example'
  const answer = await world().app.request('/checkout/sessions/cs_unknown', { headers: { origin } })

  expect(answer.headers.get('access-control-expose-headers')?.split(',')).toEqual([
    'Date',
    'ETag',
    'Preference-Applied',
    'Retry-After',
  ])
})

test('one address that starts hundreds of payments a minute is slowed down', async () => {
  const { clock } = world()
  const answers = await Promise.all(Array.from({ length: 301 }, () => post({}, '{}')))
  const last = answers.at(-1)
  expect([answers[299]?.status, last?.status]).toEqual([422, 429])
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  await clock.advance(60_000)
  expect((await post({}, '{}')).status).toBe(422)
})

test('the return page holds the element, nothing of the request, and allows no inline code', async () => {
  const response = await world().app.request('/checkout/return?session=%3Cscript%3Ealert(1)')
  const html = await response.text()
  expect(html).toContain('<payin-return endpoint="/checkout" href="/">')
  expect(html).not.toContain('alert')
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
})

test('unknown addresses and methods are problems', async () => {
  const { app } = world()
  const nowhere = await app.request('/checkout/nowhere')
  expect([nowhere.status, nowhere.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
  const wrong = await app.request('/checkout/sessions', { method: 'DELETE' })
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  expect(wrong.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a body that breaks off is the client’s failure, and wakes nobody', async () => {
  const { app, logged } = world()
  const body = new ReadableStream({
    pull(controller) {
      // As Node says it when the connection ends in the middle of a body.
      controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    },
  })
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  const response = await app.request('/checkout/sessions', init)
  expect(response.status).toBe(408)
  expect(logged.join()).not.toContain('"event":"failed"')
})

test('what nobody expected is a 500 problem without its message', async () => {
  const { app, db, logged } = world()
  await db.query('alter table orders rename to away')
  try {
    const response = await post({})
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('orders')
    expect((await app.request('/healthz')).status).toBe(200)
    expect(logged.join()).toContain('"event":"failed"')
  } finally {
    await db.query('alter table away rename to orders')
  }
})
