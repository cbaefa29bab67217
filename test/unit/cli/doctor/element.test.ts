// Mistakes in the elements of a page.
import { expect, test } from 'vitest'
import { checkout, isFoundAlone, type Mistake, page, right } from './mistake.ts'
import { diagnoseShop, element } from './small-shop.ts'

test('a correct shop has no problem and no warning', async () => {
  const { wrong, counts, exitCode } = await diagnoseShop()
  expect(wrong).toEqual([])
  expect(counts.fine).toBeGreaterThan(15)
  expect(exitCode).toBe(0)
})

const mistakes: readonly Mistake[] = [
  {
    title: 'the code of a payout',
    routes: page('<payout-claim endpoint="/checkout" session="cs_1" code="K7QM-2XDP"></payout-claim>'),
    found: 'attribute-code',
    change: 'separately from the link',
  },
  {
    title: 'an element that closes itself',
    routes: page(`<payin-checkout ${right} />`),
    found: 'element-not-closed',
    change: '</payin-checkout>',
  },
  {
    title: 'a misspelt attribute',
    routes: checkout('endpont="/checkout" order="A-1"'),
    found: 'attribute-misspelt',
    change: 'endpoint="/checkout"',
  },
  {
    title: 'two letters swapped',
    routes: checkout(`${right} lable="Pay"`),
    found: 'attribute-misspelt',
    change: 'label="Pay"',
  },
  {
    title: 'an attribute with an ending',
    routes: checkout('endpoint="/checkout" order-id="A-1"'),
    found: 'attribute-misspelt',
    change: 'order="A-1"',
  },
  {
    title: 'an attribute that there is not',
    routes: checkout(`${right} price="49.90"`),
    found: 'attribute-unknown',
    change: 'data-price',
  },
  {
    title: 'a property as an attribute',
    routes: checkout(`${right} context="{}"`),
    found: 'attribute-is-property',
    change: '.context =',
  },
  {
    title: 'a mode that there is not',
    routes: checkout(`${right} mode="modal"`),
    found: 'attribute-value',
    change: 'mode="auto"',
  },
  {
    title: 'a kind that there is not',
    routes: checkout(`${right} kind="card"`),
    found: 'attribute-value',
    change: 'kind="payin"',
  },
  {
    title: 'commas between methods',
    routes: checkout(`${right} methods="card,apple_pay"`),
    found: 'attribute-value',
    change: 'spaces',
  },
  {
    title: 'a decimal comma',
    routes: checkout(`${right} amount="49,90" currency="EUR"`),
    found: 'attribute-value',
    change: 'amount="49.90"',
  },
  {
    title: 'an amount without a currency',
    routes: checkout(`${right} amount="49.90"`),
    found: 'attribute-value',
    change: 'currency="EUR"',
  },
  {
    title: 'a sign in place of a currency',
    routes: checkout(`${right} amount="49.90" currency="€"`),
    found: 'attribute-value',
    change: 'currency="EUR"',
  },
  {
    title: 'a template that nobody filled in',
    routes: checkout('endpoint="/checkout" order="{{ order.id }}"'),
    found: 'attribute-placeholder',
    change: 'order',
  },
  {
    title: 'an endpoint that nobody filled in',
    routes: checkout('endpoint="<%= url %>" order="A-1"'),
    found: 'attribute-placeholder',
    change: 'endpoint',
  },
  {
    title: 'an endpoint with a port that nobody filled in',
    routes: checkout('endpoint="http://localhost:undefined/checkout" order="A-1"'),
    found: 'attribute-value',
    change: 'endpoint="/checkout"',
  },
  {
    title: 'an endpoint that is a script',
    routes: checkout('endpoint="javascript:pay()" order="A-1"'),
    found: 'attribute-value',
    change: 'endpoint="/checkout"',
  },
  {
    title: 'an object in place of its id',
    routes: checkout('endpoint="/checkout" order="[object Object]"'),
    found: 'attribute-placeholder',
    change: 'order',
  },
  {
    title: 'disabled="false"',
    routes: checkout(`${right} disabled="false"`),
    found: 'attribute-disabled',
    change: 'Remove `disabled`',
  },
  {
    title: 'no endpoint',
    routes: checkout('order="A-1001"'),
    found: 'endpoint-missing',
    change: 'endpoint="/checkout"',
  },
  {
    title: 'no order',
    routes: checkout('endpoint="/checkout"'),
    found: 'order-missing',
    change: 'order="…"',
  },
  {
    title: 'a payout without its session',
    routes: page('<payout-claim endpoint="/checkout"></payout-claim>'),
    found: 'session-missing',
    change: 'session="…"',
  },
  {
    title: 'an order id that is too long',
    routes: checkout(`endpoint="/checkout" order="${'A'.repeat(37)}"`),
    found: 'attribute-value',
    change: 'shorter',
  },
  {
    title: 'two elements for one order',
    routes: page(element + element),
    found: 'element-twice',
    change: 'Remove one',
  },
  {
    title: 'two elements for one order, with two spellings of the endpoint',
    routes: page(element + element.replace('/checkout"', '/checkout/"')),
    found: 'element-twice',
    change: 'Remove one',
  },
  {
    title: 'a token that has expired',
    routes: checkout(`${right} token="1700000000.${'a'.repeat(43)}"`),
    found: 'token-expired',
    change: 'for each request',
  },
  {
    title: 'a token in a page that caches keep',
    routes: page(`<payin-checkout ${right} token="9900000000.${'a'.repeat(43)}"></payin-checkout>`, {
      'cache-control': 'public, max-age=600',
    }),
    found: 'token-cached',
    change: 'no-store',
  },
]

test.each(mistakes)('$title is found, and nothing else', isFoundAlone)

test('the report never shows the code of a payout or a misspelt token', async () => {
  const { text } = await diagnoseShop(
    page(
      '<payout-claim endpoint="/checkout" session="cs_1" code="K7QM-2XDP"></payout-claim><payin-checkout endpoint="/checkout" order="A" tokne="1999999999.of-one-shopper"></payin-checkout>',
    ),
  )
  expect(text).toContain('attribute-code')
  expect(text).not.toMatch(/K7QM|of-one-shopper/)
})
