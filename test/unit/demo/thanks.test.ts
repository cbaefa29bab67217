import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { OrderOnShelf } from '../../../demo/shop/order-card.ts'
import type { KnownPayment } from '../../../demo/shop/thanks.ts'
import { mountThanks } from '../../../demo/shop/thanks.ts'

const bag: OrderOnShelf = {
  id: 'A-1001',
  title: 'Weekender bag',
  description: 'Waxed canvas.',
  amount: '49.90',
  currency: 'EUR',
  status: 'unpaid',
  paid_at: null,
}
const paid: OrderOnShelf = { ...bag, status: 'paid', paid_at: '2026-11-03T12:00:00Z' }

const outcomes = (...all: KnownPayment['outcome'][]): KnownPayment[] =>
  all.map((outcome) => ({ outcome, review: null }))

function thanksWith(order: OrderOnShelf, payments: readonly KnownPayment[] = []) {
  const app = new Hono()
  mountThanks(app, {
    listOrders: async () => [order],
    listLanguages: async () => ['ar'],
    kinds: ['payin', 'on_ramp'],
    paymentsBaseUrl: 'http://localhost:4100',
    payments: async (id) => (id === order.id ? payments : []),
    isRepeated: true,
  })
  return (query = `?order=${encodeURIComponent(order.id)}`) => app.request(`/thanks${query}`)
}

const pageOf = async (order: OrderOnShelf, payments?: readonly KnownPayment[], query?: string) =>
  (await thanksWith(order, payments)(query)).text()
const headlineIn = (page: string) => /<h1><bdi>([^<]*)/.exec(page)?.[1]

test('the page of a paid order says thanks, and shows the order, its amount and the way back', async () => {
  const page = await pageOf(paid, outcomes('complete', 'failed'))

  expect(headlineIn(page)).toBe('Thank you.')
  expect(page).toMatch(/<title>Thank you · .*Weekender bag.*€49\.90.*A-1001.*Paid <time/s)
  expect(page).toContain('<a href="/">Back to the shop</a>')
  expect(page.slice(0, page.indexOf('</article>'))).not.toMatch(/<payin-checkout|What happens next/)
})

describe('an order that is not paid', () => {
  test.each([
    ['without a payment', [], 'Not paid yet.', 'Nobody has paid'],
    ['with an open payment', outcomes('open'), 'Not paid yet.', 'was started'],
    ['with an open payment before a refused one', outcomes('failed', 'open'), 'Not paid yet.', 'was started'],
    ['with a refused payment', outcomes('failed', 'expired'), 'Not paid.', 'did not go through'],
    ['with a payment out of time', outcomes('expired', 'failed'), 'Not paid.', 'not finished in time'],
    ['with a promised payment', outcomes('authorized'), 'Your payment is on its way.', 'do not pay again'],
    [
      'with a promise before a refusal',
      outcomes('failed', 'authorized'),
      'Your payment is on its way.',
      'not',
    ],
    [
      'whose payment the shop denies',
      outcomes('complete'),
      'Your payment is on its way.',
      'do not pay again',
    ],
    [
      'with money under review',
      [{ outcome: 'authorized', review: 'amount_differs' }],
      'We look at your payment.',
      'do not pay again',
    ],
  ] as const)('%s reads no thanks', async (_what, payments, headline, text) => {
    const page = await pageOf(bag, payments)

    expect(headlineIn(page)).toBe(headline)
    expect(page).toContain(text)
    expect(page.replaceAll('/thanks', '').replaceAll('thanks-link', '')).not.toMatch(/thank you|has arrived/i)
    expect(page.match(/<payin-checkout/g)).toHaveLength(1)
  })

  test('and cannot be paid in the way of the view leads to another way', async () => {
    const page = await pageOf({ ...bag, currency: 'BTC' }, [], '?order=A-1001&kind=on_ramp')
    expect(page).toContain('<a href="/thanks?order=A-1001">Pay another way</a>')
  })
})

test('an unknown order is answered with 404, and none with the shop', async () => {
  const ask = thanksWith(paid)
  const [unknown, none] = [await ask('?order=A-1'), await ask('?theme=dark')]

  expect([unknown.status, headlineIn(await unknown.text())]).toEqual([404, 'No such order.'])
  expect([none.status, none.headers.get('location')]).toEqual([303, '/?theme=dark'])
})

test('the page is never stored, and shows a hostile id as text', async () => {
  const evil = `"><script>alert(1)</script>`
  const ask = thanksWith({ ...bag, id: evil, title: evil, description: evil })
  const pages = [await ask(), await ask(`?order=${encodeURIComponent(`${evil}2`)}`)]

  for (const answer of pages) {
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).not.toContain('<script>alert')
  }
})
