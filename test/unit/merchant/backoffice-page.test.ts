// The back office page, without a browser: what a person reads, settles and looks up. test/journeys/backoffice.journey.ts does so
// in a browser.
import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { typed, usePage, withPage } from './backoffice-page-world.ts'
import { backofficeToken, shopChanges } from './backoffice-world.ts'
import { createWorld, useWorld } from './harness.ts'
import { createStop } from './instances-world.ts'

const world = useWorld(withPage)
const { get, post, raiseAlone, see, settle, signIn } = usePage(world)
const shop = shopChanges(world)
const order = 'A-1001'

/** Money of another amount came for the order. @returns the number of its alert */
async function otherMoney(): Promise<string> {
  await world().pay(order)
  await shop.price('60.00')
  await world().move(world().service.only(), 'COMPLETED')
  const [alert] = await world().db.query<{ id: number }>('select id from payin_checkout.alerts')
  return String(alert?.id)
}

const insertSettled = (count: number) =>
  world().db.query(
    `insert into payin_checkout.alerts (kind, detail, created_at, settled_as, settled_by, settled_at)
     select 'webhook_given_up', 'settled ' || n, $1, 'noted', 'bob', $1 from generate_series(1, $2::int) n`,
    [new Date(world().clock.now()), count],
  )

describe('the page', () => {
  test('shows the open alerts with what to do, then the settled ones with who has settled them', async () => {
    const alert = await otherMoney()
    await insertSettled(1)
    const { status, text, html } = await see()
    expect(status).toBe(200)
    expect(text).toMatch(
      /1 open alert .*amount differs .*deliver and settle as accepted, or give it back.*A-1001.*€49\.90.*2026-11-20T12:00:00Z/,
    )
    expect(text).toMatch(/Settled alerts .*as noted by bob , 2026-11-20T12:00:00Z .*settled 1/)
    expect(html).toContain('<time datetime="2026-11-20T12:00:00.000Z">')
    expect(text).toContain(`Settle alert ${alert}`)
    expect(html.match(/<form method="post" action="backoffice\/settle">/g)).toHaveLength(1)
    expect(html).not.toMatch(/checked/)
  })

  test('says that there is nothing to do', async () => {
    expect((await see()).text).toContain('No open alerts')
  })

  test('shows the alert of the address first, also when it is not among the newest 200', async () => {
    const old = await raiseAlone('the old one')
    for (let n = 0; n < 250; n++) await raiseAlone(`open ${n}`)
    const list = (await see()).text
    expect(list).toContain('251 open alerts')
    expect(list).toContain('The newest 200 of them:')
    expect(list).not.toContain('the old one')
    const { text } = await see(`?alert=${old}`)
    expect(text).toMatch(/Alert \d+: webhook given up What to do .*the old one.*250 other open alerts/)
  })

  test('shows an alert once: the one of the address is not in the list, too', async () => {
    const alert = await raiseAlone('only once')
    const { html, text } = await see(`?alert=${alert}`)
    expect(html.split('only once')).toHaveLength(2)
    expect(text).toContain('No other open alerts')
  })

  test.each(['7777777', '0', '1e3', '-1', '2147483648', 'x', '1 or 1=1', '%00'])(
    'says that there is no alert %s, and shows the others',
    async (number) => {
      await raiseAlone('another')
      const { status, text } = await see(`?alert=${number}`)
      expect(status).toBe(404)
      expect(text).toContain('There is no such alert.')
      expect(text).toContain('another')
    },
  )

  test('escapes and isolates what comes from outside', async () => {
    const hostile = '</bdi><script>alert(1)</script>"\'&\u202Eabc'
    await raiseAlone(hostile, hostile)
    const alert = await raiseAlone('one')
    await settle({ alert: String(alert), as: 'noted', note: hostile }, hostile)
    for (const query of ['', `?alert=${alert}`, `?order=${encodeURIComponent(hostile.slice(0, 30))}`]) {
      const { html } = await see(query, hostile)
      expect(html).not.toContain('<script')
      // Every such character stands in an element that isolates its direction.
      const shown = html.replace(/<bdi>[^<]*<\/bdi>|<title>[^<]*<\/title>|(value|href)="[^"]*"/g, '')
      expect(shown).not.toContain('\u202E')
    }
    expect((await see(`?payout=${encodeURIComponent(hostile)}`, hostile)).html).not.toContain('<script')
  })

  test('loads nothing but its styles, is framed and cached by nobody, and is found by no search', async () => {
    const { headers, html } = await see()
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(html).not.toMatch(/<script|style="| on\w+=/)
    expect(html).not.toContain('canary')
    expect(parse(html).childNodes.length).toBeGreaterThan(0)
  })

  test('has only relative addresses, so that it works behind a proxy that removes a path, and through a tunnel', async () => {
    const alert = await otherMoney()
    const cookie = await signIn()
    const pages = [
      await see(),
      await see(`?order=${order}`),
      await see('?payout=x'),
      await post('settle', { alert }, cookie),
      await get('', null),
    ]
    for (const { html } of pages) {
      const addresses = [...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, address = '']) => address)
      expect(addresses.length).toBeGreaterThan(2)
      for (const address of addresses)
        expect(address).toMatch(/^(data:,|#look-up|(\.\.\/)?(backoffice|checkout\/page\.css)(\/|\?|$))/)
    }
    expect(pages[3]?.html).toContain('action="../backoffice/settle"')
    const style = await world().app.request('/backoffice/page.css')
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('is at the path of the server', async () => {
    await world().restart({
      BACKOFFICE_TOKEN: backofficeToken,
      PUBLIC_URL: 'https://shop.example/pay',
    })
    const response = await world().app.request('/pay/backoffice')
    expect(await response.text()).toContain('<form method="post" action="backoffice/sign-in">')
    expect((await world().app.request('/backoffice')).status).toBe(404)
    expect((await world().app.request('/pay/backoffice/')).status).toBe(401)
  })

  test('leads back to itself when the address of one of its forms is loaded again', async () => {
    for (const path of ['/sign-in', '/settle', '/sign-out']) {
      const { status, headers } = await see(path)
      expect([status, headers.get('location')]).toEqual([303, '../backoffice'])
    }
  })
})

describe('settling', () => {
  test('pays the order, and the page then says who has settled the alert, when and why', async () => {
    const alert = await otherMoney()
    const { status, headers } = await settle({ alert, as: 'accepted', note: ' paid by\r\nphone ' })
    expect([status, headers.get('location')]).toEqual([303, `../backoffice?alert=${alert}`])
    expect(await world().order(order)).toBe('paid')
    const { text, html } = await see(`?alert=${alert}`)
    expect(text).toContain(`Alert ${alert}: amount differs, settled`)
    expect(text).toMatch(/as accepted by mara@shop\.example , 2026-11-20T12:00:00Z/)
    expect(html).toContain('paid by\nphone')
    expect(html).not.toContain('backoffice/settle')
  })

  test('twice by one press is one settlement', async () => {
    const alert = await otherMoney()
    const answers = await Promise.all([1, 2].map(() => settle({ alert, as: 'accepted', note: 'x' })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await world().db.query('select * from parcels')).toHaveLength(1)
  })

  test.each([
    ['in another way', 'refunded', /was settled as refunded by bob, at 2026/],
    ['in the same way', 'accepted', /This alert is settled already, in the same way/],
  ])(
    'after somebody else has settled it %s says by whom, and keeps the note on the page',
    async (_, first, says) => {
      const alert = await otherMoney()
      await settle({ alert, as: first }, 'bob')
      const { status, text, html } = await settle({ alert, as: 'accepted', note: 'I have called them' })
      expect(status).toBe(409)
      expect(text).toMatch(says)
      expect(text).toMatch(new RegExp(`as ${first} by bob`))
      expect(html).toContain('Your note was not stored: <q><bdi>I have called them</bdi></q>')
      const [{ note }] = (await world().db.query('select note from payin_checkout.alerts')) as [
        { note: null },
      ]
      expect(note).toBeNull()
    },
  )

  test('that needs something else first says so beside the alert, and keeps choice and note', async () => {
    const alert = await otherMoney()
    await shop.delete()
    const { status, text, html } = await settle({ alert, as: 'accepted', note: 'they <paid>' })
    expect(status).toBe(409)
    expect(text).toMatch(
      /Alert \d+: amount differs There is no such order in the shop\. Put the order back first/,
    )
    expect(html).toMatch(/value="accepted" required checked>/)
    expect(html).toContain('>they &lt;paid&gt;</textarea>')
    await shop.putBack()
    expect((await settle({ alert, as: 'accepted', note: 'they <paid>' })).status).toBe(303)
  })

  test('after its payment has changed offers what can be done now', async () => {
    await world().pay(order)
    const payin = world().service.only()
    await world().move(payin, 'COMPLETED')
    await world().move(payin, 'FAILED')
    const [{ id, kind }] = (await world().db.query('select id, kind from payin_checkout.alerts')) as [
      { id: number; kind: string },
    ]
    expect(kind).toBe('final_changed')
    expect((await see()).html).toMatch(/value="refunded"[\s\S]*value="noted"/)
    await world().move(payin, 'DISPUTED')
    const { status, html, text } = await settle({ alert: String(id), as: 'noted', note: 'kept' })
    expect(status).toBe(409)
    expect(text).toContain('A person must say what became of this money. Settle it as accepted or refunded.')
    expect(html).toMatch(/value="accepted"[\s\S]*value="refunded"[\s\S]*>kept<\/textarea>/)
  })

  test.each([
    ['no choice', { as: '', note: 'typed' }, 'Must be one of accepted, refunded, noted.'],
    ['an unknown choice', { as: 'paid', note: 'typed' }, 'Must be one of'],
    ['a note of too many characters', { as: 'refunded', note: `typed${'x'.repeat(1_000)}` }, 'at most 1000'],
    ['a NUL', { as: 'refunded', note: 'typed\0' }, 'NUL'],
  ])('with %s says so, changes nothing, and keeps what was typed', async (_, fields, says) => {
    const alert = await otherMoney()
    const { status, text, html } = await settle({ alert, ...fields })
    expect(status).toBe(422)
    expect(text).toContain(says)
    expect(html).toContain('>typed')
    expect((await see()).text).toContain('1 open alert')
  })

  test('accepts a note of a thousand characters in lines, as a browser counts them', async () => {
    const alert = await raiseAlone('one')
    const note = `${'€\r\n'.repeat(499)}ab`
    expect((await settle({ alert: String(alert), as: 'noted', note })).status).toBe(303)
  })

  test('an alert that there is not says so', async () => {
    expect((await settle({ alert: '999999', as: 'noted' })).status).toBe(404)
    expect((await settle({ as: 'noted' })).status).toBe(404)
  })

  test('after the sign-in has ended asks for it again, and shows the note', async () => {
    const alert = await otherMoney()
    const cookie = await signIn()
    await world().clock.advance(8 * 3_600_000)
    const { status, text, html } = await post(
      'settle',
      { alert, as: 'accepted', note: 'I have called' },
      cookie,
    )
    expect(status).toBe(403)
    expect(text).toContain('You are not signed in any more.')
    expect(text).toContain('I have called')
    expect(html).toContain(`<input type="hidden" name="alert" value="${alert}">`)
    expect(await world().order(order)).toBe('unpaid')
  })

  test('leaves a line in the log that names neither the person nor the note', async () => {
    const alert = await otherMoney()
    await settle({ alert, as: 'refunded', note: 'private' })
    const lines = world().logged.join('\n')
    expect(lines).toContain('"event":"alert_settled"')
    for (const hidden of ['private', typed.by, 'canary']) expect(lines).not.toContain(hidden)
  })
})

describe('when something fails', () => {
  /** The page over a database that refuses what contains these words. */
  async function over(words: string) {
    const { db, clock, service, logged } = world()
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    let isAway = false
    const query: typeof db.query = async (sql, params) => {
      if (isAway && sql.includes(words)) throw away
      return db.query(sql, params)
    }
    const shop = await createWorld({ ...db, query }, { clock, service, logged })
    await shop.restart({ BACKOFFICE_TOKEN: backofficeToken })
    isAway = true
    return shop
  }

  test.each(['GET', 'POST'])('the page says what to do while the database is away: %s', async (method) => {
    const cookie = await signIn()
    const alert = await raiseAlone('one')
    const shop = await over('payin_checkout.alerts')
    const response = await shop.app.request(method === 'GET' ? '/backoffice' : '/backoffice/settle', {
      method,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' && { body: `alert=${alert}&as=noted` }),
    })
    const html = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=UTF-8'])
    expect(response.headers.get('retry-after')).toBe('1')
    expect(html).toContain('Load the page again in a minute.')
    expect(html).toContain(response.headers.get('x-request-id'))
    expect(world().logged.join()).toContain('"event":"database_away"')
    await shop.merchant.close()
  })

  test('a settlement that takes too long is answered with a page, and is done all the same', async () => {
    const alert = await otherMoney()
    const cookie = await signIn()
    const { db, clock, service, logged } = world()
    const stop = createStop('from payin_checkout.sessions where order_id')
    const slow = await createWorld(stop.stopping(db), { clock, service, logged })
    await slow.restart({ BACKOFFICE_TOKEN: backofficeToken })
    const sent = slow.app.request('/backoffice/settle', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: `alert=${alert}&as=accepted`,
    })
    await stop.reached
    await clock.advance(9_000)
    const answer = await sent
    stop.resume()
    await slow.merchant.background.idle()
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('the page then shows whether it is settled')
    expect((await see(`?alert=${alert}`)).text).toContain('as accepted by mara@shop.example')
    await slow.merchant.close()
  })
})

describe('the payments of an order', () => {
  test('are shown with what became of them', async () => {
    const alert = await otherMoney()
    const { text } = await see(`?order=%20${order}%20`)
    expect(text).toMatch(/Payin, 2026-11-20T12:00:00Z Outcome authorized Under review amount differs/)
    expect(text).toMatch(/Amount €49\.90 Status at the service COMPLETED Can be paid now no/)
    expect((await see(`?alert=${alert}`)).html).toContain(`href="backoffice?order=${order}"`)
  })

  test('hold no id that opens a session, and no address of a hosted page', async () => {
    const { id, redirect_url } = await world().pay(order)
    const { html } = await see(`?order=${order}`)
    expect(html).toContain('yes, somebody may have its page open')
    expect(html).not.toContain(id)
    expect(html).not.toContain(redirect_url ?? 'no address')
  })

  test('of an id that another customer has by now are shown beside those of the present order', async () => {
    await world().pay(order)
    await world().move(world().service.only(), 'COMPLETED')
    const later = new Date(world().clock.now() + 60_000)
    await world().db.query(
      `update orders set status = 'unpaid', paid_session = null, payer_email = 'other@shop.example', placed_at = $2 where id = $1`,
      [order, later],
    )
    const before = await see(`?order=${order}`)
    await world().pay(order)
    const { text } = await see(`?order=${order}`)

    expect(before.text).toMatch(
      /has no payment .* Another customer’s order had this id before.* Outcome complete/s,
    )
    expect(text).toMatch(/Outcome open .* Another customer’s order had this id before.* Outcome complete/s)
  })

  test.each(['none', 'x'.repeat(37), 'A\0'])('of %j: there are none', async (id) => {
    const { status, text } = await see(`?order=${encodeURIComponent(id)}`)
    expect(status).toBe(200)
    expect(text).toContain('has no payment that the service has accepted')
  })

  test('cannot be read while the shop’s own function fails, and the alerts still can', async () => {
    const ordersOn = (orders: object) =>
      ({ ...orders, find: async () => Promise.reject(new Error('no such table')) }) as never
    await world().restart({ BACKOFFICE_TOKEN: backofficeToken }, { ordersOn })
    const { status, text } = await see(`?order=${order}`)
    expect(status).toBe(500)
    expect(text).toContain('Look in the log for the id of this request')
    expect((await see()).text).toContain('No open alerts')
  })
})
