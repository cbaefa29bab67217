// A shop behind a login, and the header with which doctor passes it.
import { describe, expect, test } from 'vitest'
import { run } from '../../../../src/cli/program.ts'
import { fakeTerminal } from '../fake-terminal.ts'
import { checkout, page } from './mistake.ts'
import {
  diagnose,
  diagnoseShop,
  element,
  type Handler,
  html,
  pageOf,
  type Routes,
  startShop,
} from './small-shop.ts'

const cookie = `session=${'k'.repeat(30)}-${'v'.repeat(30)}`
const loginForm = html(
  '<form action="/login"><input name="email"><input type="password" autocomplete="current-password"></form><script src="/app.js"></script>',
)
/** Answers who is signed in, and leads everybody else to the login. */
const behindLogin =
  (body: string): Handler =>
  (request, response) =>
    request.headers.cookie === cookie
      ? response.writeHead(200, { 'content-type': 'text/html' }).end(body)
      : response.writeHead(302, { location: '/login?next=/cart' }).end()
const shopBehindLogin: Routes = { 'GET /cart': behindLogin(pageOf()), 'GET /login': loginForm }

describe('a page behind a login is not read, and this is the only finding', () => {
  const empty = html('<h1>Welcome</h1><script src="/app.js"></script>')
  const walls: readonly [how: string, routes: Routes][] = [
    ['that redirects to a form', shopBehindLogin],
    ['that shows a form at the same address', { 'GET /cart': loginForm }],
    ['that redirects to a login without a password', { 'GET /cart': behindLogin(''), 'GET /login': empty }],
    [
      'that asks for a code',
      { 'GET /cart': html('<input autocomplete="one-time-code"><script src="/app.js"></script>') },
    ],
    [
      'that answers 401',
      { 'GET /cart': { status: 401, headers: { 'content-type': 'text/html' }, body: 'No' } },
    ],
    ['that answers 403 as JSON', { 'GET /cart': { status: 403, body: '{}' } }],
  ]
  test.each(walls)('%s', async (_how, routes) => {
    const { origin } = await startShop(routes)
    const diagnosis = await diagnose(`${origin}/cart`)
    expect([diagnosis.exitCode, diagnosis.wrong]).toEqual([2, ['page-login']])
    expect(diagnosis.one('page-login').change).toContain("--header 'Cookie: …'")
    expect(diagnosis.findings.filter(({ area }) => !['Page', 'Webhooks'].includes(area))).toEqual([])
  })

  test('also in a redirect that needs a cookie and goes in a circle', async () => {
    const { terminal, errorLines } = fakeTerminal()
    const { origin } = await startShop({ 'GET /cart': { status: 302, headers: { location: '/cart' } } })
    expect(await run(['doctor', `${origin}/cart`], terminal)).toBe(2)
    expect(errorLines.join()).toMatch(/--header 'Cookie|cannot be read/)
  })

  test('but not a shop with a login form beside its checkout', async () => {
    const { wrong } = await diagnoseShop(page(`${element}<input type="password">`))
    expect(wrong).toEqual([])
  })
})

describe('--header', () => {
  test('passes the login', async () => {
    const { origin } = await startShop(shopBehindLogin)
    const diagnosis = await diagnose(`${origin}/cart`, { header: [`Cookie: ${cookie}`] })
    expect(diagnosis.wrong).toEqual([])
    expect(diagnosis.one('element-there').level).toBe('fine')
  })

  test('several cookies are sent as one header', async () => {
    const seen: unknown[] = []
    const { origin } = await startShop({
      'GET /': (request, response) => {
        seen.push([request.headers.cookie, request.headers['x-gate']])
        response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf())
      },
    })
    await diagnose(`${origin}/`, { header: ['Cookie: a=1', 'cookie:b=2', 'X-Gate: open: yes'] })
    expect(seen).toEqual([['a=1; b=2', 'open: yes']])
  })

  test('is shown nowhere, also where the page repeats it or cuts it', async () => {
    const value = cookie.slice('session='.length)
    const wrong = `<payin-checkout endpoint="/checkout" order="A-1" mode="${value}" colour="${value}" lable="${encodeURIComponent(value)}"></payin-checkout>`
    const { origin } = await startShop({
      'GET /cart': html(pageOf(wrong), {
        'content-security-policy': `img-src ${value}; script-src ${cookie}`,
      }),
    })
    const header = [`Cookie: theme=dark; ${cookie}`, 'Authorization: Bearer abcdefghijklmnop']
    const diagnosis = await diagnose(`${origin}/cart`, { header })
    expect(diagnosis.wrong).toContain('attribute-unknown')
    expect(diagnosis.text).not.toMatch(/kkkkkkkk|vvvvvvvv/)
  })

  test('is sent neither to another origin, nor with webhooks', async () => {
    const got: string[] = []
    const record: Handler = (request, response) => {
      if (request.headers.cookie) got.push(`${request.method} ${request.url}`)
      response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{}')
    }
    const other = await startShop({ '*': record, 'POST /checkout/sessions': record, 'GET /': record })
    const own = await startShop({
      ...checkout(`endpoint="${other.origin}/checkout" order="A-1"`),
      'GET /away': { status: 302, headers: { location: `${other.origin}/` } },
      'POST /webhooks/payins': record,
    })
    const options = { header: [`Cookie: ${cookie}`], allowOrigin: [other.origin] }
    await diagnose(`${own.origin}/`, { ...options, webhookUrl: `${own.origin}/webhooks/payins` })
    await diagnose(`${own.origin}/away`, options)
    expect(other.asked.length).toBeGreaterThan(2)
    expect(got).toEqual([])
  })

  test.each([
    'Cookie',
    'Cookie:',
    ': x',
    'Coo kie: hush-hush',
    'Cookie: hush\nX: hush-hush',
    'Host: hush-hush',
  ])('%j ends the command with a message that does not show it', async (header) => {
    const failure = diagnose('http://127.0.0.1:1/', { header: [header] })
    await expect(failure).rejects.toThrow(/--header/)
    await expect(failure).rejects.not.toThrow(/hush/)
  })
})

describe('a misspelt endpoint behind the login of the shop has one finding, the cause', () => {
  const misspelt = checkout('endpoint="/chekcout" order="A-1"')
  const away = { status: 302, headers: { location: '/login' } }
  test.each<[string, Routes[string]]>([
    ['a redirect', away],
    ['401', { status: 401, headers: { 'content-type': 'application/json' }, body: '{}' }],
    ['403 with a page', { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>No</h1>' }],
    ['the login itself', loginForm],
  ])('by %s', async (_how, answer) => {
    const diagnosis = await diagnoseShop({ ...misspelt, '*': answer })
    expect([diagnosis.exitCode, diagnosis.wrong]).toEqual([1, ['endpoint-login']])
    expect(diagnosis.one('endpoint-login').title).toContain('may be misspelt')
    expect(diagnosis.one('endpoint-login').change).toContain('in line 5')
  })

  test('a login before the right endpoint alone is named as such', async () => {
    const diagnosis = await diagnoseShop({
      'GET /checkout/sessions/*': away,
      'POST /checkout/sessions': away,
    })
    expect(diagnosis.wrong).toEqual(['endpoint-login'])
    expect(diagnosis.one('endpoint-login').title).toContain('guests cannot pay')
  })

  test('a login before the return page is a problem', async () => {
    const { wrong } = await diagnoseShop({ 'GET /checkout/return': away, 'GET /login': loginForm })
    expect(wrong).toEqual(['return-login'])
  })
})
