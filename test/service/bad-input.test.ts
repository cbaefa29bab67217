// Other malformed input. The answer is always a problem with its status, never a stack trace and never missing.
// bad-sockets.test.ts has the requests that `fetch` cannot send.
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../src/sandbox/openapi/description.ts'
import { apiKey, payinBody, runService, unknownId } from './support.ts'

const service = runService()
const json = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
const stack = /\bat .*\.[mc]?[tj]s:/
let keys = 0

/** Checks that the body is a problem without a stack trace, and returns its status. */
const statusOf = async (path: string, init: RequestInit = {}) => (await ask(path, init)).status

async function ask(path: string, init: RequestInit): Promise<Response> {
  const headers = { ...json, 'Idempotency-Key': `bad-${++keys}`, ...(init.headers as object | undefined) }
  const signal = AbortSignal.timeout(30_000)
  const answer = await fetch(service.origin() + path, { ...init, headers, signal, redirect: 'manual' })
  const text = await answer.text()
  expect(text).not.toMatch(stack)
  if (answer.status >= 400 && init.method !== 'HEAD') expectProblem(answer.headers.get('Content-Type'), text)
  return answer
}

function expectProblem(type: string | null, text: string) {
  expect(type).toBe('application/problem+json')
  expect(Object.keys(JSON.parse(text))).toEqual(
    expect.arrayContaining(['type', 'title', 'status', 'detail', 'instance']),
  )
}

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  statusOf('/api/v2/payins', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

/** Every path of the description, with an id in it. */
const paths = Object.entries(openApiDocument.paths).map(([path, item]) => ({
  path: path.replace('{id}', unknownId),
  methods: Object.keys(item).map((name) => name.toUpperCase()),
}))

describe('a body', () => {
  it('of 64 KiB is read, of one byte more or of 5 MB is answered with 413', async () => {
    const body = JSON.stringify(payinBody())
    const padded = (size: number) => body + ' '.repeat(size - body.length)
    expect(await post(padded(64 * 1024))).toBe(201)
    expect(await post(padded(64 * 1024 + 1))).toBe(413)
    expect(await post(padded(5_000_000))).toBe(413)
  })

  it('in chunks without a length is read, and answered with 413 when it is too large', async () => {
    const chunks = (text: string) => new Blob([text]).stream()
    expect(await post(chunks(JSON.stringify(payinBody())))).toBe(201)
    expect(await post(chunks(JSON.stringify(payinBody()) + ' '.repeat(70_000)))).toBe(413)
  })

  it('that is broken JSON, no UTF-8 or missing is answered with 400', async () => {
    const whole = JSON.stringify(payinBody())
    for (const broken of [
      '',
      ' ',
      '{',
      whole.slice(0, -1),
      `${whole}}`,
      '{"a":1,}',
      "{'a':1}",
      'NaN',
      '\u0000',
    ]) {
      expect(await post(broken), broken).toBe(400)
    }
    const latin1 = Buffer.from(whole.replace('mara', 'm\u00e4ra'), 'latin1')
    expect(await post(latin1)).toBe(400)
    expect(await post(Buffer.from(whole, 'utf16le'))).toBe(400)
    expect(await statusOf('/api/v2/payins', { method: 'POST' })).toBe(400)
  })

  it('of 100 000 brackets is answered like any other', async () => {
    expect(await post('['.repeat(100_000) + ']'.repeat(100_000))).toBe(413)
    const deep = '['.repeat(30_000) + ']'.repeat(30_000)
    expect(await post(deep)).toBe(422)
    expect(await post(`{"payer":${deep}}`)).toBe(422)
    expect(await post(`{"payer":{"address":${deep}}}`)).toBe(422)
    expect(await post(`${'{"payer":'.repeat(6_000)}1${'}'.repeat(6_000)}`)).toBe(422)
    expect(await post(JSON.stringify(payinBody()).replace('{', `{"unknown":${deep},`))).toBe(201)
  })

  it('with "__proto__" and "constructor" keys changes nothing but itself', async () => {
    const prototypeKeys =
      '"__proto__":{"webhook_url":"https://x.example/","status":"COMPLETED"},"constructor":{"a":1}'
    expect(await post(`{${prototypeKeys}}`)).toBe(422)
    expect(await post(JSON.stringify(payinBody()).replace('{', `{${prototypeKeys},`))).toBe(201)
    expect(await post(JSON.stringify(payinBody()).replace('"payer":{', `"payer":{${prototypeKeys},`))).toBe(
      201,
    )
    const plain = await service.createPayin()
    expect(plain).not.toHaveProperty('webhook_url')
    expect(plain.status).toBe('CREATED')
    for (const method of ['__proto__', 'constructor', 'toString']) {
      expect(await post(JSON.stringify(payinBody({ payment: { method } })))).toBe(422)
    }
  })

  it('of another content type is answered with 400', async () => {
    for (const type of ['text/plain', 'multipart/form-data', 'application/xml', ';', 'application/json2']) {
      expect(await post(JSON.stringify(payinBody()), { 'Content-Type': type })).toBe(400)
    }
  })
})

describe('an address', () => {
  it('that is unknown is answered with 404', async () => {
    const unknown = ['/api', '/api/v2', '/api/v2/', '/api/v1/payins', '/api/v2/refunds', '/api/v2/Payins']
    const deeper = [
      `/api/v2/payins/${unknownId}/refunds`,
      '/api/v2/banks/1',
      '/transaction/x',
      '/payments',
      '//',
    ]
    for (const path of [...unknown, ...deeper]) expect(await statusOf(path), path).toBe(404)
  })

  it('with another method is answered with 405 and Allow', async () => {
    for (const { path, methods } of paths) {
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (each) => !methods.includes(each),
      )
      for (const method of others) {
        const { status, headers } = await ask(path, { method })
        expect(status, `${method} ${path}`).toBe(405)
        const allowed = headers.get('Allow')?.split(', ') ?? []
        expect(allowed.filter((each) => each !== 'HEAD')).toEqual(methods)
      }
    }
  })

  it('with odd percent-encoding is answered with 400', async () => {
    for (const id of [
      '%',
      '%00',
      '%E0%A4%A',
      '%2e%2e%2f',
      '%0d%0aX: y',
      '%F0%9F%92%B6',
      'x'.repeat(5_000),
      "'--",
    ]) {
      expect(await statusOf(`/api/v2/payins/${id}`), id).toBe(400)
      expect(await statusOf(`/api/v2/payouts/${id}`), id).toBe(400)
      expect(await statusOf(`/transaction/?transactionId=${id}`), id).toBe(400)
    }
  })

  it('with a parameter that is given twice or is garbage is answered with 400', async () => {
    for (const query of [
      'page=1&page=2',
      'page=1&page=1',
      'page_size=20&page_size=x',
      'page=%',
      'page=1%00',
      'page=99999999999999999999',
      'page[]=1&page=x',
      'reference=a&reference=b',
      'reference=',
    ]) {
      expect(await statusOf(`/api/v2/payins?${query}`), query).toBe(400)
    }
    for (const ignored of [
      '',
      '&&&',
      '=',
      'colour=blue&colour=red',
      '__proto__=1',
      'constructor=1',
      '%',
      '#page=0',
    ]) {
      expect(await statusOf(`/api/v2/payins?${ignored}`), ignored).toBe(200)
    }
  })
})
