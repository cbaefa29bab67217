// Who gets into the back office page: the token, the cookie, and what pages of other sites cannot do.
import { describe, expect, test } from 'vitest'
import { createHandles } from '../../../src/merchant/app.ts'
import { ownForm, typed, usePage, withPage } from './backoffice-page-world.ts'
import { backofficeToken } from './backoffice-world.ts'
import { useWorld } from './harness.ts'

const world = useWorld(withPage)
const { get, post, raiseAlone, see, signIn } = usePage(world)

const hour = 3_600_000
const tunnel = { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:4001' }
const json = { 'content-type': 'application/json' }
const bearer = { authorization: `Bearer ${backofficeToken}` }
const isSignedIn = async (cookie: string | null, headers = {}) =>
  (await get('', cookie, headers)).text.includes('Sign out')

describe('without a configured token', () => {
  test.each([
    ['GET', ''],
    ['GET', '?alert=1'],
    ['GET', '/page.css'],
    ['POST', '/sign-in'],
    ['POST', '/settle'],
    ['POST', '/sign-out'],
  ])('there is no page: %s /backoffice%s', async (method, path) => {
    const cookie = await signIn()
    await world().restart()
    const response = await world().app.request(`/backoffice${path}`, {
      method,
      headers: { cookie, ...ownForm },
    })
    expect(response.status).toBe(404)
  })

  test('the address is the shop’s own, in a framework that asks whose it is', async () => {
    const isOurs = () => createHandles(world().app, world().merchant.config)('/backoffice')
    expect(isOurs()).toBe(true)
    await world().restart()
    expect(isOurs()).toBe(false)
  })
})

describe('a person who is not signed in', () => {
  test('sees the form that asks for the token, and nothing of the shop’s money', async () => {
    await raiseAlone('payin x could not be fetched')
    const { status, html, text, headers } = await get('?alert=1&order=A-1001&token=typed-by-mistake', null)
    expect(status).toBe(200)
    expect(text).toContain('The value of BACKOFFICE_TOKEN in the settings of this server.')
    for (const hidden of ['payin x', backofficeToken, 'typed-by-mistake', 'Sign out'])
      expect(html).not.toContain(hidden)
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('gets with the right token to what the address has asked for', async () => {
    const page = await get('?alert=17&order=A%26B', null)
    expect(page.html).toContain('<input type="hidden" name="alert" value="17">')
    expect(page.html).toContain('<input type="hidden" name="order" value="A&amp;B">')
    const { status, headers } = await post('sign-in', { ...typed, alert: '17', order: 'A&B' }, null)
    expect([status, headers.get('location')]).toEqual([303, '../backoffice?alert=17&order=A%26B'])
  })

  test('cannot be sent elsewhere by what stands in the form', async () => {
    for (const alert of ['//evil.example', 'https://evil.example', '../../evil', '\r\nx: y']) {
      const { headers } = await post('sign-in', { ...typed, alert }, null)
      const location = new URL(headers.get('location') ?? '', 'https://shop.example/backoffice/sign-in')
      expect(`${location.origin}${location.pathname}`).toBe('https://shop.example/backoffice')
    }
  })

  test.each([
    ['a wrong token', `${backofficeToken}x`],
    ['the token’s beginning', backofficeToken.slice(0, -1)],
    ['no token', ''],
  ])('with %s reads where to look, keeps the name, and gets no cookie', async (_, token) => {
    const { status, html, text, headers } = await post('sign-in', { by: 'mara', token }, null)
    expect(status).toBe(403)
    expect(text).toContain('This is not the token. Look for BACKOFFICE_TOKEN')
    expect(html).toContain('value="mara"')
    expect(html).toMatch(/name="token"[^>]* autofocus>/)
    expect(headers.get('set-cookie')).toBeNull()
    expect(html + world().logged.join()).not.toContain('canary')
  })

  test.each(['', '   ', 'x'.repeat(101), 'mara\0'])('must say who they are: %j', async (by) => {
    const { status, headers, text } = await post('sign-in', { ...typed, by }, null)
    expect([status, headers.get('set-cookie')]).toEqual([422, null])
    expect(text).toContain('Give your name')
  })

  test('may copy the token with a line break, and is refused with a body of megabytes', async () => {
    expect((await post('sign-in', { ...typed, token: ` ${backofficeToken}\n` }, null)).status).toBe(303)
    expect((await post('sign-in', { ...typed, alert: 'x'.repeat(20_000) }, null)).status).toBe(413)
  })

  test('is told to wait after ten wrong tokens in a minute, also with the right one; others are not', async () => {
    await world().restart({ BACKOFFICE_TOKEN: backofficeToken, CLIENT_ADDRESS_HEADER: 'x-real-ip' })
    const attempt = (address: string, token: string) =>
      post('sign-in', { ...typed, token }, null, { ...ownForm, 'x-real-ip': address })
    for (let tries = 0; tries < 10; tries++) expect((await attempt('203.0.113.1', 'wrong')).status).toBe(403)
    const refused = await attempt('203.0.113.1', backofficeToken)
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([429, null])
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(refused.text).toContain('Too many wrong tokens came from this address.')
    expect((await attempt('203.0.113.2', backofficeToken)).status).toBe(303)
    await world().clock.advance(60_000)
    expect((await attempt('203.0.113.1', backofficeToken)).status).toBe(303)
  })
})

describe('the cookie', () => {
  const given = async (headers: Record<string, string>) =>
    (await post('sign-in', typed, null, headers)).headers.get('set-cookie') ?? ''

  test('is for this page and this browser only, for eight hours, and is not the token', async () => {
    const cookie = await given(ownForm)
    expect(cookie).toMatch(
      /^__Secure-payin-backoffice=[\w.-]+; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(cookie).not.toContain('canary')
    expect(Buffer.from(cookie.split('.').at(-1) ?? '', 'base64url').toString()).not.toContain('canary')
  })

  test('is accepted through a tunnel to the server itself, where there is no TLS', async () => {
    expect(await given(tunnel)).toMatch(/^payin-backoffice=[^;]+; Max-Age=28800; HttpOnly; SameSite=Strict$/)
    const cookie = await signIn('mara', tunnel)
    const alert = String(await raiseAlone('one'))
    expect((await post('settle', { alert, as: 'noted' }, cookie, tunnel)).status).toBe(303)
  })

  test('ends after eight hours', async () => {
    const cookie = await signIn()
    await world().clock.advance(8 * hour - 1_000)
    expect(await isSignedIn(cookie)).toBe(true)
    await world().clock.advance(1_000)
    expect(await isSignedIn(cookie)).toBe(false)
  })

  test('counts at every instance with the same token, and nowhere once there is another token', async () => {
    const cookie = await signIn()
    await world().restart({ BACKOFFICE_TOKEN: backofficeToken })
    expect(await isSignedIn(cookie)).toBe(true)
    await world().restart({ BACKOFFICE_TOKEN: `another_${backofficeToken}` })
    expect(await isSignedIn(cookie)).toBe(false)
  })

  test('cannot be given another name, another time or another proof', async () => {
    const cookie = await signIn()
    const [name = '', seconds = '', proof = '', who = ''] = cookie.split(/[=.]/)
    expect(await isSignedIn(`${name}=${seconds}.${proof}.${who}`)).toBe(true)
    const bob = Buffer.from('bob').toString('base64url')
    for (const value of [
      `${seconds}.${proof}.${bob}`,
      `${Number(seconds) + 1}.${proof}.${who}`,
      `${seconds}.${proof.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}.${who}`,
      `${seconds}.${proof}`,
      `${seconds}.${proof}.`,
      `..${who}`,
      backofficeToken,
      '',
    ])
      expect([value, await isSignedIn(`${name}=${value}`)]).toEqual([value, false])
  })

  test('does not count at the calls for programs, and their header not at the page', async () => {
    const cookie = await signIn()
    const alert = await raiseAlone('one')
    const ask = (path: string, init: RequestInit) => world().app.request(`/backoffice/${path}`, init)
    expect((await ask('alerts', { headers: { cookie } })).status).toBe(401)
    const body = JSON.stringify({ as: 'noted', by: 'mara' })
    const headers = { ...json, cookie, ...ownForm }
    expect((await ask(`alerts/${alert}/settle`, { method: 'POST', headers, body })).status).toBe(401)
    expect(await isSignedIn(null, bearer)).toBe(false)
    expect((await post('settle', { alert: String(alert), as: 'noted' }, null, bearer)).status).toBe(403)
    expect((await see(`?alert=${alert}`)).text).toContain(`Settle alert ${alert} as noted`)
  })

  test('is removed by signing out', async () => {
    const { status, headers } = await post('sign-out', {}, await signIn())
    expect([status, headers.get('location')]).toEqual([303, '../backoffice'])
    expect(headers.get('set-cookie')).toBe(
      '__Secure-payin-backoffice=; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    )
    expect((await post('sign-out', {}, null, tunnel)).headers.get('set-cookie')).toBe(
      'payin-backoffice=; Max-Age=0; HttpOnly; SameSite=Strict',
    )
  })
})

describe('a page of another origin', () => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site, in a browser without Fetch Metadata', { origin: 'https://evil.example' }],
    ['another host of the shop', { 'sec-fetch-site': 'same-site', origin: 'https://blog.shop.example' }],
    [
      'an origin that may start payments',
      { 'sec-fetch-site': 'same-site', origin: 'https://partner.example' },
    ],
    ['a sandboxed frame', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['another machine without TLS', { origin: 'http://10.0.0.5:4001' }],
  ])('cannot send a form: %s', async (_, headers) => {
    const cookie = await signIn()
    const alert = String(await raiseAlone('one'))
    for (const [path, fields] of [
      ['settle', { alert, as: 'noted' }],
      ['sign-in', typed],
      ['sign-out', {}],
    ] as const) {
      const answer = await post(path, fields, cookie, headers)
      expect([path, answer.status, answer.headers.get('set-cookie')]).toEqual([path, 403, null])
      expect(answer.text).toContain('Open shop.example/backoffice,')
    }
    expect((await see(`?alert=${alert}`)).text).toContain(`Settle alert ${alert} as noted`)
  })

  test('can lead here: the page asks for itself once, because the browser did not send the cookie', async () => {
    const fromElsewhere = { 'sec-fetch-site': 'cross-site' }
    const first = await get('?alert=17', null, fromElsewhere)
    expect(first.html).toContain(
      '<meta http-equiv="refresh" content="0; url=backoffice?alert=17&amp;again=1">',
    )
    expect((await get('', null, fromElsewhere)).html).toContain('url=backoffice?again=1"')
    for (const headers of [fromElsewhere, { 'sec-fetch-site': 'same-origin' }])
      expect((await get('?alert=17&again=1', null, headers)).text).toContain('Sign in')
    expect(await isSignedIn(await signIn(), fromElsewhere)).toBe(true)
  })
})
