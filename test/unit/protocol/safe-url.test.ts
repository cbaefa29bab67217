import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLoopback, parseRedirectUrl } from '../../../src/protocol/safe-url.ts'

describe('the address of a hosted page', () => {
  test.each([
    ['https://pay.example/p/1', 'https://pay.example/p/1'],
    ['HTTPS://PAY.example/p/1?a=b#c', 'https://pay.example/p/1?a=b#c'],
    ['https://pay.example:8443', 'https://pay.example:8443/'],
    ['https://user-at.example/@path', 'https://user-at.example/@path'],
    ['http://localhost:4100/p/1', 'http://localhost:4100/p/1'],
    ['http://127.0.0.1:4100/p/1', 'http://127.0.0.1:4100/p/1'],
    ['http://[::1]:4100/p/1', 'http://[::1]:4100/p/1'],
  ])('%s is opened', (text, href) => {
    expect(parseRedirectUrl(text)?.href).toBe(href)
  })

  // Each would run in the shop's own origin or send the shopper to another site (docs/internals/browser-facts.md#an-address-can-be-a-script).
  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0000javascript:alert(1)',
    ' javascript:alert(1)',
    'javascript://pay.example/%0Aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://pay.example/1',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'about:blank',
    'view-source:https://pay.example',
    'ftp://pay.example/',
    'ws://pay.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:\\\\evil.example',
    'https:/\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    '/checkout',
    'pay.example',
    'https://ok.example@evil.example/',
    'https://ok:secret@evil.example/',
    'https://:secret@evil.example/',
    'https://ok.example\\@evil.example/',
    'https://pay.example/a b',
    'https://pay.example/\n',
    ' https://pay.example',
    'https://pay.example/\u007f',
    'https://',
    'https://%',
    'http://pay.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://evil.example#localhost',
    'http://localhost@evil.example/',
    'http://192.168.0.1/',
    'http://0.0.0.0/',
    '',
  ])('%j is refused', (text) => {
    expect(parseRedirectUrl(text)).toBeNull()
  })

  test.each([null, undefined, 7, {}, ['https://pay.example'], new URL('https://pay.example')])(
    '%s is refused, because it is no string',
    (value) => {
      expect(parseRedirectUrl(value)).toBeNull()
    },
  )

  const pieces = fc.constantFrom(
    'https',
    'http',
    'javascript',
    ':',
    '/',
    '//',
    '\\',
    '@',
    '\n',
    '\t',
    ' ',
    'evil.example',
    'localhost',
    '127.0.0.1',
    '#',
    '?',
    '%0a',
    'ok:pw',
  )
  const hostile = fc.array(fc.oneof({ weight: 4, arbitrary: pieces }, fc.string()), { maxLength: 8 })

  test('every accepted address is https, or http on this machine, without credentials', () => {
    fc.assert(
      fc.property(hostile, (parts) => {
        const url = parseRedirectUrl(parts.join(''))
        if (!url) return
        expect(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))).toBe(true)
        expect(`${url.username}${url.password}`).toBe('')
      }),
      { numRuns: 2_000 },
    )
  })

  test('every plain https address is accepted unchanged', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }), (text) => {
        expect(parseRedirectUrl(text)?.href).toBe(new URL(text).href)
      }),
    )
  })
})

describe('this machine', () => {
  test.each(['localhost', '127.0.0.1', '127.9.9.9', '[::1]'])('%s is it', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  test.each(['localhost.', 'localhost.evil', 'xlocalhost', '128.0.0.1', '127.0.0.1.evil', '::1', ''])(
    '%j is not',
    (host) => {
      expect(isLoopback(host)).toBe(false)
    },
  )
})
