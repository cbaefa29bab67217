import { readdirSync } from 'node:fs'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, test } from 'vitest'
import type { OrderOnShelf } from '../../../demo/shop/order-card.ts'
import { mountShop, type RepeatedOrders } from '../../../demo/shop/shop.ts'
import type { ListedOrder } from '../../../server-example/orders.ts'
import { type ShopperKind, shopperKinds } from '../../../src/merchant/settings/settings.ts'

const bag: ListedOrder = {
  id: 'A-1001',
  title: 'Weekender bag',
  description: 'Waxed canvas.',
  amount: '49.90',
  currency: 'EUR',
  status: 'unpaid',
  paid_at: null,
}
const coin: ListedOrder = {
  ...bag,
  id: 'A-1005',
  title: 'Hardware wallet',
  amount: '0.00150000',
  currency: 'BTC',
}
const mug: ListedOrder = {
  ...bag,
  id: 'A-1000',
  title: 'Enamel mug',
  status: 'paid',
  paid_at: '2026-11-03T12:00:00Z',
}

const languages = ['de', 'ar', 'es-419']

function shopWith(
  orders: readonly OrderOnShelf[],
  {
    paymentsBaseUrl = 'http://localhost:4100',
    kinds = shopperKinds as readonly ShopperKind[],
    again = undefined as RepeatedOrders | undefined,
  } = {},
) {
  const app = new Hono()
  const listOrders = async () => orders
  mountShop(app, { listOrders, listLanguages: async () => languages, kinds, paymentsBaseUrl, again })
  return {
    app,
    get: (path: string) => app.request(path),
    page: async (path = '/') => (await app.request(path)).text(),
  }
}

const elementsIn = (page: string) => page.match(/<payin-checkout\b[^>]*>/g) ?? []

describe('the shop', () => {
  test('has one checkout for each unpaid order and none for a paid one', async () => {
    const page = await shopWith([mug, bag, coin]).page()

    expect(elementsIn(page)).toEqual([
      '<payin-checkout endpoint="/checkout" order="A-1001" amount="49.90" currency="EUR" payee="Lantern Row">',
      '<payin-checkout endpoint="/checkout" order="A-1005" amount="0.00150000" currency="BTC" payee="Lantern Row">',
    ])
    expect(page).not.toMatch(/<payin-checkout[^>]*>[^<]/)
    expect(page).toContain('<bdi>0.0015 BTC</bdi>')
    expect(page).toContain('Paid <time datetime="2026-11-03T12:00:00.000Z">on 3 November 2026</time>')
  })

  test('gives each checkout the signed token of its order, if there are tokens', async () => {
    const page = await shopWith([{ ...bag, token: '1800000000.abc' }]).page()
    expect(elementsIn(page)[0]).toContain(' token="1800000000.abc"')
  })

  test('reads the orders at each request and forbids caching', async () => {
    let orders: readonly ListedOrder[] = [bag]
    const app = new Hono()
    const listOrders = async () => orders
    mountShop(app, { listOrders, listLanguages: async () => [], kinds: ['payin'], paymentsBaseUrl: '' })
    const before = await app.request('/')
    orders = [{ ...bag, status: 'paid', paid_at: null }]
    const after = await app.request('/')

    expect(before.headers.get('cache-control')).toBe('no-store')
    expect(elementsIn(await before.text())).toHaveLength(1)
    expect(elementsIn(await after.text())).toHaveLength(0)
  })

  test('shows a hostile title, description and id as text', async () => {
    const evil = `"><script>alert(1)</script>`
    const page = await shopWith([{ ...bag, id: evil, title: evil, description: evil }]).page(
      `/?order=${encodeURIComponent(evil)}`,
    )

    expect(page).not.toContain('<script>alert')
    expect(page).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('shows no payer and no session of an order', async () => {
    const rich = {
      ...bag,
      payer_email: 'ada@shop.example',
      session: 'cs_secret',
      redirect_url: 'https://pay.example/x',
    }
    const page = await shopWith([rich, { ...mug, ...rich, status: 'paid' as const }]).page()

    expect(page).not.toMatch(/ada@|cs_secret|pay\.example/)
  })

  test('ignores a mode, theme, direction, choice or language that is not offered', async () => {
    const page = await shopWith([bag]).page('/?mode=frame&theme=%22x&dir=up&methods=cash&lang=d%22%3E')

    expect(page).toContain('<html lang="en" dir="ltr">')
    expect(elementsIn(page)[0]).toMatch(/payee="Lantern Row">$/)
  })

  test('pays by another kind when the visitor selects it, and offers methods only for payins', async () => {
    const page = await shopWith([bag]).page('/?kind=bank_transfer&methods=here')

    expect(elementsIn(page)[0]).toMatch(/payee="Lantern Row" kind="bank_transfer">$/)
    expect(page).toContain(
      '<a href="/?kind=bank_transfer&amp;methods=here" aria-current="true">Bank transfer</a>',
    )
    expect(page).not.toContain('On the payment page')
  })

  test('explains why an order cannot be paid in this way, and links to another way', async () => {
    const shop = shopWith([bag, coin])
    const byBank = await shop.page('/?kind=bank_transfer')
    const byOnRamp = await shop.page('/?kind=on_ramp')

    expect([elementsIn(byBank), elementsIn(byOnRamp)].flat()).toEqual([
      expect.stringContaining('order="A-1001"'),
      expect.stringContaining('order="A-1001"'),
    ])
    expect(byBank).toContain('A bank transfer is for amounts from 2 with at most two decimals. <a href="/">')
    expect(byOnRamp).toContain('An on-ramp is for 5 to 5000 EUR with at most two decimals. <a href="/">')
  })

  test('offers only the kinds that the server accepts', async () => {
    const onlyPayins = shopWith([bag], { kinds: ['payin'] })
    const payinsLast = shopWith([bag], { kinds: ['on_ramp', 'payin'] })
    const noPayins = shopWith([bag, coin], { kinds: ['bank_transfer', 'on_ramp'] })

    expect(elementsIn(await onlyPayins.page('/?kind=on_ramp'))[0]).not.toContain('kind=')
    expect(await onlyPayins.page()).not.toMatch(/On-ramp|Any way/)
    expect(elementsIn(await noPayins.page())[0]).toContain('kind="bank_transfer"')
    expect(elementsIn(await payinsLast.page())[0]).not.toContain('kind=')
    expect(await noPayins.page()).not.toMatch(/Any way|Pay another way/)
  })

  test('shows one order alone, and says so when there is no such order', async () => {
    const shop = shopWith([bag, coin])
    const missing = await shop.get('/?order=A-9')

    expect(elementsIn(await shop.page('/?order=A-1005'))).toHaveLength(1)
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('No such order.')
  })

  test('allows no inline script or style, and has none', async () => {
    const shop = shopWith([bag, mug])
    const policy = (await shop.get('/')).headers.get('content-security-policy')
    const page = await shop.page()

    expect(policy).toContain("default-src 'self'; object-src 'none'; base-uri 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=/)
  })

  test('links to the sandbox only when the service runs on this machine', async () => {
    expect(await shopWith([bag], { paymentsBaseUrl: 'http://127.0.0.1:4199/api' }).page()).toContain(
      'href="http://127.0.0.1:4199/sandbox"',
    )
    const real = await shopWith([bag], { paymentsBaseUrl: 'https://payments.example' }).page()
    expect(real).not.toMatch(/sandbox|\/payout/i)
  })

  test('serves every picture of its pages, and only its assets', async () => {
    const shop = shopWith([])
    for (const file of readdirSync(new URL('../../../demo/shop/assets', import.meta.url))) {
      expect((await shop.get(`/shop/assets/${file}`)).status, file).toBe(200)
    }
    expect((await shop.get('/shop/%2e%2e/shop.ts')).status).toBe(404)
    expect((await shop.get('/shop/..%2fshop.ts')).status).toBe(404)
  })
})

describe('the shelf of a kind of payment', () => {
  /** A shop that places sold goods once more, and what it has placed. */
  function restocking(orders: ListedOrder[], promised: readonly string[] = []) {
    const placed: string[] = []
    const order = async (id: string) => {
      placed.push(id)
      orders.push({ ...bag, id: `${id}-2` })
      return `${id}-2`
    }
    const isPromised = async (id: string) => promised.includes(id)
    return { placed, ...shopWith(orders, { again: { order, isPromised, checkOrigin: () => undefined } }) }
  }
  const sold = (order: ListedOrder, paid_at: string): ListedOrder => ({ ...order, status: 'paid', paid_at })

  test('is never without a pay button: what was sold last is placed once more', async () => {
    const shop = restocking([sold(mug, '2026-11-01T12:00:00Z'), sold(bag, '2026-11-02T12:00:00Z'), coin])
    const page = await shop.page('/?kind=on_ramp')

    expect(elementsIn(page)).toEqual([expect.stringContaining('order="A-1001-2"')])
    expect(elementsIn(await shop.page('/?kind=on_ramp'))).toHaveLength(1)
    expect(shop.placed).toEqual(['A-1001'])
  })

  test('has another pay button when its only order is promised, because no second payment of it is accepted', async () => {
    const shop = restocking([sold(mug, '2026-11-01T12:00:00Z'), bag, coin], ['A-1001'])

    expect(await shop.page('/?kind=on_ramp')).toContain('order="A-1000-2"')
    expect(shop.placed).toEqual(['A-1000'])
  })

  test('is left as it is while something on it can be paid, and on the page of one order', async () => {
    const shop = restocking([sold(bag, '2026-11-02T12:00:00Z'), coin])
    await shop.page('/')
    await shop.page('/?kind=on_ramp&order=A-1001')

    expect(shop.placed).toEqual([])
  })

  test('stays empty where nothing was ever sold, and where orders are real', async () => {
    expect(elementsIn(await restocking([coin]).page('/?kind=on_ramp'))).toEqual([])
    expect(elementsIn(await shopWith([mug]).page('/'))).toEqual([])
  })
})

describe('a paid order', () => {
  const post = (app: Hono, fields: Record<string, string>) =>
    app.request('/orders/again', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const again: RepeatedOrders = {
    order: async (id) => (id === 'A-1000' ? 'A-1000-2' : null),
    isPromised: async () => false,
    checkOrigin: () => undefined,
  }

  test('can be placed once more, and the view stays as it is', async () => {
    const { app, page } = shopWith([mug], { again })
    expect(await page('/?kind=on_ramp&theme=dark')).toContain(
      '<input type="hidden" name="order" value="A-1000"><input type="hidden" name="view" value="kind=on_ramp&amp;theme=dark">',
    )
    const answer = await post(app, { order: 'A-1000', view: 'kind=on_ramp&theme=dark' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/?order=A-1000-2&kind=on_ramp&theme=dark',
    ])
  })

  test('that there is not leads to the page that says so, and to no other site', async () => {
    const answer = await post(shopWith([mug], { again }).app, { order: '//evil.example', view: 'x=//evil' })
    expect(answer.headers.get('location')).toBe('/?order=%2F%2Fevil.example')
  })

  test('is not placed from a page of another site', async () => {
    const checkOrigin = () => {
      throw new HTTPException(403)
    }
    const { app } = shopWith([mug], { again: { ...again, checkOrigin } })
    expect((await post(app, { order: 'A-1000' })).status).toBe(403)
  })

  test('is offered no second time where orders are real', async () => {
    const { app, page } = shopWith([mug])
    expect(await page()).not.toContain('Order it again')
    expect((await post(app, { order: 'A-1000' })).status).toBe(404)
  })
})
