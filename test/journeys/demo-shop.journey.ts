// The demo shop as a newcomer meets it: where the pay button is, what a switch does, and where a payment by redirect ends.
import type { Page } from '@playwright/test'
import { completeElsewhere, expect, letTimePass, payAndSettle, test } from './support/shared-world.ts'
import { closesItself, hostedPage, Shopper } from './support/shopper.ts'
import { hosted } from './support/small-world.ts'
import { test as testWithOwnWorld } from './support/world.ts'

const headline = (page: Page) => page.getByRole('heading', { level: 1 })

/** The shopper goes to the hosted page in the same tab. */
async function goesToPay(page: Page, shopper: Shopper, order: string): Promise<void> {
  await shopper.visitShop(`?mode=redirect&theme=light&order=${order}`)
  await shopper.payButton(order).click()
  await page.waitForURL(hostedPage.url)
}

test('the first pay button of each kind is on the first screen of a desktop', async ({ page, world }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const kind of ['payin', 'bank_transfer', 'on_ramp']) {
    await page.goto(`${world.shop}/?kind=${kind}`)
    const button = await page.getByRole('button', { name: /^Pay/ }).first().boundingBox()
    const log = await page.locator('#log').boundingBox()
    // The log lies over the bottom of the screen.
    expect((button?.y ?? Infinity) + (button?.height ?? 0), kind).toBeLessThan(log?.y ?? 0)
  }
})

test('a switch keeps what the visitor looks at', async ({ page, world }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(world.shop)
  await page.evaluate(() => scrollTo({ top: 60, behavior: 'instant' }))
  await page.getByRole('link', { name: 'Dark' }).evaluate((link: HTMLElement) => link.click())
  await page.waitForURL('**/?theme=dark')

  await expect.poll(() => page.evaluate(() => scrollY)).toBe(60)
  await page.goto(`${world.shop}/?theme=light`)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a payment by redirect ends on the thank-you page, which says the same to any other browser', async ({
  page,
  browser,
  world,
  order,
}) => {
  await goesToPay(page, new Shopper(page, world), order)
  await payAndSettle(page, world)
  const address = `${world.shop}/thanks?mode=redirect&theme=light&order=${order}`
  await page.waitForURL(address)
  await expect(headline(page)).toHaveText('Thank you.')
  await page.reload()
  await expect(page.getByRole('article')).toContainText(new RegExp(`€49.90.*Order ${order}.*Paid on`, 's'))

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(address)
  await expect(headline(elsewhere)).toHaveText('Thank you.')
  await elsewhere.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(elsewhere.locator(`[data-order="${order}"]`)).toHaveAttribute('data-status', 'paid')
  await elsewhere.context().close()
})

test('a payment that is complete before the shopper is back ends on the thank-you page, too', async ({
  page,
  world,
  order,
}) => {
  await goesToPay(page, new Shopper(page, world), order)
  await completeElsewhere(world, order)
  const thanks = async () => (await fetch(`${world.shop}/thanks?order=${order}`)).text()
  await expect.poll(thanks).toContain('Thank you.')
  await page.goBack({ waitUntil: 'commit' })

  await page.waitForURL('**/thanks?*')
  await expect(headline(page)).toHaveText('Thank you.')
})

test('a refused payment leads to no thanks, and can be paid on the page that says so', async ({
  page,
  world,
  order,
}) => {
  const shopper = new Shopper(page, world)
  await goesToPay(page, shopper, order)
  await hostedPage.cancel(page)
  await shopper.sees(order, 'The payment was canceled.')
  expect(new URL(page.url()).pathname).toBe('/')

  await page.goto(`${world.shop}/thanks?mode=popup&order=${order}`)
  await expect(headline(page)).toHaveText('Not paid.')
  await payAndSettle(await shopper.pressPay(order), world)
  await expect(headline(page)).toHaveText('Thank you.')
})

test('a payment that is only promised gets no thanks before its money has come', async ({
  page,
  browser,
  world,
  slowOrder: order,
}) => {
  const shopper = new Shopper(page, world)
  await goesToPay(page, shopper, order)
  await hostedPage.pay(page)
  await shopper.sees(order, 'Payment received')
  const address = `${world.shop}/thanks?order=${order}`
  const elsewhere = await (await browser.newContext()).newPage()
  await Promise.all([page.goto(address), elsewhere.goto(address)])

  await expect(headline(page)).toHaveText('Your payment is on its way.')
  await shopper.sees(order, 'Payment received')
  await expect(headline(elsewhere)).toHaveText('Your payment is on its way.')
  await expect(elsewhere.locator('payin-checkout')).toBeHidden()
  await completeElsewhere(world, order)
  await expect(headline(page)).toHaveText('Thank you.')
  await elsewhere.getByRole('link', { name: 'Look again' }).click()
  await expect(headline(elsewhere)).toHaveText('Thank you.')
  await elsewhere.context().close()
})

testWithOwnWorld(
  'On-ramp has a pay button after its only order was promised, and after it was paid',
  async ({ page, world }) => {
    const shopper = new Shopper(page, world)
    await shopper.visitShop('?mode=popup&kind=on_ramp')
    const popup = await shopper.pressPay('A-1001')
    await hosted.goToBank(popup)
    await hosted.authorise(popup)
    await shopper.sees('A-1001', 'Your payment has arrived')
    await page.reload()
    const another = page.locator('payin-checkout:not([order="A-1001"])')
    await expect(another).toHaveAttribute('order', /^A-1000-/)
    await letTimePass(world, 2_000)
    await closesItself(popup, () => popup.getByRole('link', { name: 'Back to merchant' }).click())
    await shopper.sees('A-1001', 'Paid')
    const opened = page.waitForEvent('popup')
    await another.getByRole('button', { name: /^Pay/ }).click()
    await (await opened).getByRole('link', { name: 'Choose your bank' }).waitFor()
  },
)
