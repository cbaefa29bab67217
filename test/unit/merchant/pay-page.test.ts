// The pay page, without a browser: what a shopper with a pay link reads and sends. test/journeys/pay-link.journey.ts pays on it.
import { parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { useWorld } from './harness.ts'

const world = useWorld()
const secret = 'order_token_canary_0123456789'
const order = 'A-1001'
const minute = 60_000

interface Page {
  readonly status: number
  readonly html: string
  readonly headers: Headers
  /** The fields of the form; `null` without one. */
  readonly fields: Readonly<Record<string, string>> | null
  readonly label: string | null
}

const withTokens = (more: Record<string, string> = {}) =>
  world().restart({ ORDER_TOKEN_SECRET: secret, SHOP_NAME: 'Nordheim Books', ...more })

const pathOf = (address: string) => address.replace('https://shop.example', '')
const link = (id = order, options = {}) => pathOf(world().merchant.payLink(id, options))

async function pageAt(path: string, headers: Record<string, string> = {}): Promise<Page> {
  return read(await world().app.request(path, { headers }))
}

async function read(response: Response): Promise<Page> {
  const html = await response.text()
  const form = /<form[\s\S]*<\/form>/.exec(html)?.[0] ?? null
  const fields =
    form &&
    Object.fromEntries([...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, n, v]) => [n, v]))
  const label = form && (/<button>([^<]*)</.exec(form)?.[1] ?? null)
  return { status: response.status, html, headers: response.headers, fields, label }
}

const press = (fields: Page['fields'], headers: Record<string, string> = {}): Promise<Response> =>
  Promise.resolve(
    world().app.request('/checkout/pay', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      body: new URLSearchParams(fields ?? {}).toString(),
    }),
  )

const setPrice = (value: string) =>
  world().db.query('update orders set amount_value = $2 where id = $1', [order, value])

describe('a pay link', () => {
  test('shows the shop, the amount and the order, with the element and a form', async () => {
    await withTokens()
    const { status, html, fields, label } = await pageAt(link())
    expect(status).toBe(200)
    for (const text of ['Nordheim Books', '€49.90', order]) expect(html).toContain(text)
    expect(html).toMatch(/<payin-checkout endpoint="\/checkout" order="A-1001" token="\d+\.[\w-]{43}"/)
    expect(label).toBe('Pay €49.90')
    expect(fields).toMatchObject({
      order,
      token: expect.any(String),
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(world().service.calls).toEqual([])
  })

  test('leads to the hosted page by its form, and a form that is sent twice makes one payment', async () => {
    await withTokens()
    const { fields } = await pageAt(link())
    const [first, second] = await Promise.all([press(fields), press(fields)])
    expect([first.status, second.status]).toEqual([303, 303])
    expect(first.headers.get('location')).toMatch(/^https:\/\/pay\.example\//)
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(world().service.payins.size).toBe(1)
  })

  test('is the same payment as a press in the element', async () => {
    await withTokens()
    await world().pay(order)
    const answer = await press((await pageAt(link())).fields)
    expect(answer.status).toBe(303)
    expect(world().service.payins.size).toBe(1)
  })

  test('is valid for thirty days, or as long as the shop says', async () => {
    await withTokens()
    const [usual, short] = [link(), link(order, { expiresIn: 60 })]
    await world().clock.advance(2 * minute)
    expect((await pageAt(usual)).status).toBe(200)
    expect((await pageAt(short)).status).toBe(403)
    await world().clock.leap(30 * 24 * 60 * minute)
    expect((await pageAt(usual)).status).toBe(403)
  })

  test('without a proof is the same page for every order, and calls nobody', async () => {
    await withTokens()
    const token = new URLSearchParams(link('A-1002').split('?')[1]).get('token')
    const pages = await Promise.all(
      [`order=${order}`, 'order=none', `order=${order}&token=wrong`, `order=${order}&token=${token}`].map(
        (query) => pageAt(`/checkout/pay?${query}`),
      ),
    )
    for (const { status, html, fields } of pages) {
      expect(status).toBe(403)
      expect(fields).toBeNull()
      expect(html).toContain('This payment can no longer be found')
      expect(html).not.toContain('49.90')
    }
    expect(world().service.calls).toEqual([])
  })

  test('has no token in a shop that knows its shoppers by their account', async () => {
    await world().restart({}, { shopper: async (headers) => headers.get('cookie') })
    expect(link()).toBe('/checkout/pay?order=A-1001')
    const [{ email }] = (await world().db.query<{ email: string }>(
      'select payer_email as email from orders where id = $1',
      [order],
    )) as [{ email: string }]
    expect((await pageAt(link())).status).toBe(404)
    const { status, fields } = await pageAt(link(), { cookie: email })
    expect(status).toBe(200)
    expect((await press(fields, { cookie: 'somebody@else.example' })).status).toBe(404)
    expect((await press(fields, { cookie: email })).status).toBe(303)
  })

  test.each([
    ['an order that does not exist', 'order=none'],
    ['no order', ''],
    ['an order of too many letters', `order=${'x'.repeat(37)}`],
    ['a token of too many letters', `order=A-1001&token=${'x'.repeat(201)}`],
    ['a NUL', 'order=A%00'],
    ['two orders', 'order=none&order=A-1001'],
  ])('with %s is a page that says so', async (_, query) => {
    const { status, html, fields } = await pageAt(`/checkout/pay?${query}`)
    expect(status).toBe(404)
    expect(html).toContain('This payment can no longer be found')
    expect(fields).toBeNull()
  })
})

describe('the page says how the order stands', () => {
  test('paid, and gives no button', async () => {
    await withTokens()
    await world().pay(order)
    await world().move(world().service.only(), 'COMPLETED')
    const { html, fields } = await pageAt(link())
    expect(html).toContain('This order has already been paid')
    expect([fields, html.includes('<payin-checkout')]).toEqual([null, false])
  })

  test('paid at the till', async () => {
    await withTokens()
    await world().db.query(`update orders set status = 'paid' where id = $1`, [order])
    expect((await pageAt(link())).html).toContain('This order has already been paid')
  })

  test('promised', async () => {
    await withTokens()
    await world().pay(order)
    await world().move(world().service.only(), 'AUTHORIZED')
    const { html, fields } = await pageAt(link())
    expect(html).toContain('Payment received')
    expect(fields).toBeNull()
  })

  test('under review, when other money came than the order costs', async () => {
    await withTokens()
    await world().pay(order)
    await setPrice('60.00')
    await world().move(world().service.only(), 'COMPLETED')
    const { html, fields } = await pageAt(link())
    expect(html).toContain('Payment received')
    expect(html).toContain('The order has a different price. The shop will contact you.')
    expect(fields).toBeNull()
  })

  test('withdrawn', async () => {
    await withTokens()
    await world().pay(order)
    await world().db.query('delete from orders where id = $1', [order])
    const { html, fields } = await pageAt(link())
    expect(html).toContain('This order can no longer be paid')
    expect(fields).toBeNull()
  })
})

describe('a press that has no result', () => {
  test('shows the new price, and the next press pays it', async () => {
    await withTokens()
    const { fields } = await pageAt(link())
    await press(fields)
    await setPrice('60.00')
    const page = await read(await press(fields))
    expect(page.status).toBe(409)
    expect(page.html).toContain('The price has changed')
    expect(page.label).toBe('Pay €60.00')
    expect(page.fields?.key).not.toBe(fields?.key)
    expect((await press(page.fields)).status).toBe(303)
  })

  test('leads to the page that says so, when the order was paid meanwhile', async () => {
    await withTokens()
    const { fields } = await pageAt(link())
    await world().pay(order)
    await world().move(world().service.only(), 'COMPLETED')
    const page = await read(await press(fields))
    expect(page.status).toBe(409)
    expect(page.html).toContain('This order has already been paid')
    expect(page.html).not.toContain('role="alert"')
    expect(world().service.payins.size).toBe(1)
  })

  test('says that the service is away, keeps the button, and names the request', async () => {
    await withTokens()
    const { fields } = await pageAt(link())
    world().service.down = true
    const page = await read(await press(fields))
    expect(page.status).toBe(503)
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(page.html).toContain('This is not available at the moment.')
    expect(page.html).toContain(page.headers.get('x-request-id') ?? 'no id')
    expect(page.label).toBe('Pay €49.90')
  })

  test('is refused from the page of another site, with and without Fetch Metadata', async () => {
    await withTokens()
    const { fields } = await pageAt(link())
    expect(
      (await press(fields, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).status,
    ).toBe(403)
    expect((await press(fields, { 'sec-fetch-site': '', origin: 'https://evil.example' })).status).toBe(403)
    expect(world().service.calls).toEqual([])
  })

  test.each([
    ['no key', { key: '' }],
    ['a key that is no UUID', { key: 'x' }],
    ['no order', { order: '' }],
  ])('because of %s is a page, and makes no payment', async (_, change) => {
    await withTokens()
    const { fields } = await pageAt(link())
    const page = await read(await press({ ...fields, ...change }))
    expect(page.status).toBeGreaterThanOrEqual(400)
    expect(page.html).toContain('<h2>')
    expect(world().service.calls).toEqual([])
  })
})

describe('a shopper who comes back without JavaScript', () => {
  const back = (id: string) => pageAt(`/checkout/pay?session=${id}`)

  test('is led from the return page to the page of the payment', async () => {
    const { id } = await world().pay(order)
    const { html } = await pageAt(`/checkout/return?session=${id}`)
    expect(html).toContain(
      `<noscript><meta http-equiv="refresh" content="0; url=/checkout/pay?session=${id}"></noscript>`,
    )
  })

  test.each(['"><script>alert(1)</script>', 'a b', '%22', 'x'.repeat(104), ''])(
    'and no text of the address is written into the return page: %j',
    async (text) => {
      const { html } = await pageAt(`/checkout/return?session=${encodeURIComponent(text)}`)
      expect(html).not.toContain('noscript')
      expect(html).not.toContain('alert')
    },
  )

  test('reads the service’s own answer before any webhook has come', async () => {
    const { id } = await world().pay(order)
    world().service.only().status = 'COMPLETED'
    const { html, fields } = await back(id)
    expect(html).toContain('<h2>Paid</h2>')
    expect(fields).toBeNull()
    expect(await world().order(order)).toBe('paid')
  })

  test('reads it once in two seconds, however often the page is loaded', async () => {
    const { id } = await world().pay(order)
    const before = world().service.calls.length
    for (let n = 0; n < 5; n++) await back(id)
    expect(world().service.calls.length - before).toBe(1)
    await world().clock.advance(2_000)
    await back(id)
    expect(world().service.calls.length - before).toBe(2)
  })

  test('can go on to the open payment, and the page looks again by itself', async () => {
    await withTokens()
    const { id, redirect_url } = await world().pay(order)
    const { html, fields, label } = await back(id)
    expect(html).toContain('Payment not finished yet')
    expect(html).toContain('http-equiv="refresh"')
    expect([label, fields]).toEqual(['Open the payment page', { session: id }])
    const answer = await press(fields)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, redirect_url])
    expect(world().service.payins.size).toBe(1)
  })

  test('can pay again after a payment that failed', async () => {
    await withTokens()
    const { id } = await world().pay(order)
    await world().move(world().service.only(), 'FAILED')
    const { html, fields, label } = await back(id)
    expect(html).toContain('The payment did not go through')
    expect(label).toBe('Try again')
    expect((await press(fields)).status).toBe(303)
    expect(world().service.payins.size).toBe(2)
  })

  test('does not pay again for an order that was withdrawn', async () => {
    const { id } = await world().pay(order)
    await world().db.query('delete from orders where id = $1', [order])
    const { html, fields } = await back(id)
    expect(html).toContain('This order can no longer be paid')
    expect(fields).toBeNull()
  })

  test('sees what is known while the service is away', async () => {
    const { id } = await world().pay(order)
    world().service.down = true
    const { status, html } = await back(id)
    expect(status).toBe(200)
    expect(html).toContain('Payment not finished yet')
  })

  test('reads that a payment which nobody knows cannot be found', async () => {
    const { status, html } = await back('cs_unknown')
    expect(status).toBe(404)
    expect(html).toContain('This payment can no longer be found')
  })
})

describe('the page', () => {
  test.each([
    ['the language of the link', '&lang=de', {}, 'lang="de" dir="ltr"'],
    ['the browser’s language', '', { 'accept-language': 'xx, de-AT;q=0.8, en;q=0.5' }, 'lang="de" dir="ltr"'],
    ['English before a later language', '', { 'accept-language': 'en-US,de;q=0.5' }, 'lang="en" dir="ltr"'],
    ['from right to left', '&lang=ar', {}, 'lang="ar" dir="rtl"'],
    ['English for a language that it has not', '&lang=tlh', {}, 'lang="en" dir="ltr"'],
    ['English for a tag that is none', '&lang=%22%3E', {}, 'lang="en" dir="ltr"'],
  ])('is in %s', async (_, query, headers, expected) => {
    await withTokens()
    expect((await pageAt(link() + query, headers)).html).toContain(`<html ${expected}>`)
  })

  test('escapes what the shop wrote', async () => {
    await withTokens({ SHOP_NAME: '<b>"Books" & more</b>' })
    const { html } = await pageAt(link())
    expect(html).not.toContain('<b>')
    expect(parseFragment(html).childNodes.length).toBeGreaterThan(0)
    expect(html).toContain('&lt;b&gt;&quot;Books&quot; &amp; more&lt;/b&gt;')
  })

  test('lets its form lead to the hosted page, is never cached, and tells no other site its address', async () => {
    await withTokens()
    const { headers } = await pageAt(link())
    expect(headers.get('content-security-policy')).toContain("form-action 'self' https://pay.example;")
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })

  test('is under the path of the server', async () => {
    await withTokens({ PUBLIC_URL: 'https://shop.example/pay' })
    const { html, fields } = await pageAt(link())
    expect(html).toContain('action="/pay/checkout/pay"')
    expect(html).toContain('href="/pay/checkout/page.css"')
    const answer = await world().app.request('/pay/checkout/pay', {
      method: 'POST',
      body: new URLSearchParams(fields ?? {}).toString(),
    })
    expect(answer.status).toBe(303)
  })
})
