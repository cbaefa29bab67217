// What browsers do to a page while its shopper pays: cache it, suspend it, cut it off, copy it, refuse it storage.
// Nothing of that may lock the page, lose the payment or tell it twice (FACTS 9–13).
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
  // The browser itself reports requests that are made without a line.
  expectedNoise: /ERR_INTERNET_DISCONNECTED/,
})

async function completions(page: Page): Promise<number> {
  return (await emittedNames(page)).filter((name) => name === 'payment-complete').length
}

/** How the shopper puts the page's window away and takes it out again. */
async function windowOf(page: Page) {
  const browser = await page.context().newCDPSession(page)
  // Playwright makes every page believe that it has the focus.
  await browser.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  const { windowId } = await browser.send('Browser.getWindowForTarget')
  return (windowState: 'minimized' | 'normal') =>
    browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState } })
}

/** Whether the browser has given back the page that was marked, instead of loading it anew. */
const isLiving = (page: Page): Promise<boolean> => page.evaluate(() => 'isTheSamePage' in window)

/** A shopper goes to the payment page and back, twice. @returns whether the page was living each time */
async function goThereAndBack(page: Page, world: World, order: string): Promise<boolean> {
  // The demo shop's own pages are too secret to be cached; most shops' are not.
  await changeShopHeaders(page, world, (headers) => ({ ...headers, 'cache-control': 'no-cache' }))
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=redirect&order=${order}`)
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
  await shopper.payButton(order).click()
  await page.waitForURL(hostedPage.url)

  await page.goBack({ waitUntil: 'commit' })
  await shopper.sees(order, 'Your payment is not finished yet')
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

test('the browser’s Back button gives back a living page, which asks for the truth at once', async ({
  context,
  world,
  shared,
}) => {
  test.slow()
  // A browser that is short of time or memory gives a page up by itself. What the page does against it, it does each time.
  let wasLiving = false
  for (let times = 0; times < 3 && !wasLiving; times++) {
    const page = await context.newPage()
    wasLiving = await goThereAndBack(page, world, shared.nextOrder())
    await page.close()
  }
  expect(wasLiving).toBe(true)
})

test('a suspended tab knows of the payment as soon as the shopper looks at it again', async ({
  page,
  world,
  order,
}) => {
  await page.clock.install()
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  await (await shopper.pressPay(order)).waitForURL(hostedPage.url)
  const toWindow = await windowOf(page)
  await toWindow('minimized')
  // The question on the line is given up, the next ones fail; from here on no timer asks again.
  await page.route('**/checkout/sessions/*', (route) => route.abort('internetdisconnected'))
  await page.clock.pauseAt(Date.now() + 60_000)
  await completeElsewhere(world, order)
  await page.unrouteAll()
  expect(await completions(page)).toBe(0)
  await toWindow('normal')

  await shopper.sees(order, 'Paid')
  expect(await completions(page)).toBe(1)
})

test('a tab that lost its line says so, and knows of the payment as soon as the line is back', async ({
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
  // The question on the line is given up, the next one fails too; from here on no timer asks again by itself.
  await page.clock.pauseAt(Date.now() + 60_000)
  await expect(async () => {
    // A question fails in the network's time, and only then is there a timer to run.
    await page.clock.runFor(1_000)
    await expect(shopper.checkout(order)).toContainText('No connection right now', { timeout: 500 })
  }).toPass()
  await completeElsewhere(world, order)
  expect(await completions(page)).toBe(0)
  await context.setOffline(false)

  await shopper.sees(order, 'Paid')
  expect(await completions(page)).toBe(1)
})

test('a duplicated tab follows the same payment, and both hear once that it is paid', async ({
  page,
  context,
  world,
  order,
}) => {
  const here = new Shopper(page, world)
  await here.visitShop(`?mode=popup&order=${order}`)
  const popup = await here.pressPay(order)
  await popup.waitForURL(hostedPage.url)
  // Opened by the page itself, a tab gets a copy of its storage, as a duplicated one does.
  const opened = context.waitForEvent('page')
  await page.evaluate(() => void window.open(location.href))
  const there = new Shopper(await opened, world)
  await there.page.evaluate(() => sessionStorage.removeItem('journey-events'))
  // In a tab that a page opened at its own origin, Playwright's scripts run from the second document on.
  await there.page.reload()
  await there.sees(order, 'Your payment is not finished yet')
  await payAndSettle(popup, world)

  await here.sees(order, 'Paid')
  await there.sees(order, 'Paid')
  expect([await completions(page), await completions(there.page)]).toEqual([1, 1])
  expect(await payinsOf(world, order)).toHaveLength(1)
})

test.describe('where the browser refuses storage', () => {
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

  test('a payment by redirect ends on the return page, which says so and leads back', async ({
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

  test('a reload forgets the payment, and the next press finds it again', async ({ page, world, order }) => {
    const shopper = new Shopper(page, world)
    await shopper.visitShop(`?mode=popup&order=${order}`)
    await (await shopper.pressPay(order)).waitForURL(hostedPage.url)
    await page.reload()
    await payAndSettle(await shopper.pressPay(order), world)

    await shopper.sees(order, 'Paid')
    expect(await payinsOf(world, order)).toHaveLength(1)
  })
})

test('a shopper whose bank comes back in another browser reads there what became of the payment', async ({
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

test('a bank that never comes back takes nothing away: the shop hears of the payment all the same', async ({
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
