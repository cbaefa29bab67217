// A merchant's shop in Next.js: rendered on the server, hydrated in the browser, as a build and in development.
import type { Locator, Page } from '@playwright/test'
import { payButton, payOnExample, pressOnExample } from '../journeys/support/example-page.ts'
import { payAndSettle } from '../journeys/support/shared-world.ts'
import { hostedPage } from '../journeys/support/shopper.ts'
import { timesEmitted } from '../journeys/support/world.ts'
import { expect, test } from './next-shop.ts'

// One worker: each one would build the project.
test.describe.configure({ mode: 'default' })

const element = (page: Page) => page.locator('payin-checkout')
const paidLine = (page: Page, order: string) =>
  page.getByRole('listitem').getByText(`Order ${order} is paid.`)

/** Waits until Next.js has hydrated the server's page. From then on its router writes the address. */
const isHydrated = (page: Page) => page.waitForFunction(() => history.state?.__NA)

/** Marks the page. The returned function tells whether it is still the same page, which only the router has changed. */
async function staysOpen(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  return () => page.evaluate(() => 'isSamePage' in window)
}

test.describe('Next.js, built', () => {
  let stop = async () => {}
  test.beforeAll(async ({ next }) => {
    ;({ stop } = await next.run('start'))
  })
  test.afterAll(() => stop())

  for (const path of ['', 'streamed']) {
    test(`a shopper pays at /${path}: a client component gets one event, and the server knows the choice`, async ({
      page,
      world,
      order,
      creates,
    }) => {
      await page.goto(`${world.shop}/${path}?order=${order}`)
      await payOnExample({ page, world, order, creates })
    })
  }

  test('a shopper pays at a tag in a server component', async ({ page, world, order, creates }) => {
    await page.goto(`${world.shop}/tag?order=${order}`)
    const opened = page.waitForEvent('popup')
    await payButton(page).click()
    await payAndSettle(await opened, world)

    await expect(paidLine(page, order)).toBeVisible()
    expect([await timesEmitted(page, 'payment-complete'), (await creates()).length]).toEqual([1, 1])
  })

  for (const path of ['', 'tag']) {
    test(`a shopper without scripts sees another way to pay at /${path}, which is hidden with scripts`, async ({
      page: withScripts,
      browser,
      world,
    }) => {
      const context = await browser.newContext({ javaScriptEnabled: false })
      const without = await context.newPage()
      const link = (page: Page) => page.getByRole('link', { name: 'Order by mail' })
      for (const page of [without, withScripts]) await page.goto(`${world.shop}/${path}?order=A-1001`)

      await expect(link(without)).toBeVisible()
      await expect(payButton(withScripts)).toBeVisible()
      await expect(link(withScripts)).toBeHidden()
      await context.close()
    })
  }

  const waysBack = {
    'by a link': (page: Page) => page.getByRole('link', { name: 'Back to the order' }).click(),
    'by the browser’s Back': (page: Page) => page.goBack(),
  }
  for (const [how, comeBack] of Object.entries(waysBack)) {
    test(`a shopper who goes elsewhere while paying and comes back ${how} finds the same payment`, async ({
      page,
      world,
      order,
      creates,
    }) => {
      await page.goto(`${world.shop}/?order=${order}`)
      const isSamePage = await staysOpen(page)
      const popup = await pressOnExample(page)
      await expect(page.getByRole('listitem')).toHaveText(['The payment page is open.'])
      await page.getByRole('link', { name: 'Elsewhere' }).click()
      await expect(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
      await expect(element(page)).toHaveCount(0)

      await comeBack(page)
      await expect(element(page)).toContainText('not finished yet')
      await payAndSettle(popup, world)

      await expect(paidLine(page, order)).toBeVisible()
      expect(await isSamePage()).toBe(true)
      expect([await timesEmitted(page, 'payment-complete'), (await creates()).length]).toEqual([1, 1])
    })
  }

  test('a checkout in a layout continues while the pages below it change', async ({ page, world, order }) => {
    await page.goto(`${world.shop}/orders/${order}`)
    const atFirst = await element(page).elementHandle()
    const popup = await pressOnExample(page)
    await page.getByRole('link', { name: 'Details' }).click()
    await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible()
    await payAndSettle(popup, world)

    await expect(page.getByRole('listitem')).toHaveText([
      'The payment page is open.',
      `Order ${order} is paid.`,
    ])
    expect(await element(page).evaluate((now, before) => now === before, atFirst)).toBe(true)
  })

  test('an element with another key starts another payment, and the earlier one is found again', async ({
    page,
    world,
    shared,
    creates,
  }) => {
    const [first, second] = [shared.nextOrder(), shared.nextOrder()]
    const swap = () => page.getByRole('button', { name: 'The other order' }).click()
    const pay = element(page).getByRole('button', { name: /^Pay/ })
    await page.goto(`${world.shop}/changing?order=${first}.${second}`)
    await element(page).getByRole('radio', { name: 'Card', exact: true }).check()
    const opened = page.waitForEvent('popup')
    await pay.click()
    const popup = await opened
    await popup.waitForURL(hostedPage.url)
    await swap()
    await expect(pay).toBeVisible()
    await page.getByRole('button', { name: 'A text of its own' }).click()
    await expect(element(page).getByRole('button', { name: 'Donate' })).toBeVisible()
    await swap()
    await expect(element(page)).toContainText('not finished yet')
    await payAndSettle(popup, world, hostedPage.payByCard)

    await expect(element(page)).toContainText('Paid')
    await expect(element(page)).toHaveAttribute('order', first)
    expect([await timesEmitted(page, 'payment-complete'), (await creates()).length]).toEqual([1, 1])
  })

  test('a shopper who is sent to the payment page comes back to the page that sent them', async ({
    page,
    world,
    order,
    creates,
  }) => {
    const address = `${world.shop}/?order=${order}&mode=redirect`
    await page.goto(address)
    await page.getByLabel('I agree to the terms').check()
    await payButton(page).click()
    await page.waitForURL(hostedPage.url)
    await payAndSettle(page, world)

    await expect(page).toHaveURL(address)
    await expect(paidLine(page, order)).toBeVisible()
    expect([await timesEmitted(page, 'payment-complete'), (await creates()).length]).toEqual([1, 1])
  })

  test('the return page shows a paid order in another browser, and removes its session from the address', async ({
    page,
    world,
    order,
    creates,
    browser,
  }) => {
    await page.goto(`${world.shop}/?order=${order}`)
    await payOnExample({ page, world, order, creates })
    const session = await element(page).evaluate(sessionOf)
    const context = await browser.newContext()
    const elsewhere = await context.newPage()
    const returnPage = elsewhere.locator('payin-return')
    const address = `${world.shop}/checkout/return`
    await elsewhere.goto(`${address}?session=${session}&shelf=3`)
    await isHydrated(elsewhere)

    await expect(returnPage).toContainText('Paid')
    await expect(elsewhere).toHaveURL(`${address}?shelf=3`)
    await elsewhere.reload()
    await expect(returnPage).toContainText('Paid')
    await context.close()
  })
})

const sessionOf = (checkout: Element) =>
  (checkout as Element & { state: { session: { id: string } } }).state.session.id

test.describe('Next.js, in development', () => {
  let stop = async () => {}
  test.beforeAll(async ({ next }) => {
    ;({ stop } = await next.run('dev'))
  })
  test.afterAll(() => stop())

  test('a shopper pays in React’s strict mode, which runs effects twice', async ({
    page,
    world,
    order,
    creates,
  }) => {
    await page.goto(`${world.shop}/?order=${order}`)
    await payOnExample({ page, world, order, creates })
  })

  for (const path of ['tag', 'streamed', 'orders/A-1001', 'changing', 'checkout/return']) {
    test(`React hydrates the server’s /${path} without a warning`, async ({ page, world }) => {
      await page.goto(`${world.shop}/${path}?order=A-1001`)
      await isHydrated(page)

      await expect(drawn(page)).toBeVisible()
    })
  }

  test.describe('a page that renders differently in the browser', () => {
    test.use({ expectedNoise: /hydrat/ })
    test('logs a warning, so that a silent console above proves equal output', async ({ page, world }) => {
      const warning = page.waitForEvent('console', (message) => /hydrat/.test(message.text()))
      await page.goto(`${world.shop}/mismatch`)

      expect((await warning).text()).toContain('payin-checkout')
    })
  })
})

const drawn = (page: Page): Locator => page.locator('payin-checkout, payin-return').locator('[part=root]')
