// The page "Try it" of the document site: whole payments without a server, in windows of the site itself.
import type { Page } from '@playwright/test'
import { axeBreaches, sidewaysPx } from './support/axe-breaches.ts'
import { expect, test } from './support/docs-site.ts'
import { closesItself } from './support/shopper.ts'

const checkoutOf = (page: Page) => page.locator('payin-checkout')
const eventsOf = (page: Page) => page.locator('#events li b')

/** Presses pay and returns the window of the payment page. */
async function press(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await checkoutOf(page)
    .getByRole('button', { name: /^(Pay|Try again)/ })
    .click()
  const popup = await opened
  await popup.waitForURL(/payment-page\.html/)
  return popup
}

/** Presses a button of the payment page, whose window then closes. */
const endPayment = (popup: Page, button: string) =>
  closesItself(popup, () => popup.getByRole('button', { name: button, exact: true }).click())

/** How often a name is in the list of events. */
const countOf = async (page: Page, name: string) =>
  (await eventsOf(page).allTextContents()).filter((each) => each === name).length

for (const [button, seen, event] of [
  ['Pay', 'Paid', 'payment-complete'],
  ['Decline', 'The payment did not go through', 'payment-failed'],
  ['Let the time run out', 'The payment was not finished in time', 'payment-expired'],
] as const) {
  test(`"${button}" on the payment page ends the payment with ${event}`, async ({ page, site }) => {
    await page.goto(`${site.url}try.html`)
    const popup = await press(page)
    await expect(checkoutOf(page)).toContainText('Waiting for your payment')
    await endPayment(popup, button)

    await expect(checkoutOf(page)).toContainText(seen)
    await expect.poll(() => countOf(page, event)).toBe(1)
    expect(await countOf(page, 'payment-error')).toBe(0)
  })
}

test('a declined payment can be tried again, and paid', async ({ page, site }) => {
  await page.goto(`${site.url}try.html`)
  await endPayment(await press(page), 'Decline')
  await expect(checkoutOf(page)).toContainText('did not go through')
  await endPayment(await press(page), 'Pay')

  await expect(checkoutOf(page)).toContainText('Paid')
  expect(await countOf(page, 'payment-created')).toBe(2)
})

test('a shopper pays the order by keyboard alone', async ({ page, site }) => {
  await page.goto(`${site.url}try.html`)
  await checkoutOf(page).getByRole('radio', { name: 'Card' }).focus()
  await page.keyboard.press('Tab')
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const popup = await opened
  await popup.getByRole('button', { name: 'Pay', exact: true }).press('Enter')

  await expect(checkoutOf(page)).toContainText('Paid')
})

test('a redirect leads to the payment page and back in the same tab', async ({ page, site }) => {
  await page.goto(`${site.url}try.html`)
  await page.locator('[name=mode]').selectOption('redirect')
  await checkoutOf(page).getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/payment-page\.html/)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL(`${site.url}try.html`)

  await expect(checkoutOf(page)).toContainText('Paid')
  await expect(page.locator('[name=mode]')).toHaveValue('redirect')
  await expect(eventsOf(page)).toContainText(['payment-complete', 'payment-open', 'payment-start'])
})

test('a reload during the payment finds the payment again', async ({ page, site }) => {
  await page.goto(`${site.url}try.html`)
  const popup = await press(page)
  await page.reload()
  await expect(checkoutOf(page)).toContainText('Payment not finished yet')
  await endPayment(popup, 'Pay')

  await expect(checkoutOf(page)).toContainText('Paid')
})

test('a paid order cannot be paid again until the page is reset', async ({ page, site }) => {
  await page.goto(`${site.url}try.html`)
  await endPayment(await press(page), 'Pay')
  await expect(checkoutOf(page)).toContainText('Paid')
  await page.reload()
  await expect(checkoutOf(page)).toContainText('Paid')
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(checkoutOf(page).getByRole('button', { name: /^Pay/ })).toBeVisible()
  await expect(page.getByText('Press the button.')).toBeVisible()
  await endPayment(await press(page), 'Decline')

  await expect(checkoutOf(page)).toContainText('did not go through')
})

test('two tabs pay one order once', { tag: '@long' }, async ({ page, context, site, wrong }) => {
  const other = await context.newPage()
  await page.goto(`${site.url}try.html`)
  await other.goto(`${site.url}try.html`)
  await endPayment(await press(page), 'Pay')
  await expect(checkoutOf(page)).toContainText('Paid')
  await checkoutOf(other).getByRole('button', { name: /^Pay/ }).click()

  await expect(checkoutOf(other)).toContainText('This order has already been paid')
  // The element logs each fault once.
  expect(wrong.splice(0)).toEqual([expect.stringContaining('payin-checkout: ')])
})

test('a payment that has ended, or that this browser does not know, cannot be changed', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}try.html`)
  const popup = await press(page)
  const address = popup.url()
  await endPayment(popup, 'Decline')
  await expect(checkoutOf(page)).toContainText('did not go through')

  await page.goto(address)
  await expect(page.getByText('This payment has ended')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.goto(`${site.url}try/payment-page.html?session=cs_of_another_browser`)
  await expect(page.getByText('known only to the browser in which it began')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
})

test('the page says so when the browser refuses storage', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  await page.goto(`${site.url}try.html`)

  await expect(page.getByText('needs the browser’s storage')).toBeVisible()
  await expect(checkoutOf(page)).toHaveCount(0)
})

for (const theme of ['light', 'dark'] as const) {
  const tag = theme === 'dark' ? [] : ['@long']
  test(`an Arabic payment on a small phone, ${theme}, is right to left and accessible`, {
    tag,
  }, async ({ page, site }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(`${site.url}try.html`)
    await page.locator('[name=lang]').selectOption('ar')
    await expect(checkoutOf(page).locator('[part~=root]')).toHaveCSS('direction', 'rtl')
    expect.soft(await axeBreaches(page)).toEqual([])
    const opened = page.waitForEvent('popup')
    await checkoutOf(page).locator('[part~=pay]').click()
    const popup = await opened
    await popup.waitForURL(/payment-page\.html/)
    expect.soft(await axeBreaches(popup)).toEqual([])
    expect.soft(await axeBreaches(page)).toEqual([])
    expect(await sidewaysPx(page)).toBeLessThanOrEqual(0)
    await endPayment(popup, 'Pay')

    await expect.poll(() => countOf(page, 'payment-complete')).toBe(1)
    expect.soft(await axeBreaches(page)).toEqual([])
  })
}
