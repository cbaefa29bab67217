// One request of a command, and why it got no answer.
import { describe, expect, test } from 'vitest'
import { ask, isCut, reasonOf } from '../../../src/cli/ask.ts'
import { serving } from './running-sandbox.ts'

const limits = { limitMs: 5_000, ended: new AbortController().signal }

test('a redirect is not followed, so that a key in the headers goes to one address only', async () => {
  const seen: (string | undefined)[] = []
  const origin = await serving((request, response) => {
    seen.push(request.url)
    response.writeHead(302, { Location: '/other' }).end()
  })
  expect(await ask(origin, { headers: { 'X-API-Key': 'test_x' } }, limits)).toMatchObject({ status: 302 })
  expect(seen).toEqual(['/'])
})

test('an answer that is not JSON is no error', async () => {
  const origin = await serving((_, response) => void response.end('<h1>Shop</h1>'))
  expect(await ask(origin, {}, limits)).toMatchObject({ text: '<h1>Shop</h1>', json: undefined })
})

test('an answer without an end is not read into memory for as long as the time limit', async () => {
  const chunk = Buffer.alloc(4 * 1024 * 1024, 'a')
  const origin = await serving((_, response) => {
    const send = () => void response.write(chunk, (error) => error ?? send())
    send()
  })
  const answer = ask(origin, {}, { ...limits, limitMs: 60_000 })
  await expect(answer).rejects.toThrow('the answer is longer than 128 MB')
})

describe('the reason of a request without an answer', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  test.each([
    ['is the cause', new TypeError('fetch failed', { cause: new Error('bad port') }), 'bad port'],
    [
      'is named, if it is a known one',
      new TypeError('fetch failed', { cause: refused }),
      'it refuses the connection: no program listens there',
    ],
    [
      'is its code, if it has several causes',
      new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code: 'EADDRNOTAVAIL' }) }),
      'EADDRNOTAVAIL',
    ],
    [
      'is a certificate that nobody trusts',
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      }),
      'it has a self-signed certificate, which no browser trusts',
    ],
    [
      'is no line of OpenSSL',
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('error:0A00010B:SSL routines'), {
          code: 'ERR_SSL_WRONG_VERSION_NUMBER',
        }),
      }),
      'it does not use valid TLS: if there is only plain HTTP, begin the address with http:',
    ],
    [
      'is the time limit',
      new DOMException('no answer within 5 seconds', 'TimeoutError'),
      'no answer within 5 seconds',
    ],
    ['is the message without a cause', new Error('it is off'), 'it is off'],
    ['is what was thrown', 'off', 'off'],
    ['is never empty', undefined, 'undefined'],
  ])('%s', (_, error, reason) => expect(reasonOf(error)).toBe(reason))

  test('is known to be a connection that was cut', async () => {
    const origin = await serving((request) => void request.socket.destroy())
    const cut = await ask(origin, {}, limits).catch((error: unknown) => error)
    expect([isCut(cut), isCut(new TypeError('fetch failed', { cause: refused }))]).toEqual([true, false])
  })
})
