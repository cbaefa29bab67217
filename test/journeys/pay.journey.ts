import { hostedPage, Shopper } from './support/shopper.ts'
import { expect, test, toldEvents, toldNames } from './support/world.ts'

const order = 'A-1001'

test('a shopper pays in the popup: told once, created once, shown as paid after a reload', async ({
  page,
  world,
}) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop('?mode=popup')

  const popup = await shopper.pressPay(order)
  const closed = popup.waitForEvent('close')
  await hostedPage.pay(popup)
  await closed
  await shopper.sees(order, 'Paid')

  expect(await toldNames(page)).toEqual([
    'payment-start',
    'payment-created',
    'payment-open',
    'payment-status',
    'payment-status',
    'payment-authorized',
    'payment-status',
    'payment-complete',
  ])
  const creates = await world.creates()
  expect(creates).toHaveLength(1)
  expect(creates[0]?.idempotency_key).toMatch(/^[0-9a-f-]{36}$/)
  await page.reload()
  await expect(shopper.checkout(order)).toHaveCount(0)
  await expect(page.getByText(/^Paid/).first()).toBeVisible()
})

test('a shopper pays by redirect and comes back to the page that was left', async ({ page, world }) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop('?mode=redirect')
  const left = page.url()

  await shopper.payButton(order).click()
  await page.waitForURL(hostedPage.url)
  await hostedPage.pay(page)

  await page.waitForURL(left)
  await expect.poll(() => toldNames(page)).toContain('payment-complete')
  const names = await toldNames(page)
  expect(names.filter((name) => name === 'payment-complete')).toHaveLength(1)
  expect(await world.creates()).toHaveLength(1)
  await page.reload()
  await expect(shopper.checkout(order)).toHaveCount(0)
})

test('the service is asked three times at most for a paid session', async ({ page, world }) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop('?mode=popup')
  const popup = await shopper.pressPay(order)
  await hostedPage.pay(popup)
  await shopper.sees(order, 'Paid')

  const { requests } = await world.sandboxState()
  expect(requests.length).toBeLessThanOrEqual(3)
})

test('a refused popup goes on by redirect', async ({ page, world }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  const shopper = new Shopper(page, world)
  await shopper.visitShop()

  await shopper.payButton(order).click()
  await page.waitForURL(hostedPage.url)
  await hostedPage.pay(page)

  await page.waitForURL(`${world.shop}/`)
  await expect.poll(() => toldNames(page)).toContain('payment-complete')
  expect(await toldNames(page)).toContain('payment-blocked')
  const opened = (await toldEvents(page)).find(({ name }) => name === 'payment-open')
  expect(opened?.detail.mode).toBe('redirect')
})
