// A shop's tests of its own checkout.
import { test as base, expect } from 'payin-checkout/testing/playwright'
import { startShop } from './shop.js'

const test = base.extend({
  shop: [
    async ({ sandbox }, use) => {
      const shop = await startShop({
        PAYMENTS_BASE_URL: sandbox.baseUrl,
        PAYMENTS_API_KEY: sandbox.apiKey,
        PAYMENTS_WEBHOOK_SECRET: sandbox.webhookSecret,
      })
      await use(shop)
      await shop.close()
    },
    { scope: 'worker' },
  ],
  order: async ({ shop }, use) => use(await shop.placeOrder('49.90')),
})

const open = (page, shop, order, mode = 'popup') => page.goto(`${shop.url}/?order=${order}&mode=${mode}`)

async function press(page) {
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Pay' }).click()
  return popup
}

test('a shopper pays with a card that asks for a code', async ({ page, shop, order, sandbox }) => {
  await open(page, shop, order)
  await sandbox.pay(await press(page), { with: '3-D Secure' })
  await expect(page).toHavePaid(order)
  await expect.poll(() => shop.parcelsOf(order)).toBe(1)
})

test('a shopper whose card is refused tries again', async ({ page, shop, order, sandbox }) => {
  await open(page, shop, order)
  await sandbox.pay(await press(page), { with: 'card', refused: 'DECLINED_BY_ISSUER' })
  await expect(page).toHaveFailed(order, 'DECLINED_BY_ISSUER')
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Try again' }).click()
  await sandbox.pay(await popup, { with: 'bank' })
  await expect(page).toHavePaid(order)
  expect(await sandbox.payments(order)).toHaveLength(2)
  await expect.poll(() => shop.parcelsOf(order)).toBe(1)
})

test('a shopper gives up on the payment page', async ({ page, shop, order, sandbox }) => {
  await open(page, shop, order)
  await sandbox.pay(await press(page), { with: 'cancel' })
  await expect(page).toHaveFailed(order, 'DECLINED_BY_PAYER')
  expect(await shop.parcelsOf(order)).toBe(0)
})

test('an answer that is lost makes no second payment', async ({ page, shop, order, sandbox }) => {
  await sandbox.fault('cut', { on: 'createPayin', times: 1 })
  await open(page, shop, order)
  const popup = await press(page)
  await expect(popup).toHaveURL(/\/pay\//)
  expect(await sandbox.payments(order)).toHaveLength(1)
  await sandbox.pay(popup, { with: 'wallet' })
  await expect(page).toHavePaid(order)
})

test('the time to pay is over', async ({ page, shop, order, sandbox }) => {
  await open(page, shop, order)
  await expect(await press(page)).toHaveURL(/\/pay\//)
  await sandbox.advance('31 min')
  await expect(page).toHaveExpired(order)
})

test('a shopper is sent to the payment page and comes back', async ({ page, shop, order, sandbox }) => {
  await sandbox.fault('webhook_lost')
  await open(page, shop, order, 'redirect')
  await page.getByRole('button', { name: 'Pay' }).click()
  await sandbox.pay(page, { with: 'card' })
  await expect(page).toHavePaid(order)
})

test('webhooks that come twice and in the wrong order make one parcel', async ({
  page,
  shop,
  order,
  sandbox,
}) => {
  await sandbox.fault('webhook_duplicate', { copies: 3 })
  await sandbox.fault('webhook_out_of_order', { times: 1 })
  await open(page, shop, order)
  await sandbox.pay(await press(page), { with: 'card' })
  await expect(page).toHavePaid(order)
  await expect.poll(() => shop.parcelsOf(order)).toBe(1)
})

test('a second tab shows that the order is paid', async ({ page, context, shop, order, sandbox }) => {
  const second = await context.newPage()
  await open(second, shop, order)
  await open(page, shop, order)
  await sandbox.pay(await press(page), { with: 'crypto' })
  await expect(page).toHavePaid(order)
  await second.getByRole('button', { name: 'Pay' }).click()
  await expect(second.getByText('This order has already been paid').first()).toBeVisible()
  expect(await sandbox.payments(order)).toHaveLength(1)
  await expect.poll(() => shop.parcelsOf(order)).toBe(1)
})

test('nobody sees another worker’s payments', async ({ order, sandbox, shop, page }) => {
  await open(page, shop, order)
  await expect(await press(page)).toHaveURL(/\/pay\//)
  const known = await sandbox.payments()
  expect(known.map(({ reference }) => reference)).toEqual(expect.arrayContaining([order]))
  for (const { reference } of known) expect(await shop.parcelsOf(reference)).toBeGreaterThanOrEqual(0)
})
