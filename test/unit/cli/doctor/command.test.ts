// The whole command: its exit codes, Ctrl-C, and its output.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { CheckContext } from '../../../../src/cli/doctor/check-context.ts'
import { pageAnswer } from '../../../../src/cli/doctor/checks/page-answer.ts'
import { documents, listOf } from '../../../../src/cli/doctor/finding.ts'
import { isAnswer } from '../../../../src/cli/doctor/http/answer.ts'
import { follow } from '../../../../src/cli/doctor/http/follow.ts'
import { createSend } from '../../../../src/cli/doctor/http/send.ts'
import { readPackageFacts } from '../../../../src/cli/doctor/package-facts.ts'
import { nearestName } from '../../../../src/cli/doctor/page/attribute-names.ts'
import { readPage } from '../../../../src/cli/doctor/page/page.ts'
import { runDoctor } from '../../../../src/cli/doctor/run-doctor.ts'
import { run } from '../../../../src/cli/program.ts'
import { fakeTerminal } from '../fake-terminal.ts'
import {
  diagnose,
  diagnoseShop,
  element,
  facts,
  html,
  pageOf,
  scriptTag,
  secret,
  startShop,
} from './small-shop.ts'

describe('Ctrl-C', () => {
  test('ends the command at once and prints nothing', async () => {
    const { terminal, lines, ended } = fakeTerminal()
    const { origin } = await startShop({ 'GET /checkout/sessions/*': () => ended.abort() })
    expect(await runDoctor(`${origin}/`, {}, terminal, { facts })).toBe(130)
    expect(lines).toEqual([])
  })

  test('ends the command while the page is loading', async () => {
    const { terminal, ended } = fakeTerminal()
    const { origin } = await startShop({
      'GET /': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).write('<p>')
        setImmediate(() => ended.abort())
      },
    })
    expect(await runDoctor(`${origin}/`, {}, terminal, { facts })).toBe(130)
  })
})

describe('the report', () => {
  test('shows problems first, hides what is fine, and ends with the counts', async () => {
    const page = pageOf(
      '<payin-checkout endpoint="/checkout" order="A-1" mode="modal" lable="Pay"></payin-checkout>',
    )
    const { origin } = await startShop({ 'GET /': html(page) })
    const { terminal, lines } = fakeTerminal()
    expect(await runDoctor(`${origin}/`, {}, terminal, { facts })).toBe(1)
    const trimmed = lines.map((line) => line.trim())
    expect(trimmed.filter((line) => /^(Problems|Warnings|Unknown|Fine)/.test(line))).toEqual([
      'Problems',
      'Warnings',
      'Unknown: cannot be checked from outside',
    ])
    expect(trimmed.find((line) => line.startsWith('✗'))).toBe(
      '✗ Element: <payin-checkout> in line 5: `lable` is misspelt, so it does nothing',
    )
    expect(trimmed).toContain('change: label="Pay"')
    expect(trimmed.at(-1)).toMatch(/^1 problem, 1 warning, \d+ unknown, \d+ fine \(--all shows them\)$/)
    await runDoctor(`${origin}/`, { all: true }, terminal, { facts })
    expect(lines).toContain('Fine')
  })

  test.each(Object.values(documents))('leads to %s, which is there', (link) => {
    const [file = '', anchor = ''] = link.split('#')
    const text = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8')
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-'),
    )
    expect(anchors).toContain(anchor)
  })
})

test('an unreachable page ends the program with 2 and a message', async () => {
  const { terminal, lines, errorLines } = fakeTerminal()
  // Not from dist/, which holds the facts about the package. They are read before the page.
  expect(await run(['doctor', 'not an address'], terminal)).toBe(2)
  expect(errorLines).toEqual([
    'The page must be a full address such as https://shop.example/cart, but is: not an address',
  ])
  expect(lines).toEqual([])
})

test.each(['javascript:1', 'http://[bad'])('--endpoint %s ends the program with 2', async (endpoint) => {
  const { terminal, errorLines } = fakeTerminal()
  expect(await run(['doctor', 'http://127.0.0.1:1/', '--endpoint', endpoint], terminal)).toBe(2)
  expect(errorLines).toEqual([`--endpoint must be an address such as /checkout, but is: ${endpoint}`])
})

test.each([
  [204, 'page-status'],
  [302, 'page-status'],
  [200, 'page-not-html'],
])('an answer %d that is no page has one problem: %s', async (status, id) => {
  const { origin } = await startShop({ 'GET /': (_, response) => void response.writeHead(status).end() })
  const { terminal, lines } = fakeTerminal()
  expect(await runDoctor(`${origin}/`, { json: true }, terminal, { facts })).toBe(1)
  const found: { area: string; id: string; level: string }[] = JSON.parse(lines.join('\n')).findings
  const problems = found.filter(({ area, level }) => area === 'Page' && level === 'problem')
  expect(problems.map((each) => each.id)).toEqual([id])
})

test('an unbuilt package prints what to do', async () => {
  await expect(readPackageFacts(new URL('file:///nowhere/'))).rejects.toThrow(/Install payin-checkout again/)
})

describe('a page over plain HTTP', () => {
  async function findAt(address: string): Promise<string[]> {
    const { origin } = await startShop()
    const send = createSend({
      userAgent: 'test',
      ended: new AbortController().signal,
      timeLimitMs: 5_000,
      maxBytes: 100_000,
      now: Date.now,
    })
    const answer = await send(new URL(origin))
    if (!isAnswer(answer)) throw new Error(answer.why)
    const page = await readPage({ ...answer, url: new URL(address) }, [], new AbortController().signal)
    return listOf(pageAnswer({ page } as CheckContext))
      .filter(({ level }) => level !== 'fine')
      .map(({ id }) => id)
  }

  test('is a problem', async () => {
    expect(await findAt('http://shop.example/')).toEqual(['page-not-https'])
    expect(await findAt('http://192.168.1.7/')).toEqual(['page-not-https'])
  })

  test.each([
    'http://localhost:4000/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://shop.localhost/',
    'https://shop.example/',
  ])('is none at %s', async (address) => {
    expect(await findAt(address)).toEqual([])
  })
})

test('a redirect from https: to http: is not followed', async () => {
  const asked: string[] = []
  const followed = await follow(async (url) => {
    asked.push(url.href)
    return {
      url,
      status: 301,
      headers: { location: 'http://shop.example/cart' },
      body: Buffer.alloc(0),
      cut: null,
      tookMs: 0,
      at: 0,
    }
  }, new URL('https://shop.example/'))
  expect('downgrade' in followed && followed.downgrade.to.href).toBe('http://shop.example/cart')
  expect(asked).toEqual(['https://shop.example/'])
})

test('a password is sent to the same origin only', async () => {
  const asked: string[] = []
  const ways: Record<string, string> = { '/': '/cart', '/cart': 'https://other.example/' }
  await follow(async (url) => {
    asked.push(url.href)
    const location = ways[url.pathname]
    const isEnd = url.host === 'other.example' || location === undefined
    return {
      url,
      status: isEnd ? 200 : 302,
      headers: isEnd ? {} : { location },
      body: Buffer.alloc(0),
      cut: null,
      tookMs: 0,
      at: 0,
    }
  }, new URL('https://me:secret@shop.example/'))
  expect(asked).toEqual([
    'https://me:secret@shop.example/',
    'https://me:secret@shop.example/cart',
    'https://other.example/',
  ])
})

test('redirects are shown, and the final page is checked', async () => {
  const { origin } = await startShop({ 'GET /old': { status: 301, headers: { location: '/?new' } } })
  const diagnosis = await diagnose(`${origin}/old`)
  expect(diagnosis.wrong).toEqual([])
  expect(diagnosis.one('page-redirected').seen).toBe(`${origin}/old (301) → ${origin}/?new=…`)
})

test.each([
  ['endpont', 'endpoint'],
  ['odrer', 'order'],
  ['order-id', 'order'],
  ['data-order', 'order'],
  ['method', 'methods'],
  ['curency', 'currency'],
  ['price', null],
  ['kin', 'kind'],
  ['x'.repeat(100_000), null],
])('%.20s was meant as %s', (written, meant) => {
  expect(nearestName(written, ['endpoint', 'order', 'kind', 'methods', 'currency', 'lang', 'mode'])).toBe(
    meant,
  )
})

describe('a page that sends its visitors on by itself', () => {
  const refresh = (content: string) => `<meta http-equiv="Refresh" content="${content}">`

  test.each(['0; url=/cart', "3;URL='/cart'", '0,/cart'])('was not read, with %s', async (content) => {
    const { origin } = await startShop({ 'GET /': html(pageOf('', refresh(content))) })
    const diagnosis = await diagnose(`${origin}/`)
    expect([diagnosis.exitCode, diagnosis.one('page-refresh').change]).toEqual([
      2,
      expect.stringContaining(`${origin}/cart`),
    ])
  })

  test.each([
    ['to itself', pageOf('', refresh('5'))],
    ['after the time of a session', pageOf('', refresh('900; url=/login'))],
    ['and shows a checkout', pageOf(element, scriptTag + refresh('5; url=/cart'))],
  ])('is read, if it goes %s', async (_how, page) => {
    const { findings } = await diagnoseShop({ 'GET /': html(page) })
    expect(findings.map(({ id }) => id)).not.toContain('page-refresh')
  })
})

test('the return page and the webhook address may be paths', async () => {
  const { origin } = await startShop()
  const diagnosis = await diagnose(`${origin}/`, {
    returnUrl: '/checkout/return',
    webhookUrl: '/webhooks/payins',
  })
  expect([diagnosis.one('return-fine').level, diagnosis.one('webhook-taken').level]).toEqual(['fine', 'fine'])
})

test.each([
  [429, 'webhook-limits'],
  [302, 'webhook-redirects'],
])('a webhook address that answers %i to a right signature has not accepted it', async (status, found) => {
  const { findings } = await diagnoseShop({
    'POST /webhooks/payins': async (request, response) => {
      const right = createHmac('sha256', secret)
        .update(await text(request))
        .digest('hex')
      response.writeHead(request.headers['x-webhook-signature'] === right ? status : 401).end()
    },
  })
  const ids = findings.map(({ id }) => id)
  expect([ids.includes('webhook-taken'), ids.includes(found)]).toEqual([false, true])
})
