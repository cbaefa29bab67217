// payin-checkout/testing in a browser: every way through the hosted pages, found as a person finds it, from the demo shop.
import { type Paying, startSandbox } from 'payin-checkout/testing'
import { expect, pressPay, test } from './support/shop-under-test.ts'

const paid: Paying[] = [
  { with: 'card' },
  { with: '3-D Secure' },
  { with: 'bank' },
  { with: 'wallet' },
  { with: 'crypto' },
  { with: 'google pay' },
]
for (const how of paid) {
  test(`a shopper pays: ${how.with}`, async ({ page, shop, order, sandbox }) => {
    await sandbox.pay(await pressPay(page, shop, order), how)
    await expect(page).toHaveAuthorized(order)
    await expect(page).toHavePaid(order)
    await expect(page).not.toHaveFailed(order)
  })
}

// The payment page offers the saved card first, with a field of the same name.
test('a shopper who has a saved card pays with another one', async ({ page, shop, sandbox }) => {
  for (const [order, how] of [
    ['A-1003', 'card'],
    ['A-1004', 'card'],
    ['A-1006', '3-D Secure'],
  ] as const) {
    await sandbox.pay(await pressPay(page, shop, order), { with: how })
    await expect(page).toHavePaid(order)
  }
})

const refused: Paying[] = [
  { with: 'card', refused: 'RISK_REJECTED' },
  { with: '3-D Secure', refused: 'AUTHORIZATION_FAILED' },
  { with: 'bank', refused: 'AUTHORIZATION_FAILED' },
  { with: 'bank', refused: 'INSTRUMENT_BLOCKED' },
  { with: 'wallet', refused: 'INSUFFICIENT_FUNDS' },
]
for (const how of refused) {
  test(`a payment is refused: ${how.with}, ${how.refused}`, async ({ page, shop, order, sandbox }) => {
    await sandbox.pay(await pressPay(page, shop, order), how)
    await expect(page).toHaveFailed(order, how.refused)
    await expect(page).not.toHavePaid(order)
  })
}

for (const [way, details] of [
  ['cancel', 'DECLINED_BY_PAYER'],
  ['decline', 'DECLINED_BY_ISSUER'],
] as const) {
  test(`a shopper does not pay: ${way}`, async ({ page, shop, order, sandbox }) => {
    await sandbox.pay(await pressPay(page, shop, order), { with: way })
    await expect(page).toHaveFailed(order, details)
  })
}

test('the time to pay is over', async ({ page, shop, order, sandbox }) => {
  await sandbox.pay(await pressPay(page, shop, order), { with: 'expire' })
  await expect(page).toHaveExpired(order)
})

test('a payment expires after half an hour, and a cut create request is repeated', async ({
  page,
  shop,
  order,
  sandbox,
}) => {
  await sandbox.fault('cut', { on: 'createPayin', times: 1 })
  const popup = await pressPay(page, shop, order)
  await expect(popup).toHaveURL(/\/pay\//)
  expect(await sandbox.payments(order)).toHaveLength(1)
  await sandbox.advance('31 min')
  await expect(page).toHaveExpired(order)
})

test('a shopper pays by redirect, and the shop may navigate away from its page', async ({
  page,
  shop,
  order,
  sandbox,
}) => {
  // If the webhook arrives before the shopper is back, the shop shows the order as paid, without a checkout.
  await sandbox.fault('webhook_lost')
  await sandbox.pay(await pressPay(page, shop, order, 'mode=redirect'), { with: 'card' })
  await expect(page.getByRole('heading', { name: 'Thank you.' })).toBeVisible()
  await expect(page).toHavePaid(order)
})

test('a page that shows a paid order without a checkout is named by the matcher', async ({
  page,
  shop,
  order,
  sandbox,
}) => {
  const popup = await pressPay(page, shop, order)
  await expect(popup).toHaveURL(/\/pay\//)
  await sandbox.pay(order, { with: 'bank' })
  await expect(page).toHavePaid(order)
  const later = await page.context().newPage()
  await later.goto(`${shop.origin}/?order=${order}`)
  await expect(expect.configure({ timeout: 100 })(later).toHavePaid(order)).rejects.toThrow(
    /shows no checkout of order J-\d+\. A shop that already knows of the payment may show the order without a checkout/,
  )
})

test('a payment without a browser is shown by the page, too', async ({ page, shop, order, sandbox }) => {
  const popup = await pressPay(page, shop, order)
  await expect(popup).toHaveURL(/\/pay\//)
  await sandbox.pay(order, { with: 'bank' })
  await expect(page).toHavePaid(order)
})

const locales = ['de-DE', 'ar-EG', 'tr-TR']
// Each way in one of these languages: their names come from one table.
for (const [which, locale] of locales.entries()) {
  test.describe(`in the language ${locale}`, () => {
    test.use({ locale })
    const isItsTurn = (_: unknown, turn: number) => turn % locales.length === which
    test('every control is found by the name that it has there', async ({ page, sandbox }) => {
      const create = async (path: string, more: object = {}) => {
        const response = await fetch(`${sandbox.baseUrl}/api/v2/${path}`, {
          method: 'POST',
          headers: {
            'X-API-Key': sandbox.apiKey,
            'Content-Type': 'application/json',
            'Idempotency-Key': crypto.randomUUID(),
          },
          body: JSON.stringify({
            amount: { value: '49.90', currency: 'EUR' },
            return_url: `${sandbox.baseUrl}/sandbox`,
            ...more,
          }),
        })
        return (await response.json()) as { id: string; redirect_url: string }
      }
      const ways = [...paid, ...refused, { with: 'cancel' }, { with: 'decline' }] as Paying[]
      for (const how of ways.filter(isItsTurn)) {
        const payer = { email: `${crypto.randomUUID()}@example.test` }
        const { id, redirect_url } = await create('payins', { payer })
        await page.goto(redirect_url)
        await sandbox.pay(page, how)
        expect(['AUTHORIZED', 'COMPLETED', 'FAILED'], JSON.stringify(how)).toContain(
          (await sandbox.payment(id)).status,
        )
      }
      const targets = ['bank account', 'crypto wallet', 'wallet', 'decline'] as const
      for (const to of targets.filter(isItsTurn)) {
        const { id, redirect_url } = await create('payouts')
        await page.goto(redirect_url)
        await sandbox.claim(page, { to })
        expect(['PROCESSING', 'COMPLETED', 'FAILED'], to).toContain((await sandbox.payment(id)).status)
      }
    })
  })
}

test('a bank transfer and an on-ramp are paid in a browser', async ({ page, sandbox }) => {
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const headers = { 'X-API-Key': sandbox.apiKey, 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(sandbox.baseUrl + path, init)).json() as Answer
  }
  const user = { names: 'Mara Lind', userId: '42' }
  for (const callbackChromeUrl of [`${sandbox.baseUrl}/sandbox`, undefined]) {
    const intent = { ...user, amount: '25.00', callbackChromeUrl }
    const transfer = await post<{ transactionId: string }>('/transaction/create-bank-transfer', intent)
    const { paymentLink } = await post<{ paymentLink: string }>('/transaction/generatePaymentLink', transfer)
    await page.goto(paymentLink)
    await sandbox.pay(page, { with: 'bank' })
    expect((await sandbox.payment(transfer.transactionId)).status).toBe('AUTHORIZED')
  }
  for (const hostedRedirectUrl of [`${sandbox.baseUrl}/sandbox`, undefined]) {
    const path = '/payments/on-ramp-merchant/hosted/generate-link'
    const intent = { ...user, amount: 50, userEmail: 'mara@example.test', hostedRedirectUrl }
    const { hostedLink } = await post<{ hostedLink: string }>(path, intent)
    const { id } = await sandbox.payment(hostedLink)
    await page.goto(hostedLink)
    await sandbox.pay(page, { with: 'bank' })
    expect(['PROCESSING', 'COMPLETED']).toContain((await sandbox.payment(id)).status)
  }
})

test('the error of a matcher lists what the page shows, its events, and the payments in the sandbox', async ({
  page,
  shop,
  order,
  sandbox,
}) => {
  const popup = await pressPay(page, shop, order)
  await expect(popup).toHaveURL(/\/pay\//)
  const quick = expect.configure({ timeout: 100 })
  const message = await quick(page)
    .toHavePaid(order)
    .then(
      () => '',
      (error: Error) => error.message,
    )
  expect(message).toContain(`Expected the checkout of order ${order} to be paid within 100 ms.`)
  expect(message).toMatch(
    new RegExp(
      `<payin-checkout> of ${order}: phase waiting, session (CREATED|INITIATED) \\(open\\)\\. It shows: ".+"`,
    ),
  )
  expect(message).toContain('Events in the page: payment-start, payment-created, payment-open')
  expect(message).toMatch(
    new RegExp(`payin \\w{8}… of 49\\.90 EUR, reference ${order}, is (CREATED|INITIATED)`),
  )

  await expect(quick(page).toHavePaid('nothing')).rejects.toThrow(/shows no checkout of order nothing/)
  await sandbox.pay(popup, { with: 'card' })
  await expect(page).toHavePaid(order)
  await expect(quick(page).not.toHavePaid(order)).rejects.toThrow(/not to be paid/)
})

test('a window of the shop in place of the hosted page is named', async ({ page, shop, sandbox }) => {
  await page.goto(shop.origin)
  await expect(sandbox.pay(page, { with: 'card', timeoutMs: 100 })).rejects.toThrow(
    /localhost:\d+\/\) is not a hosted page/,
  )
})

test.describe('a sandbox that runs already', () => {
  const test2 = test.extend<object, { elsewhere: { url: string; close(): Promise<void> } }>({
    elsewhere: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures out of this pattern.
      async ({}, use) => {
        const sandbox = await startSandbox({ keys: 'any' })
        await use({ url: sandbox.baseUrl, close: sandbox.close })
        await sandbox.close()
      },
      { scope: 'worker' },
    ],
    sandboxAt: [async ({ elsewhere }, use) => use({ url: elsewhere.url }), { scope: 'worker' }],
  })
  test2('gives each worker its key', async ({ sandbox }, { parallelIndex }) => {
    expect(sandbox.apiKey).toBe(`test_worker_${parallelIndex}`)
    expect(await sandbox.payments()).toEqual([])
  })
})
