// Pages of a few kilobytes that make a parser or a check work for minutes. The work is bounded, and Ctrl-C ends it.
import { describe, expect, test } from 'vitest'
import { runDoctor } from '../../../../src/cli/doctor/run-doctor.ts'
import { fakeTerminal } from '../fake-terminal.ts'
import { diagnose, element, facts, html, pageOf, startShop } from './small-shop.ts'

const fonts = (count: number) => Array.from({ length: count }, (_, at) => `<font c=${at}>`).join('')
const many = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join('')

/** Each is at most 2 MB, the largest page that is read. */
const tooMuch: readonly [title: string, body: string][] = [
  ['unclosed formatting tags before paragraphs, in 33 kB', `<p>${fonts(700)}${'<p>x'.repeat(5_000)}`],
  ['the same with attributes', `<p><b ${many(900, (at) => ` a${at}`)}>${fonts(100)}${'<p>x'.repeat(5_000)}`],
  ['formatting tags that are closed in another order', `<p>${fonts(600)}${'<p>x</font><b>'.repeat(10_000)}`],
  ['three hundred thousand elements', '<br>'.repeat(300_000)],
  ['an element with two hundred thousand attributes', `<p ${many(200_000, (at) => `a${at} `)}>`],
  ['more checkouts than a shopper can use', many(1_500, (at) => element.replace('A-1001', `A-${at}`))],
  [
    'more policies than a browser should read',
    '<meta http-equiv=content-security-policy content="img-src *">'.repeat(2_000),
  ],
]

describe('a page that takes too much work is not read to its end, and is not right', () => {
  test.each(tooMuch)('%s', async (_title, body) => {
    const { origin } = await startShop({ 'GET /': html(pageOf(element + body)) })
    const before = process.memoryUsage().rss
    const diagnosis = await diagnose(`${origin}/`)
    expect(diagnosis.exitCode).toBe(2)
    expect(diagnosis.one('page-too-complex').level).toBe('unread')
    expect(process.memoryUsage().rss - before).toBeLessThan(800_000_000)
  })
})

const enough: readonly [title: string, body: string][] = [
  ['nested tags and end tags that match none', `${'<div>'.repeat(50_000)}${'</x>'.repeat(100_000)}`],
  [
    'an endpoint of slashes',
    `<payin-checkout endpoint="/a${'/'.repeat(7_000)}x" order="A-2"></payin-checkout>`,
  ],
  [
    'a long <base> before many scripts',
    `<base href="/${'a'.repeat(500_000)}/">${'<script src=x></script>'.repeat(30_000)}`,
  ],
  [
    'methods that there are not',
    `<payin-checkout endpoint="/checkout" order="A-2" methods="${'x '.repeat(500_000)}"></payin-checkout>`,
  ],
  [
    'a policy with a million parts',
    `<meta http-equiv=content-security-policy content="${'img-src *,'.repeat(150_000)}">`,
  ],
  ['misspelt attributes', `<payin-checkout ${many(900, (at) => `endpo${at} `)}></payin-checkout>`],
]

describe('a page is checked within seconds, with', () => {
  test.each(enough)('%s', async (_title, body) => {
    const { origin } = await startShop({ 'GET /': html(pageOf(element + body)) })
    const began = performance.now()
    const diagnosis = await diagnose(`${origin}/`)
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(diagnosis.text.length).toBeLessThan(100_000)
    expect(diagnosis.one('element-there').level).toBe('fine')
  })
})

test('Ctrl-C ends the command while it parses a page', async () => {
  const { terminal, lines, ended } = fakeTerminal()
  const { origin } = await startShop({
    'GET /': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      // The timer runs only if the parser lets it.
      response.end('<div>'.repeat(100_000) + '</x>'.repeat(300_000), () =>
        setTimeout(() => ended.abort(), 200),
      )
    },
  })
  expect(await runDoctor(`${origin}/`, {}, terminal, { facts })).toBe(130)
  expect(lines).toEqual([])
})
