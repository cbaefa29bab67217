// Pages of React, Vue, Svelte and Angular that hide the element, take it out of the page and put it back, while a shopper
// pays. Angular's template is compiled in the browser, which takes no build of its own.
import type { Page } from '@playwright/test'
import { payAndSettle } from '../journeys/support/shared-world.ts'
import { orClosed } from '../journeys/support/shopper.ts'
import { expect, testOf } from './shop-pages.ts'

const angular = ['core', 'common', 'compiler', 'platform-browser'].map((name) => `@angular/${name}`)
const plugins = ['@vitejs/plugin-vue', '@sveltejs/vite-plugin-svelte']

const test = testOf({
  template: 'built',
  packages: ['react', 'react-dom', 'vue', 'svelte', ...angular, 'rxjs', 'zone.js', 'vite@8', ...plugins],
  build: ['vite', 'build'],
})

// One worker, because each worker installs the project.
test.describe.configure({ mode: 'default' })

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** How the page takes the element away while the shopper is elsewhere: removed, kept outside of the page, or hidden. */
const tabs = {
  'Vue, which keeps it alive': { path: 'vue.html', keeps: true },
  'Svelte, which fades it out': { path: 'svelte.html', keeps: false },
  Angular: { path: 'angular.html', keeps: false },
  'React, in an Activity': { path: 'react.html', keeps: true },
}

for (const [framework, { path, keeps }] of Object.entries(tabs)) {
  test(`a shopper pays in another tab of a page of ${framework}`, async ({ shop, page }) => {
    await shop.open(path)
    const isSame = await shop.keepsElement()
    const window = await shop.press()
    await click(page, 'Other tab')
    await expect(shop.element).toBeHidden()
    await click(page, 'Other tab')
    await expect(shop.element).toBeVisible()
    await expect(shop.element).toContainText(keeps ? 'Waiting for your payment' : 'not finished yet')
    await shop.paysOnce(window)

    expect(await isSame()).toBe(keeps)
  })

  test(`a shopper pays while a page of ${framework} has taken the element away`, async ({
    shop,
    page,
    world,
  }) => {
    await shop.open(path)
    const window = await shop.press()
    await click(page, 'Other tab')
    await expect(shop.element).toBeHidden()
    const closed = window.waitForEvent('close')
    await payAndSettle(window, world)
    // Without an element in the page, nothing answers the return page that it may close.
    if (path !== 'react.html') await orClosed(click(window, 'Close this window'))
    await closed
    await click(page, 'Other tab')

    await shop.isPaidOnce()
  })
}

test.describe('React', () => {
  test('hides the element behind a Suspense while the shopper pays, and shows it again', async ({
    shop,
    page,
    world,
  }) => {
    await shop.open('react.html')
    const isSame = await shop.keepsElement()
    const window = await shop.press()
    await click(page, 'Load the delivery')
    await expect(shop.element).toBeHidden()
    const closed = window.waitForEvent('close')
    await payAndSettle(window, world)
    await closed
    await click(page, 'Answer')
    await expect(shop.element).toBeVisible()
    await shop.isPaidOnce()

    expect(await isSame()).toBe(true)
  })
})

test.describe('Svelte', () => {
  test('makes the element anew by a key while the window is open', async ({ shop, page }) => {
    await shop.open('svelte.html')
    const window = await shop.press()
    await click(page, 'Another version')
    await expect(shop.element).toContainText('not finished yet')

    await shop.paysOnce(window)
  })

  test('moves the element behind another one by a keyed block', async ({ shop, page }) => {
    await shop.open('svelte.html')
    const isSame = await shop.keepsElement()
    const window = await shop.press()
    await click(page, 'Another order')
    await expect(page.locator('payin-checkout')).toHaveCount(2)
    await expect(shop.element).toContainText('Waiting for your payment')
    await shop.paysOnce(window)

    expect(await isSame()).toBe(true)
  })
})

test.describe('Angular', () => {
  const checks = (page: Page) => page.evaluate(() => (globalThis as unknown as { checks: number }).checks)

  for (const path of ['angular.html', 'angular.html?production'])
    test(`sets properties at ${path}, and its change detection is not driven in a circle`, async ({
      shop,
      page,
    }) => {
      const created = page.waitForRequest((request) => request.url().endsWith('/checkout/sessions'))
      await shop.open(path)
      const window = await shop.press()
      expect((await created).postDataJSON()).toMatchObject({ context: { gift: true } })
      await expect(shop.element.getByRole('button', { name: 'Not now' })).toBeVisible()
      const before = await checks(page)
      // Meanwhile the countdown ticks each second, and the window is checked twice a second.
      await page.waitForTimeout(3_000)
      expect((await checks(page)) - before).toBeLessThanOrEqual(12)

      await shop.paysOnce(window)
    })
})
