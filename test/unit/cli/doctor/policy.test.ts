// What a Content-Security-Policy allows, compared with the examples of CSP Level 3.
import { expect, test } from 'vitest'
import { lackingTokens } from '../../../../src/cli/doctor/checks/content-policy.ts'
import { fitsIntegrity, hashOf } from '../../../../src/cli/doctor/page/loaded-scripts.ts'
import { parseHtml } from '../../../../src/cli/doctor/page/parse-html.ts'
import { allowsScript, allowsUrl, parsePolicies } from '../../../../src/cli/doctor/page/policy.ts'

const page = new URL('https://shop.example/cart')

test.each([
  ["'self'", 'https://shop.example/x', true],
  ["'SELF'", 'https://shop.example/x', true],
  ["'self'", 'https://www.shop.example/x', false],
  ["'self'", 'https://shop.example:8443/x', false],
  ["'none'", 'https://shop.example/x', false],
  ['', 'https://shop.example/x', false],
  ['*', 'https://any.example/x', true],
  ['https:', 'https://any.example/x', true],
  ['http:', 'https://any.example/x', true],
  ['https:', 'http://any.example/x', false],
  ['cdn.example', 'https://cdn.example/x', true],
  ['cdn.example', 'http://cdn.example/x', false],
  ['CDN.example', 'https://cdn.example/x', true],
  ['*.example', 'https://cdn.example/x', true],
  ['*.cdn.example', 'https://cdn.example/x', false],
  ['*.example', 'https://evilexample/x', false],
  ['https://cdn.example:8443', 'https://cdn.example:8443/x', true],
  ['https://cdn.example:*', 'https://cdn.example:8443/x', true],
  ['https://cdn.example', 'https://cdn.example:8443/x', false],
  ['https://cdn.example:443', 'https://cdn.example/x', true],
  ['https://cdn.example/js/', 'https://cdn.example/js/a.js', true],
  ['https://cdn.example/js/', 'https://cdn.example/other.js', false],
  ['https://cdn.example/a.js', 'https://cdn.example/a.js', true],
  ['https://cdn.example/a.js', 'https://cdn.example/a.js.map', false],
  ['http://[::1]:4000', 'http://[::1]:4000/x', true],
])('%s and %s: %s', (source, url, allowed) => {
  expect(allowsUrl(source.split(' '), new URL(url), page)).toBe(allowed)
})

test.each([
  ["'nonce-abc'", 'nonce="abc"', true],
  ["'nonce-abc'", 'nonce="ABC"', false],
  ["'nonce-abc' 'strict-dynamic'", 'nonce="abc"', true],
  ["'self' 'strict-dynamic' 'nonce-abc'", '', false],
  ["'sha384-abcd'", 'integrity="sha384-abcd"', true],
  ["'sha384-abcd'", 'integrity="sha384-abcd sha384-efgh"', false],
  ["'unsafe-inline'", '', false],
])('a script under %s with %j: %s', async (sources, attributes, allowed) => {
  const html = `<script src="/a.js" ${attributes}></script>`
  const { elements } = await parseHtml(html, new AbortController().signal)
  const script = elements.find(({ name }) => name === 'script')
  if (!script) throw new Error('The parser found no script.')
  expect(allowsScript(sources.split(' '), script, new URL('https://shop.example/a.js'), page)).toBe(allowed)
})

test('the first of two equal directives counts, and a <meta> cannot forbid frames', () => {
  const [header] = parsePolicies("Script-Src 'self'; script-src *; frame-ancestors 'none'", null)
  expect([...(header?.directives ?? [])]).toEqual([
    ['script-src', ["'self'"]],
    ['frame-ancestors', ["'none'"]],
  ])
  expect(parsePolicies("frame-ancestors 'none'; sandbox", 3)).toEqual([])
  expect(parsePolicies(' , ;; ,', null)).toEqual([])
})

test.each([
  ['allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox', []],
  ['allow-scripts allow-same-origin allow-top-navigation-by-user-activation', []],
  ['ALLOW-SCRIPTS allow-same-origin allow-popups', ['allow-popups-to-escape-sandbox']],
  ['', ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox']],
])('a sandbox of %j lacks %j', (tokens, lacking) => {
  expect(lackingTokens(tokens.split(' '))).toEqual(lacking)
})

test('any hash of the strongest algorithm counts', () => {
  const bytes = Buffer.from('script')
  const [weak, strong] = [hashOf(bytes, 'sha256'), hashOf(bytes, 'sha512')]
  // Made by `printf script | openssl dgst -sha256 -binary | openssl base64 -A`.
  expect(weak).toBe('sha256-IaAnC39moeTCWTPxOh5aG7tHV1eAcpMMgYkTH5xqquE=')
  expect(fitsIntegrity(weak, bytes)).toBe(true)
  expect(fitsIntegrity(`${strong}?option sha512-other`, bytes)).toBe(true)
  expect(fitsIntegrity(`${weak} sha512-other`, bytes)).toBe(false)
  expect(fitsIntegrity('sha384:abc md5-abc', bytes)).toBeNull()
})
