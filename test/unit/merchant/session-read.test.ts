// Reads of a session over HTTP: plain, conditional, and held until something changes.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { LogFields } from '../../../src/merchant/log.ts'
import { holdUntilChanged } from '../../../src/merchant/long-poll/hold-until-changed.ts'
import { sessionChanged } from '../../../src/merchant/session/session-row.ts'
import { turns } from '../../support/timeline.ts'
import { useWorld } from './harness.ts'

const world = useWorld()

/** Notifies as after a change of each session. @param more payloads after these */
const announceAll = (...more: string[]) =>
  world().db.transaction(async (tx) => {
    const rows = await tx.query<{ id: string }>('select id from payin_checkout.sessions')
    for (const payload of [...rows.map(({ id }) => id), ...more]) tx.notify(sessionChanged, payload)
  })

describe('a read', () => {
  test('has the session, an ETag and no caching', async () => {
    const { pay, read } = world()
    const { id } = await pay('A-1001')
    const response = await read(id)
    expect(response.headers.get('etag')).toMatch(/^"2-[0-9a-z]+"$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('vary')).toContain('Prefer')
  })

  test('of a session that does not exist gets a 404 problem', async () => {
    for (const id of ['cs_x', `cs_${'a'.repeat(43)}`, '..', `cs_${'a'.repeat(5_000)}`]) {
      expect((await world().read(id)).status).toBe(404)
    }
  })

  test('with the known version gets 304 at once when the client does not want to wait', async () => {
    const { pay, read } = world()
    const { id } = await pay('A-1001')
    const response = await read(id, { 'if-none-match': '"2"' })
    expect([response.status, response.headers.get('preference-applied')]).toEqual([304, null])
  })

  test('that is held returns when the session changes', async () => {
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

  test('that is held has the headers of every answer, and is measured once, with the time it was held', async () => {
    const measured: LogFields[] = []
    const measure = (event: string, fields: LogFields = {}) =>
      void (event === 'request' && measured.push(fields))
    await world().restart({ ALLOWED_ORIGINS: 'https://partner.example' }, { measure })
    const { pay, read, clock } = world()
    const { id } = await pay('A-1001')
    measured.length = 0
    const origin = 'https://partner.example'
    const held = read(id, { 'if-none-match': '"2"', prefer: 'wait=20', origin })
    await clock.untilSleeping(20_000)
    expect(measured).toEqual([])
    await clock.advance(20_000)
    const { headers, status } = await held
    expect(measured).toEqual([
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

  test('that is held gets 304 when the time is up, after 25 s at most', async () => {
    const { pay, read, clock, merchant } = world()
    const { id } = await pay('A-1001')
    const held = read(id, { 'if-none-match': 'W/"2"', prefer: 'respond-async, wait=999' })
    await clock.untilSleeping(25_000)
    await clock.advance(25_000)
    const response = await held
    expect([response.status, response.headers.get('preference-applied')]).toEqual([304, 'wait=25'])
    expect(response.headers.get('etag')).toBe((await read(id)).headers.get('etag'))
    expect(merchant.notifications.size).toBe(0)
  })

  test('with a version that a failover has lost gets the change that has the same number now', async () => {
    const { pay, read, move, service, db, clock } = world()
    const { id } = await pay('A-1001')
    await move(service.only(), 'INITIATED')
    const [kept] = await db.query<{ version: number; updated_at: Date; fetch_started_at: Date }>(
      'select version, updated_at, fetch_started_at from payin_checkout.sessions',
    )
    await clock.advance(1_000)
    await move(service.only(), 'AUTHORIZED')
    const etag = (await read(id)).headers.get('etag') ?? ''
    await db.query(
      `update payin_checkout.sessions set status = 'INITIATED', outcome = 'open', version = $1, updated_at = $2,
         fetch_started_at = $3`,
      [kept?.version, kept?.updated_at, kept?.fetch_started_at],
    )
    await clock.advance(5_000)
    await move(service.only(), 'COMPLETED')

    const response = await read(id, { 'if-none-match': etag })

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ outcome: 'complete' })
    expect(response.headers.get('etag')?.split('-')[0]).toBe(etag.split('-')[0])
  })

  test('with an old version is answered at once, however long the client would wait', async () => {
    const { pay, read } = world()
    const { id } = await pay('A-1001')
    expect((await read(id, { 'if-none-match': '"1"', prefer: 'wait=20' })).status).toBe(200)
  })

  test('that is held returns a change whose notification was lost', async () => {
    const { pay, read, db, clock } = world()
    const { id } = await pay('A-1001')
    const held = read(id, { 'if-none-match': '"2"', prefer: 'wait=20' })
    await clock.untilSleeping(20_000)
    await db.query(`update payin_checkout.sessions set status = 'INITIATED', version = version + 1`)
    await clock.advance(5_000)
    expect(await (await held).json()).toMatchObject({ status: 'INITIATED' })
  })

  test('that is held waits on after a late notification of the version that the client knows', async () => {
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

  test('that is held frees its place when the client disconnects', async () => {
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

  test('that is held is answered at once when the server shuts down', async () => {
    const { pay, read, clock, merchant } = world()
    const { id } = await pay('A-1001')
    const held = read(id, { 'if-none-match': '"2"', prefer: 'wait=20' })
    await clock.untilSleeping(20_000)
    await merchant.close()
    expect((await held).status).toBe(304)
  })

  test('that is held misses no change between its first read and its subscription', async () => {
    const { pay, db, merchant } = world()
    const { id } = await pay('A-1001')
    const seen = await merchant.reader.readUncached(id)
    if (!seen) throw new Error('There is no session.')
    // Notifications arrive in order, and those of the create request may still be on their way.
    const last = randomUUID()
    const received = new Promise<void>((resolve) => {
      merchant.notifications.onChange((session) => session === last && resolve())
    })
    await db.query(`update payin_checkout.sessions set status = 'INITIATED', version = version + 1`)
    await announceAll(last)
    await received
    const asleep = { ...merchant.notifications, subscribe: () => () => undefined }
    const parts = { reader: merchant.reader, notifications: asleep }
    const row = await holdUntilChanged(parts, id, seen, {
      waitMs: 20_000,
      onDisconnect: () => () => undefined,
      release() {},
    })
    expect(row).toMatchObject({ status: 'INITIATED' })
  })

  test('never shows a client an older version than it knows, although rows are cached', async () => {
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

test('a payin gets the same link when a fresh one is requested', async () => {
  const { pay, app } = world()
  const session = await pay('A-1001')
  const response = await app.request(`/checkout/sessions/${session.id}/link`, { method: 'POST' })
  expect([response.status, await response.json()]).toEqual([200, session])
})
