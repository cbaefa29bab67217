import { describe, expect, it } from 'vitest'
import { apiKey, openSandbox, payinBody, problemOf } from './sandbox-under-test.ts'

const unknownId = '0f8fad5b-d9cb-469f-a165-70867728950e'
type Envelope = {
  content: { id: string; name: string; logo_url: string }[]
  page: number
  page_size: number
  has_more: boolean
}
const envelopeOf = async (response: Response) => (await response.json()) as Envelope

describe('authentication', () => {
  it.each(['/payins', '/banks', '/nothing'])('answers 401 to a call of %s without a key', async (path) => {
    const { app } = openSandbox()
    const response = await app.request(`/api/v2${path}`)
    expect(response.status).toBe(401)
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  })

  it('answers 401 to a wrong key without repeating it', async () => {
    const { call } = openSandbox()
    const response = await call('GET', '/banks', { headers: { 'X-API-Key': 'test_wrong' } })
    expect(response.status).toBe(401)
    expect(await response.text()).not.toContain('test_wrong')
  })

  it('takes the key under the lower-case header name', async () => {
    const { app } = openSandbox()
    expect((await app.request('/api/v2/banks', { headers: { 'x-api-key': apiKey } })).status).toBe(200)
  })
})

describe('problems', () => {
  it('carries type, title, status, detail and instance', async () => {
    const { call } = openSandbox()
    const response = await call('GET', `/payins/${unknownId}`)
    const problem = await problemOf(response)
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    expect(problem).toMatchObject({ type: 'about:blank', title: 'Not Found', status: 404 })
    expect(problem.detail).not.toBe('')
    expect(URL.canParse(problem.instance)).toBe(true)
  })

  it('answers 404 for an unknown path and an unknown payin', async () => {
    const { call } = openSandbox()
    expect((await call('GET', '/refunds')).status).toBe(404)
    expect((await call('GET', `/payins/${unknownId}`)).status).toBe(404)
  })

  it('answers 400 for a payin id that is no UUID', async () => {
    expect((await openSandbox().call('GET', '/payins/A-1001')).status).toBe(400)
  })

  it.each([
    ['DELETE', '/payins', 'GET, HEAD, POST'],
    ['PATCH', `/payins/${unknownId}`, 'GET, HEAD'],
    ['POST', '/banks', 'GET, HEAD'],
  ])('answers 405 with Allow for %s %s', async (method, path, allow) => {
    const response = await openSandbox().call(method, path)
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allow])
    expect((await problemOf(response)).status).toBe(405)
  })

  it.each([
    ['JSON that breaks off', '{"amount":', 'application/json'],
    ['an empty body', '', 'application/json'],
    ['a form', 'amount=1', 'application/x-www-form-urlencoded'],
    ['JSON under another content type', JSON.stringify(payinBody()), 'text/plain'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'application/json'],
  ])('answers 400 for %s', async (_fact, body, type) => {
    const { call } = openSandbox()
    const response = await call('POST', '/payins', {
      headers: { 'Content-Type': type, 'Idempotency-Key': 'k' },
      body,
    })
    expect((await problemOf(response)).status).toBe(400)
  })

  it('takes a content type with a charset', async () => {
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8', 'Idempotency-Key': 'k' }
    const response = await openSandbox().call('POST', '/payins', {
      headers,
      body: JSON.stringify(payinBody()),
    })
    expect(response.status).toBe(201)
  })

  it('answers 413 for a body over 64 KiB', async () => {
    const response = await openSandbox().post(payinBody({ extra: 'x'.repeat(65_536) }))
    expect((await problemOf(response)).status).toBe(413)
  })
})

describe('lists', () => {
  it('answers the first 20 banks by default, each under an id of its own', async () => {
    const { content, ...page } = await envelopeOf(await openSandbox().call('GET', '/banks'))
    expect(page).toEqual({ page: 1, page_size: 20, has_more: true })
    expect(new Set(content.map((bank) => bank.id)).size).toBe(20)
    expect(Object.keys(content[0] ?? {})).toEqual(['id', 'name', 'logo_url'])
  })

  it('serves each logo where logo_url says', async () => {
    const { app, call } = openSandbox()
    const { content } = await envelopeOf(await call('GET', '/banks'))
    for (const { logo_url } of content) {
      const response = await app.request(logo_url)
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml'])
    }
  })

  it('says how many items a page holds and whether more follow', async () => {
    const { call } = openSandbox()
    const lengths = [100, 20].map(async (size) => {
      const pages: Envelope[] = []
      for (let page = 1; pages.at(-1)?.has_more ?? true; page++) {
        pages.push(await envelopeOf(await call('GET', `/banks?page=${page}&page_size=${size}`)))
      }
      for (const { content, page_size } of pages) expect(page_size).toBe(content.length)
      return pages.reduce((sum, { page_size }) => sum + page_size, 0)
    })
    const [inOne, inMany] = await Promise.all(lengths)
    expect(inMany).toBe(inOne)
    const past = await envelopeOf(await call('GET', '/banks?page=1000'))
    expect(past).toEqual({ content: [], page: 1000, page_size: 0, has_more: false })
  })

  it.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'page=',
    'page_size=0',
    'page_size=101',
    'page_size=1e2',
  ])('answers 400 for %s', async (query) => {
    const { call } = openSandbox()
    expect((await call('GET', `/payins?${query}`)).status).toBe(400)
    expect((await call('GET', `/banks?${query}`)).status).toBe(400)
  })

  it('finds payins by their exact reference, newest first', async () => {
    const { create, call } = openSandbox()
    const first = await create({ reference: 'A-1' })
    await create({ reference: 'A-10' })
    await create()
    const second = await create({ reference: 'A-1' })
    const { content } = await envelopeOf(await call('GET', '/payins?reference=A-1'))
    expect(content.map(({ id }) => id)).toEqual([second.id, first.id])
  })

  it('answers 400 for a reference filter over 36 characters', async () => {
    expect((await openSandbox().call('GET', `/payins?reference=${'r'.repeat(37)}`)).status).toBe(400)
  })
})
