// Bytes that an HTTP client does not send: pipelined create requests, huge headers, invalid lines, incomplete bodies.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { exchange, hangUp, type RawAnswer } from './raw-socket.ts'
import { apiKey, payinBody, runService } from './support.ts'

const service = runService()
const stack = /\bat .*\.[mc]?[tj]s:/
let keys = 0

describe('on a socket', () => {
  const head = (more = '') =>
    `Host: localhost\r\nX-API-Key: ${apiKey}\r\nContent-Type: application/json\r\nIdempotency-Key: raw-${++keys}\r\n${more}`
  const send = (bytes: string | Uint8Array) => exchange(service.origin(), bytes)
  const statuses = (answers: readonly RawAnswer[]) => answers.map(({ status }) => status)
  const create = (more = '') => {
    const body = JSON.stringify(payinBody())
    return `POST /api/v2/payins HTTP/1.1\r\n${head(more)}Content-Length: ${body.length}\r\n\r\n${body}`
  }

  it('two creates in one piece are answered one after the other', async () => {
    const answers = await send(create() + create('Connection: close\r\n'))
    expect(statuses(answers)).toEqual([201, 201])
    const ids = answers.map(({ body }) => /"id":"([^"]+)"/.exec(body)?.[1])
    expect(new Set(ids).size).toBe(2)
  })

  it('two creates with one key in one piece make one payin', async () => {
    const one = create()
    const again = one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    const answers = await send(one + again)
    expect(statuses(answers)[0]).toBe(201)
    expect([201, 409]).toContain(statuses(answers)[1])
    const { body } = await service.get('listPayins', '/api/v2/payins?page_size=100')
    const ids = (body.content as { id: string }[]).filter(({ id }) =>
      answers.some((each) => each.body.includes(id)),
    )
    expect(ids).toHaveLength(1)
  })

  it('a header of 100 KB is answered with 431, and a line that is not HTTP with 400', async () => {
    const huge = `GET /api/v2/banks HTTP/1.1\r\n${head()}X-Huge: ${'x'.repeat(100_000)}\r\n\r\n`
    const [tooLarge] = await send(huge)
    expect(JSON.parse(tooLarge?.body ?? '')).toMatchObject({
      status: 431,
      detail: 'The headers are too large.',
    })
    const [noHttp] = await send('HELLO\r\n\r\n')
    expect(JSON.parse(noHttp?.body ?? '')).toMatchObject({ status: 400, detail: 'This is not HTTP.' })
  })

  it('bytes in the request line that no URL has are answered with 400 or 404', async () => {
    for (const target of [
      '/api/v2/payins/\u00ff',
      '/api/v2/\\..\\payins',
      '//api/v2/payins',
      '/api/v2/payins/%zz',
    ]) {
      const [answer] = await send(
        Buffer.from(`GET ${target} HTTP/1.1\r\n${head('Connection: close\r\n')}\r\n`, 'latin1'),
      )
      expect([400, 404], target).toContain(answer?.status)
      expect(answer?.body).not.toMatch(stack)
    }
  })

  it('an invalid Host header is answered with 400', async () => {
    for (const host of ['', 'a b', '[', 'x/y', 'x:99999', 'user@x']) {
      const request = `GET /api/v2/banks HTTP/1.1\r\n${head('Connection: close\r\n').replace('Host: localhost', `Host: ${host}`)}\r\n`
      const [answer] = await send(request)
      expect(answer?.status, host).toBe(400)
      expect(answer?.body).not.toMatch(stack)
    }
  })

  it('a body that is too large ends the connection, so that its rest is not read as the next request', async () => {
    const post = (more: string, body: string) => `POST /api/v2/payins HTTP/1.1\r\n${head(more)}\r\n${body}`
    const chunk = `400\r\n${' '.repeat(1024)}\r\n`
    for (const large of [
      post('Transfer-Encoding: chunked\r\n', `${chunk.repeat(70)}0\r\n\r\n`),
      post('Content-Length: 200000\r\n', ' '.repeat(200_000)),
    ]) {
      const [answer] = await send(large)
      expect(answer?.status).toBe(413)
      expect(answer?.headers).toMatch(/^connection: close$/im)
    }
  })

  it('a body that ends too early creates nothing', async () => {
    const failures = vi.spyOn(console, 'error')
    onTestFinished(() => failures.mockRestore())
    const newest = async () => (await service.get('listPayins', '/api/v2/payins?page_size=1')).body
    const before = await newest()
    const whole = create()
    for (const cut of [whole, whole.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')]) {
      await hangUp(service.origin(), cut.slice(0, -10))
      await service.requestsAnswered()
    }
    expect(await newest()).toEqual(before)
    // A client that disconnects is not a failure of the service.
    expect(failures).not.toHaveBeenCalled()
  })
})
