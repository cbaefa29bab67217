import { Hono } from 'hono'
import { RetryError } from 'payin-checkout/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { mountPayout } from '../../../demo/shop/payout.ts'
import type { IssuedPayout } from '../../../src/merchant/create/payouts.ts'
import { HttpProblem } from '../../../src/merchant/http/problems.ts'
import type { PayoutOrder } from '../../../src/merchant/kinds/payout.ts'
import { realMoneyReason } from '../../../src/merchant/settings/real-money.ts'

const today = 'refund-2026-11-20'

/** The requests to the back office, and its answers. */
const books = {
  asked: [] as { key: string; order: PayoutOrder }[],
  known: new Set<string>(),
  session: {} as IssuedPayout,
  isDown: false,
}

beforeEach(() => {
  const session = { id: 'cs_claim', kind: 'payout', outcome: 'open', claim_code: 'K7QM-2XDP' } as IssuedPayout
  Object.assign(books, { asked: [], known: new Set(), session, isDown: false })
})

function shopWith({ baseUrl = 'http://localhost:4100', apiKey = 'test_x' } = {}) {
  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof HttpProblem) return error.toResponse(c)
    throw error
  })
  const payouts = {
    async create(key: string, order: PayoutOrder) {
      books.asked.push({ key, order })
      books.known.add(order.reference)
      if (books.isDown) throw new RetryError('No answer.')
      return { ...books.session, reference: order.reference }
    },
    find: async (reference: string) => (books.known.has(reference) ? books.session : null),
  }
  const config = {
    service: { baseUrl, apiKey, webhookSecrets: [] },
    realMoney: realMoneyReason({ apiKey, baseUrl }),
    ownOrigins: ['http://localhost:4000'],
    kinds: ['payin'] as const,
  }
  const clock = { now: () => Date.parse('2026-11-20T23:59:00Z'), sleep: async () => undefined }
  mountPayout(app, { payouts, clock, config }, async () => ['de'])
  const post = (headers: Record<string, string>, path = '/payout') =>
    app.request(`http://localhost:4000${path}`, { method: 'POST', headers })
  return { get: (path: string) => app.request(`http://localhost:4000${path}`), post }
}

const ownPage = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:4000' }
const claimsIn = (page: string) => page.match(/<payout-claim\b[^>]*>/g) ?? []
const headlineOf = (page: string) => page.match(/<bdi data-when="\w+">([^<]*)/)?.[1]

describe('the payout page', () => {
  test('shows today’s refund, and requests the same one at each visit', async () => {
    const shop = shopWith()
    const page = await (await shop.get('/payout?mode=popup&theme=dark&lang=de')).text()
    await shop.get('/payout')

    expect(claimsIn(page)).toEqual([
      '<payout-claim endpoint="/checkout" session="cs_claim" payee="Lantern Row" mode="popup" theme="dark" lang="de">',
    ])
    expect(headlineOf(page)).toBe('Lantern Row owes you money.')
    const amount = { value: '14.00', currency: 'EUR' }
    const once = { reference: today, amount }
    expect(books.asked).toEqual([1, 2].map(() => ({ key: `demo ${today}`, order: once })))
  })

  test('shows the code once, on the card in place of a phone, and passes it to no element', async () => {
    const page = await (await shopWith().get('/payout?dir=rtl')).text()

    expect(page.match(/<code\b[^>]*>K7QM-2XDP<\/code>/g)).toHaveLength(1)
    expect(page.match(/K7QM/g)).toHaveLength(1)
    expect(page).toContain('stands in for a text message or a letter')
  })

  test('shows no code when there is nothing to claim', async () => {
    books.session = { ...books.session, outcome: 'complete', claim_code: null }
    const page = await (await shopWith().get('/payout')).text()

    expect(page).not.toContain('id="phone"')
  })

  test.each([
    ['authorized', 'Your money is on its way.'],
    ['complete', 'You have your money back.'],
    ['failed', 'Your money did not reach you.'],
    ['expired', 'This refund waited too long.'],
  ] as const)('does not promise money that is %s', async (outcome, headline) => {
    books.session = { ...books.session, outcome }
    const page = await (await shopWith().get('/payout')).text()

    expect(headlineOf(page)).toBe(headline)
    expect(page).toContain('<bdi data-when="open" hidden>')
  })

  test('sends another refund on request, and shows that one again after a reload', async () => {
    const shop = shopWith()
    const sent = await shop.post(ownPage, '/payout?theme=dark')
    const address = sent.headers.get('location') ?? ''
    const page = await shop.get(address)

    expect(sent.status).toBe(303)
    expect(address).toMatch(/^\/payout\?refund=refund-2026-11-20-[0-9a-f]{8}&theme=dark$/)
    expect(page.status).toBe(200)
    expect(new Set(books.asked.map(({ key }) => key)).size).toBe(1)
  })

  test.each(['https://evil.example', 'https://partner.example'])(
    'refuses a request from a page of %s',
    async (origin) => {
      const shop = shopWith()
      const foreign = await shop.post({ 'sec-fetch-site': 'cross-site', origin })

      expect(foreign.status).toBe(403)
      expect(books.asked).toEqual([])
    },
  )

  test('shows no other payout of the back office for a guessed reference', async () => {
    books.known.add('A-1001').add(`${today}-0000`)
    const shop = shopWith()
    const pages = await Promise.all(
      ['A-1001', `${today}-0000`, `${today}-00000000`].map((guess) => shop.get(`/payout?refund=${guess}`)),
    )

    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(claimsIn(await (pages[0] as Response).text())).toEqual([])
    expect(books.asked).toEqual([])
  })

  test('says that the service does not answer, and continues with the same refund later', async () => {
    books.isDown = true
    const shop = shopWith()
    const sent = await shop.post(ownPage)
    const address = sent.headers.get('location') ?? ''
    const without = await shop.get(address)
    books.isDown = false
    const later = await shop.get(address)

    expect([without.status, later.status]).toEqual([503, 200])
    expect(await without.text()).toMatch(
      /does not answer[^<]*<a href="\/payout\?refund=refund-[^"]*">Try again/,
    )
    expect(claimsIn(await later.text())).toHaveLength(1)
    expect(new Set(books.asked.map(({ order }) => order.reference)).size).toBe(1)
  })

  test.each([
    ['a service elsewhere', { baseUrl: 'https://payments.example' }],
    ['a key for real money', { apiKey: 'live_x' }],
  ])('pays nobody where the payments are real, and says so: %s', async (_, payments) => {
    const shop = shopWith(payments)
    const page = await (await shop.get(`/payout?refund=${today}`)).text()
    const asked = await shop.post(ownPage)

    expect(page).toContain('Payments are real on this server.')
    expect(page).not.toMatch(/<payout-claim|Send me another/)
    expect(asked.status).toBe(404)
    expect(books.asked).toEqual([])
  })

  test('is `no-store`, and allows no inline script or style', async () => {
    const answer = await shopWith().get('/payout')

    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'")
    expect(await answer.text()).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=/)
  })
})
