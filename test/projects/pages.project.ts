// Pages without a build step that change around the element: htmx, Turbo, Alpine, and what answers an event by a morph, as
// Livewire does.
import type { Page } from '@playwright/test'
import { expect, plainTest as test } from './shop-pages.ts'

// One worker, because each worker installs the project.
test.describe.configure({ mode: 'default' })

/** Pages that answer events by their HTML, with an element in place of the old one or by a morph of it. */
const answering = {
  'htmx that replaces the box': { path: 'htmx.html', changes: { SWAP: 'outerHTML', KEEP: '' }, keeps: false },
  'htmx that keeps the element': {
    path: 'htmx.html',
    changes: { SWAP: 'outerHTML', KEEP: 'id="checkout" hx-preserve' },
    keeps: true,
  },
  'htmx that morphs the box': { path: 'htmx.html', changes: { SWAP: 'outerMorph', KEEP: '' }, keeps: true },
  'Alpine’s morph': { path: 'morph.html', changes: { KEEP: 'key="checkout"' }, keeps: true },
  'Alpine’s morph with the keys of Livewire': {
    path: 'morph.html',
    changes: { KEEP: 'wire:key="checkout"' },
    keeps: true,
  },
  Idiomorph: { path: 'idiomorph.html', changes: { KEEP: '' }, keeps: true },
} as const

for (const [name, { path, changes, keeps }] of Object.entries(answering)) {
  test(`a shopper pays on a page of ${name}, which changes while the window is open`, async ({ shop }) => {
    await shop.open(path, changes)
    const isSame = await shop.keepsElement()
    const window = await shop.press()
    await shop.again()
    await shop.again()
    await expect(shop.element).toContainText(keeps ? 'Waiting for your payment' : 'not finished yet')

    expect(await isSame()).toBe(keeps)
    await shop.paysOnce(window)
    expect(await isSame()).toBe(keeps)
  })
}

test('a morph that puts another order before the one that is being paid keeps an element with an id', async ({
  shop,
  page,
}) => {
  await shop.open('idiomorph.html', { KEEP: 'id="checkout"' })
  const isSame = await shop.keepsElement()
  const window = await shop.press()
  // The page's own answer to `payment-open` is not to come afterwards: it has one element.
  await shop.again()
  const elements = await page.evaluate(() => {
    const { Idiomorph } = globalThis as unknown as { Idiomorph: { morph(from: unknown, to: string): void } }
    const paying = document.getElementById('checkout')?.outerHTML
    const other = '<payin-checkout id="other" endpoint="/checkout" order="A-1002"></payin-checkout>'
    Idiomorph.morph(document.getElementById('box'), `<div id="box">${other}${paying}</div>`)
    return document.querySelectorAll('payin-checkout').length
  })
  expect(elements).toBe(2)
  await expect(shop.element).toContainText('Waiting for your payment')
  await shop.paysOnce(window)

  expect(await isSame()).toBe(true)
})

test('a press whose element is replaced before the answer leaves no blank window, and can be repeated', async ({
  shop,
}) => {
  await shop.open('htmx.html', { SWAP: 'outerHTML', KEEP: '' })
  const answer = await shop.holdCreate()
  const blank = await shop.pressed()
  const closed = blank.waitForEvent('close')
  await shop.again()
  await closed
  answer()
  const window = await shop.press()

  await shop.paysOnce(window, ['start'])
})

/** Pages whose links change the page in place of loading another. */
const navigating = {
  htmx: { path: 'htmx.html', changes: { SWAP: 'outerHTML', KEEP: '' } },
  Turbo: { path: 'turbo.html', changes: { KEEP: '' } },
}
const waysBack = {
  'by a link': (page: Page) => page.getByRole('link', { name: 'Back to the order' }).click(),
  'by the browser’s Back': (page: Page) => page.goBack(),
}
for (const [library, { path, changes }] of Object.entries(navigating))
  for (const [how, comeBack] of Object.entries(waysBack))
    test(`a shopper who leaves a page of ${library} while paying and comes back ${how} finds the payment`, async ({
      shop,
      page,
    }) => {
      await shop.open(path, changes)
      const isSamePage = await shop.staysOpen()
      const window = await shop.press()
      await shop.goElsewhere()
      await expect(shop.element).toHaveCount(0)
      await comeBack(page)
      await expect(shop.element).toContainText('not finished yet')
      await shop.paysOnce(window)

      expect(await isSamePage()).toBe(true)
    })

test.describe('Alpine', () => {
  test('removes the element by x-if while the window is open, and shows it again', async ({ shop, page }) => {
    await shop.open('alpine.html')
    const created = page.waitForRequest((request) => request.url().endsWith('/checkout/sessions'))
    await page.getByLabel('Wrap it as a gift').check()
    await expect(shop.element.getByRole('button', { name: 'Pay, and wrap it' })).toBeVisible()
    const window = await shop.press()
    expect((await created).postDataJSON()).toMatchObject({ context: { gift: true } })
    const toggle = page.getByRole('button', { name: 'Show or hide' })
    await toggle.click()
    await expect(shop.element).toHaveCount(0)
    await toggle.click()
    await expect(shop.element).toContainText('not finished yet')

    await shop.paysOnce(window)
  })

  test('puts another order before the one that is being paid by x-for', async ({ shop, page }) => {
    await shop.open('alpine.html')
    const isSame = await shop.keepsElement()
    const window = await shop.press()
    await page.getByRole('button', { name: 'Another order' }).click()
    await expect(page.locator('payin-checkout')).toHaveCount(2)
    await expect(shop.element).toContainText('Waiting for your payment')
    await shop.paysOnce(window)

    expect(await isSame()).toBe(true)
  })
})
