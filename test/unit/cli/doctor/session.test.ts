// An endpoint on another origin than the page, and reads of an existing session.
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { page } from './mistake.ts'
import { diagnose, diagnoseShop, problemAnswer, type Routes, startShop } from './small-shop.ts'

describe('an endpoint on another origin', () => {
  const allow = (origin: string) => ({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'Content-Type, Idempotency-Key, If-None-Match, Prefer',
  })
  const exposed = { 'access-control-expose-headers': 'Date, ETag, Preference-Applied, Retry-After' }

  async function diagnoseAcross(headersFor: (origin: string) => Readonly<Record<string, string>>) {
    const endpoint = await startShop()
    const shop = await startShop(
      page(`<payin-checkout endpoint="${endpoint.origin}/checkout" order="A-1"></payin-checkout>`),
    )
    const headers = headersFor(shop.origin)
    endpoint.routes['OPTIONS /checkout/sessions'] = (request, response) =>
      response.writeHead(204, request.headers.origin === shop.origin ? headers : {}).end()
    endpoint.routes['OPTIONS /checkout/sessions/*'] = { status: 204, headers }
    endpoint.routes['GET /checkout/sessions/*'] = problemAnswer(404, headers)
    return diagnose(`${shop.origin}/`, { allowOrigin: [endpoint.origin] })
  }

  test('that allows the page is fine', async () => {
    const { wrong } = await diagnoseAcross((origin) => ({ ...allow(origin), ...exposed }))
    expect(wrong).toEqual([])
  })

  test('that does not allow the page is a problem, with the setting to change', async () => {
    const diagnosis = await diagnoseAcross(() => ({}))
    expect(diagnosis.wrong).toEqual(['cors-refused'])
    expect(diagnosis.one('cors-refused').change).toMatch(/ALLOWED_ORIGINS=http:\/\/127\.0\.0\.1:\d+ at/)
  })

  test('that does not allow the key is a problem', async () => {
    const diagnosis = await diagnoseAcross((origin) => ({
      ...allow(origin),
      ...exposed,
      'access-control-allow-headers': 'content-type',
    }))
    expect(diagnosis.wrong).toEqual(['cors-refused'])
    expect(diagnosis.one('cors-refused').seen).toContain('without idempotency-key')
  })

  test('that hides its headers is a warning that names them', async () => {
    const diagnosis = await diagnoseAcross((origin) => ({
      ...allow(origin),
      'access-control-expose-headers': 'Date',
    }))
    expect(diagnosis.wrong).toEqual(['cors-not-exposed'])
    expect(diagnosis.one('cors-not-exposed').title).toContain('ETag, Preference-Applied, Retry-After')
  })
})

describe('a named session', () => {
  const session = 'cs_a-capability-that-nobody-else-may-read'
  const readable = (held: (response: ServerResponse) => unknown): Routes => ({
    [`GET /checkout/sessions/${session}`]: (request, response) =>
      request.headers.prefer === undefined
        ? response
            .writeHead(200, { etag: '"1"', 'content-type': 'application/json' })
            .end('{"id":"x","status":"CREATED"}')
        : held(response),
  })
  const diagnoseSession = (routes: Routes) => diagnoseShop(routes, { session })

  const heldRead = readable((response) => response.writeHead(304, { 'preference-applied': 'wait=25' }).end())

  test('is read from DOCTOR_SESSION, so that its id need not be in the process list', async () => {
    const { origin } = await startShop(heldRead)
    const diagnosis = await diagnose(`${origin}/`, {}, {}, { DOCTOR_SESSION: ` ${session} ` })
    expect(diagnosis.one('held-read-fine').level).toBe('fine')
    expect(diagnosis.text).not.toContain(session)
  })

  test('is the one of --session if both are given', async () => {
    const { origin } = await startShop(heldRead)
    const env = { DOCTOR_SESSION: 'cs_another' }
    const diagnosis = await diagnose(`${origin}/`, { session }, {}, env)
    expect(diagnosis.one('held-read-fine').level).toBe('fine')
  })

  test('whose read is held is fine, and the report never shows its id', async () => {
    const diagnosis = await diagnoseSession(heldRead)
    expect(diagnosis.wrong).toEqual([])
    expect(diagnosis.one('held-read-fine').level).toBe('fine')
    expect(diagnosis.text).not.toContain(session)
  })

  test('whose read is cut by a proxy is a problem, with the line for the proxy', async () => {
    const diagnosis = await diagnoseSession(readable((response) => response.writeHead(504).end()))
    expect(diagnosis.wrong).toEqual(['held-read-cut'])
    expect(diagnosis.one('held-read-cut').change).toContain('proxy_read_timeout')
  })

  test('whose connection is cut is the same problem', async () => {
    const diagnosis = await diagnoseSession(readable((response) => response.destroy()))
    expect(diagnosis.wrong).toEqual(['held-read-cut'])
  })

  test('whose ETag the server ignores is a warning', async () => {
    const diagnosis = await diagnoseSession(
      readable((response) => response.writeHead(200, { etag: '"1"' }).end('{}')),
    )
    expect(diagnosis.wrong).toEqual(['etag-ignored'])
  })

  test('whose read is answered at once is polled, which is allowed', async () => {
    const diagnosis = await diagnoseSession(readable((response) => response.writeHead(304).end()))
    expect(diagnosis.wrong).toEqual([])
    expect(diagnosis.one('held-read-at-once').level).toBe('unknown')
  })

  test('without a status is a problem', async () => {
    const diagnosis = await diagnoseSession({
      [`GET /checkout/sessions/${session}`]: { headers: { etag: '"1"' }, body: '{"id":"x"}' },
    })
    expect(diagnosis.wrong).toEqual(['etag-ignored', 'session-not-one'])
  })
})
