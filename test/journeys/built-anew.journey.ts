// A page that answers `payment-complete` by a reload, or by going to another page. It must not be driven in a circle, and the
// Back button must stay the shopper's.
import { hostedPage } from './support/shopper.ts'
import { expect, press, test } from './support/small-world.ts'

const checkout = '<payin-checkout endpoint="/checkout" order="49.90"></payin-checkout>'
const thanks = `/page?html=${encodeURIComponent('<h1>Thank you</h1>')}`

test('a page that loads itself again when a payment is complete does so once', async ({ page, world }) => {
  await page.addInitScript(() => document.addEventListener('payment-complete', () => location.reload()))
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  await world.visit(page, checkout)
  const popup = await press(page.locator('payin-checkout'), 'Pay now')
  await hostedPage.pay(popup)
  await expect.poll(() => loads).toBe(2)
  await expect(page.locator('payin-checkout')).toContainText('Thank you. Your payment has arrived.')
  // Time enough for dozens of further loads.
  await page.waitForTimeout(3_000)

  expect(loads).toBe(2)
})

for (const mode of ['popup', 'redirect'])
  test(`the Back button leads back from the page of thanks, after a ${mode}`, async ({ page, world }) => {
    await page.addInitScript((to) => {
      document.addEventListener('payment-complete', () => location.assign(to))
      // Keeps the page out of the back/forward cache: the Back button loads it again.
      addEventListener('unload', () => {})
    }, thanks)
    await world.visit(page, checkout.replace('order', `mode="${mode}" order`))
    const shop = page.url()
    const element = page.locator('payin-checkout')
    if (mode === 'popup') await hostedPage.pay(await press(element, 'Pay now'))
    else {
      await element.getByRole('button', { name: 'Pay now' }).click()
      await page.waitForURL(hostedPage.url)
      await hostedPage.pay(page)
    }
    await page.waitForURL((url) => url.href.includes('Thank'))
    await page.goBack({ waitUntil: 'commit' })
    await expect(element).toContainText('Thank you. Your payment has arrived.')
    // A page that is sent away again leaves within this time.
    await page.waitForTimeout(1_000)

    expect(page.url()).toBe(shop)
  })

test('a page that puts a new element in place of the old one at each event is not driven in a circle', async ({
  page,
  world,
}) => {
  const reads: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/sessions/')) reads.push(Date.now())
  })
  await page.addInitScript(() => {
    Object.assign(window, { heard: [] })
    for (const name of ['authorized', 'complete', 'error', 'status'])
      document.addEventListener(`payment-${name}`, ({ target }) => {
        ;(window as unknown as { heard: string[] }).heard.push(name)
        const element = target as Element
        // As htmx, Livewire and Turbo do.
        element.replaceWith(element.cloneNode())
      })
  })
  await world.visit(page, checkout)
  const popup = await press(page.locator('payin-checkout'), 'Pay now')
  await hostedPage.pay(popup)
  await expect(page.locator('payin-checkout')).toContainText('Thank you. Your payment has arrived.')
  // Time enough for dozens of further events and reads.
  await page.waitForTimeout(3_000)
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)

  expect(heard.filter((name) => name === 'complete')).toHaveLength(1)
  expect(heard.filter((name) => name === 'authorized').length).toBeLessThanOrEqual(1)
  const last = reads.at(-1) ?? 0
  expect(reads.filter((at) => at > last - 3_000).length).toBeLessThanOrEqual(13)
})
