// A shop whose pages Turbo changes: visits, its cache and previews, permanent elements, refreshes, streams and frames.
import type { Page } from '@playwright/test'
import { payAndSettle } from '../journeys/support/shared-world.ts'
import { timesEmitted } from '../journeys/support/world.ts'
import { expect, plainTest as test } from './shop-pages.ts'

// One worker, because each worker installs the project.
test.describe.configure({ mode: 'default' })

test.describe('Turbo', () => {
  const permanent = 'id="checkout" data-turbo-permanent'

  test('keeps a permanent element with its window over visits of other pages', async ({ shop, page }) => {
    const kept = `<payin-checkout ${permanent} endpoint="/checkout" order="A-1001"></payin-checkout>`
    await shop.open('turbo.html', { KEEP: permanent, KEPT: kept })
    const isSame = await shop.keepsElement()
    const window = await shop.press()
    await shop.goElsewhere()
    await expect(shop.element).toContainText('Waiting for your payment')
    await shop.follow('Back to the order')
    await expect(page.getByRole('link', { name: 'Elsewhere', exact: true })).toBeVisible()
    await shop.paysOnce(window)

    expect(await isSame()).toBe(true)
  })

  test('keeps the press of a permanent element when the page changes before the answer', async ({ shop }) => {
    const kept = `<payin-checkout ${permanent} endpoint="/checkout" order="A-1001"></payin-checkout>`
    await shop.open('turbo.html', { KEEP: permanent, KEPT: kept })
    const answer = await shop.holdCreate()
    const window = await shop.pressed()
    await shop.goElsewhere()
    answer()
    await expect(shop.element).toContainText('Waiting for your payment')
    await shop.follow('Back to the order')

    await shop.paysOnce(window)
  })

  const isPreview = (page: Page) => expect(page.locator('html[data-turbo-preview]')).toBeVisible()

  test('shows the payment in the preview of its cache, and in the page after it', async ({ shop, page }) => {
    await shop.open('turbo.html', { KEEP: '' })
    const window = await shop.press()
    await shop.goElsewhere()
    const send = shop.holdPages()
    await shop.follow('Back to the order')
    await isPreview(page)
    await expect(shop.element).toContainText('not finished yet')
    send()
    await expect(page.locator('html[data-turbo-preview]')).toHaveCount(0)

    await shop.paysOnce(window)
  })

  test('shows in the preview that the order was paid meanwhile, and reports it once', async ({
    shop,
    page,
    world,
  }) => {
    await shop.open('turbo.html', { KEEP: '' })
    const window = await shop.press()
    await shop.goElsewhere()
    await payAndSettle(window, world)
    const send = shop.holdPages()
    await shop.follow('Back to the order')
    await isPreview(page)
    await expect(shop.element).toContainText('Thank you. Your payment has arrived.')
    expect(await timesEmitted(page, 'payment-complete')).toBe(1)
    send()
    await expect(page.locator('html[data-turbo-preview]')).toHaveCount(0)
    await expect(shop.element).toContainText('Thank you. Your payment has arrived.')

    expect(await timesEmitted(page, 'payment-complete')).toBe(1)
  })

  test('gives the event to the page itself, if the page has no preview', async ({ shop, world }) => {
    await shop.open('turbo.html', { KEEP: '', CACHE: 'no-preview' })
    const window = await shop.press()
    await shop.goElsewhere()
    await payAndSettle(window, world)
    await shop.follow('Back to the order')

    await shop.isPaidOnce()
  })

  for (const method of ['replace', 'morph'])
    test(`refreshes the page by ${method} while the window is open`, async ({ shop }) => {
      await shop.open('turbo.html', { KEEP: '', REFRESH: method })
      const isSame = await shop.keepsElement()
      const window = await shop.press()
      await shop.again()
      await expect(shop.element).toContainText(
        method === 'morph' ? 'Waiting for your payment' : 'not finished yet',
      )
      await shop.paysOnce(window)

      expect(await isSame()).toBe(method === 'morph')
    })

  for (const method of ['', 'method="morph"'])
    test(`replaces the element by a stream with ${method || 'a new one'}`, async ({ shop, page }) => {
      await shop.open('turbo.html', { KEEP: 'id="checkout"' })
      const isSame = await shop.keepsElement()
      const window = await shop.press()
      await page.evaluate((method) => {
        const html = document.getElementById('checkout')?.outerHTML
        const stream = `<turbo-stream action="replace" ${method} target="checkout"><template>${html}</template></turbo-stream>`
        ;(
          globalThis as unknown as { Turbo: { renderStreamMessage(html: string): void } }
        ).Turbo.renderStreamMessage(stream)
      }, method)
      await expect(shop.element).toContainText(method ? 'Waiting for your payment' : 'not finished yet')
      await shop.paysOnce(window)

      expect(await isSame()).toBe(Boolean(method))
    })

  test('leaves the element’s frame and comes back', async ({ shop }) => {
    await shop.open('turbo.html', { KEEP: '' })
    const window = await shop.press()
    await shop.follow('Another delivery')
    await expect(shop.element).toHaveCount(0)
    await shop.follow('This delivery after all')
    await expect(shop.element).toContainText('not finished yet')

    await shop.paysOnce(window)
  })
})
