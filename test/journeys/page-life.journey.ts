// Browsers cache a page during a payment, suspend it, cut its connection, copy it, or refuse it storage.
// None of this may lock the page, lose the payment or dispatch its events twice (docs/internals/browser-facts.md#time-tabs-and-storage).
import type { Page } from '@playwright/test'
import {
  changeShopHeaders,
  completeElsewhere,
  expect,
  payAndSettle,
  payinsOf,
  refuseStorage,
  test,
} from './support/shared-world.ts'
import { hostedPage, Shopper } from './support/shopper.ts'
import { emittedNames, type World } from './support/world.ts'

test.use({
  // The browser logs requests without a connection.
  expectedNoise: /ERR_INTERNET_DISCONNECTED/,
})

async function completions(page: Page): Promise<number> {
  return (await emittedNames(page)).filter((name) => name === 'payment-complete').length
}

/** Hides the page's window and shows it again. */
async function windowOf(page: Page) {
  const browser = await page.context().newCDPSession(page)
  // In Playwright every page has the focus.
  await browser.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  const { windowId } = await browser.send('Browser.getWindowForTarget')
  return (windowState: 'minimized' | 'normal') =>
    browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState } })
}

/** Whether the browser restored the marked page from its cache, instead of loading it again. */
const isLiving = (page: Page): Promise<boolean> => page.evaluate(() => 'isTheSamePage' in window)

/** A shopper goes to the payment page and back, twice. @returns whether the page came from the cache each time */
async function goThereAndBack(page: Page, world: World, order: string): Promise<boolean> {
  // The demo shop's pages are `no-store`, so the browser never caches them; most shops' pages are not.
  await changeShopHeaders(page, world, (headers) => ({ ...headers, 'cache-control': 'no-cache' }))
  // The demo shop goes on to its page of thanks. This answer keeps the browser where it is.
  await page.route('**/thanks?*', (route) => route.fulfill({ status: 204 }))
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=redirect&order=${order}`)
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
  await shopper.payButton(order).click()
  await page.waitForURL(hostedPage.url)

  await page.goBack({ waitUntil: 'commit' })
  await shopper.sees(order, 'Payment not finished yet')
  if (!(await isLiving(page))) return false
  await shopper.button(order, 'Open the payment page').click()
  await page.waitForURL(hostedPage.url)
  await completeElsewhere(world, order)
  await page.goBack({ waitUntil: 'commit' })

  await shopper.sees(order, 'Paid')
  if (!(await isLiving(page))) return false
  expect(await completions(page)).toBe(1)
  return true
}

test('the browser’s Back button restores the page from the cache, which reads the session at once', async ({
  context,
  world,
  shared,
}) => {
  test.slow()
  // A browser with little time or memory may drop a cached page, so we try up to three times.
  let wasLiving = false
  for (let times = 0; times < 3 && !wasLiving; times++) {
    const page = await context.newPage()
    wasLiving = await goThereAndBack(page, world, shared.nextOrder())
    await page.close()
  }
  expect(wasLiving).toBe(true)
})

test('a suspended tab shows the payment as soon as it is visible again', async ({ page, world, order }) => {
  await page.clock.install()
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  await (await shopper.pressPay(order)).waitForURL(hostedPage.url)
  const toWindow = await windowOf(page)
  await toWindow('minimized')
  // The read in progress is aborted, and the next ones fail; from here on no timer starts a read.
  await page.route('**/checkout/sessions/*', (route) => route.abort('internetdisconnected'))
  await page.clock.pauseAt(Date.now() + 60_000)
  await completeElsewhere(world, order)
  expect(await completions(page)).toBe(0)
  await page.unrouteAll()
  await toWindow('normal')

  await shopper.sees(order, 'Paid')
  expect(await completions(page)).toBe(1)
})

test('a tab without a connection says so, and shows the payment as soon as the connection is back', async ({
  page,
  context,
  world,
  order,
}) => {
  await page.clock.install()
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  await (await shopper.pressPay(order)).waitForURL(hostedPage.url)
  await context.setOffline(true)
  // The read in progress is aborted, and the next one fails too; from here on no timer starts a read by itself.
  await page.clock.pauseAt(Date.now() + 60_000)
  await expect(async () => {
    // A read fails in real time, and only then is there a timer to run.
    await page.clock.runFor(1_000)
    await expect(shopper.checkout(order)).toContainText('No connection right now', { timeout: 500 })
  }).toPass()
  await completeElsewhere(world, order)
  expect(await completions(page)).toBe(0)
  await context.setOffline(false)

  await shopper.sees(order, 'Paid')
  expect(await completions(page)).toBe(1)
})

test('a duplicated tab follows the same payment, and both complete once', async ({
  page,
  context,
  world,
  order,
}) => {
  const here = new Shopper(page, world)
  await here.visitShop(`?mode=popup&order=${order}`)
  const popup = await here.pressPay(order)
  await popup.waitForURL(hostedPage.url)
  // A tab that the page itself opens gets a copy of its storage, like a duplicated tab.
  const opened = context.waitForEvent('page')
  await page.evaluate(() => void window.open(location.href))
  const there = new Shopper(await opened, world)
  await there.page.evaluate(() => sessionStorage.removeItem('journey-events'))
  // In a tab that a page opened at its own origin, Playwright's scripts run only from the second document on.
  await there.page.reload()
  await there.sees(order, 'Payment not finished yet')
  await payAndSettle(popup, world)

  await here.sees(order, 'Paid')
  await there.sees(order, 'Paid')
  expect([await completions(page), await completions(there.page)]).toEqual([1, 1])
  expect(await payinsOf(world, order)).toHaveLength(1)
})

test.describe('when the browser refuses storage', () => {
  test.beforeEach(({ context }) => context.addInitScript(refuseStorage))

  test('a payment in a popup completes once, and its window closes', async ({ page, world, order }) => {
    const shopper = new Shopper(page, world)
    await shopper.visitShop(`?mode=popup&order=${order}`)
    const popup = await shopper.pressPay(order)
    const closed = popup.waitForEvent('close')
    await payAndSettle(popup, world)

    await shopper.sees(order, 'Paid')
    await closed
    expect(await completions(page)).toBe(1)
  })

  test('a payment by redirect ends on the return page, which shows the result and links back', async ({
    page,
    world,
    order,
  }) => {
    const shopper = new Shopper(page, world)
    await shopper.visitShop(`?mode=redirect&order=${order}`)
    await shopper.payButton(order).click()
    await page.waitForURL(hostedPage.url)
    await payAndSettle(page, world)

    await expect(page.locator('payin-return')).toContainText('Your payment has arrived.')
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await expect(page.locator(`[data-order="${order}"]`)).toHaveAttribute('data-status', 'paid')
  })

  test('a reload loses the payment, and the next press finds it again', async ({ page, world, order }) => {
    const shopper = new Shopper(page, world)
    await shopper.visitShop(`?mode=popup&order=${order}`)
    await (await shopper.pressPay(order)).waitForURL(hostedPage.url)
    await page.reload()
    await payAndSettle(await shopper.pressPay(order), world)

    await shopper.sees(order, 'Paid')
    expect(await payinsOf(world, order)).toHaveLength(1)
  })
})

test('a shopper whose bank returns to another browser reads the result of the payment there', async ({
  page,
  browser,
  world,
  order,
}) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  await (await shopper.pressPay(order)).waitForURL(hostedPage.url)
  const id = await shopper
    .checkout(order)
    .evaluate((element: HTMLElementTagNameMap['payin-checkout']) => element.state.session?.id)
  const elsewhere = await browser.newContext()
  const returned = await elsewhere.newPage()
  await returned.goto(`${world.shop}/checkout/return?session=${id}`)
  await expect(returned.locator('payin-return')).toContainText('Checking your payment…')
  await completeElsewhere(world, order)

  await expect(returned.locator('payin-return')).toContainText('Your payment has arrived.')
  await expect(returned.getByRole('link', { name: 'Back to the shop' })).toHaveAttribute(
    'href',
    `${world.shop}/`,
  )
  await shopper.sees(order, 'Paid')
  await elsewhere.close()
})

test('the shop completes the payment when the bank never returns', async ({
  page,
  context,
  world,
  order,
}) => {
  await context.route('**/checkout/return*', () => {})
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  await payAndSettle(await shopper.pressPay(order), world)

  await shopper.sees(order, 'Paid')
  expect(await completions(page)).toBe(1)
})
