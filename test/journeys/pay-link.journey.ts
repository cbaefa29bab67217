// The page of a pay link, as a shopper opens it from an e-mail, with JavaScript and without.
import type { Page } from '@playwright/test'
import { axeBreaches } from './support/axe-breaches.ts'
import { payAndSettle, payinsOf, test } from './support/shared-world.ts'
import { hostedPage } from './support/shopper.ts'
import { expect, type World } from './support/world.ts'

const open = (page: Page, world: World, order: string, more = '') =>
  page.goto(`${world.shop}/checkout/pay?order=${order}${more}`)

test('a shopper pays on the page of a link in the element', async ({ page, world, order }) => {
  await open(page, world, order)
  await expect(page.locator('form')).toBeHidden()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await payAndSettle(await opened, world)
  await expect(page.locator('payin-checkout')).toContainText('Your payment has arrived.')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This order has already been paid' })).toBeVisible()
  expect(await payinsOf(world, order)).toHaveLength(1)
})

test('a shopper without JavaScript pays, comes back and reads that it is paid', async ({
  browser,
  world,
  order,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
  })
  const page = await context.newPage()
  await open(page, world, order)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(hostedPage.url)
  await payAndSettle(page, world)
  await page.waitForURL(/\/checkout\/pay\?session=/)
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  expect(await payinsOf(world, order)).toHaveLength(1)
  await context.close()
})

test('the script does not come: the form stays and pays', async ({ page, world, order }) => {
  await page.route('**/payin-checkout.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await open(page, world, order)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(hostedPage.url)
  expect(await payinsOf(world, order)).toHaveLength(1)
})

for (const lang of ['en', 'ar']) {
  test(`the page is accessible and fits a narrow screen (${lang})`, async ({ page, world, order }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await open(page, world, order, `&lang=${lang}`)
      await expect(page.getByRole('button')).toBeVisible()
      expect(await axeBreaches(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
  })
}
