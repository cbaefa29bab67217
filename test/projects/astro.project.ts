// Static pages of Astro, whose router swaps the body of the document. Version 5 is the last one that runs on Node 20.
import { expect, testOf } from './shop-pages.ts'

const test = testOf({ template: 'astro', packages: ['astro@5'], build: ['astro', 'build'] })

// One worker, because each worker installs the project.
test.describe.configure({ mode: 'default' })

test('a shopper who leaves a page of Astro while paying and comes back finds the payment', async ({
  shop,
}) => {
  await shop.open('order.html')
  const isSamePage = await shop.staysOpen()
  const window = await shop.press()
  await shop.goElsewhere()
  await expect(shop.element).toHaveCount(0)
  await shop.follow('Back to the order')
  await expect(shop.element).toContainText('not finished yet')
  await shop.paysOnce(window)

  expect(await isSamePage()).toBe(true)
})

test('Astro keeps a persisted element, and a press of it before the answer', async ({ shop }) => {
  await shop.open('kept.html')
  const isSame = await shop.keepsElement()
  const answer = await shop.holdCreate()
  const window = await shop.pressed()
  await shop.goElsewhere()
  answer()
  await expect(shop.element).toContainText('Waiting for your payment')
  await shop.follow('Back to the order')
  await shop.paysOnce(window)

  expect(await isSame()).toBe(true)
})
