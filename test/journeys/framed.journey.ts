// The shop in a frame. A hosted page refuses to be framed: it needs its own window, or the whole tab (docs/internals/browser-facts.md#three-signs-of-a-blocked-popup).
import { FramedShop } from './support/framed-shop.ts'
import { expect, payAndSettle, payinsOf, test } from './support/shared-world.ts'
import { closesItself, hostedPage } from './support/shopper.ts'

const shopIn = 'allow-scripts allow-same-origin'
// The browser's messages about an action that the frame's sandbox forbids.
const refusals = /Blocked opening|Unsafe attempt to initiate navigation/

for (const [frame, tag, sandbox] of [
  ['of another site', [], undefined],
  [
    'that is sandboxed but may open windows',
    ['@long'],
    `${shopIn} allow-popups allow-popups-to-escape-sandbox`,
  ],
  ['whose windows are sandboxed, too', ['@long'], `${shopIn} allow-popups allow-forms`],
] satisfies [string, string[], string | undefined][]) {
  test(`a shopper pays in a popup from a frame ${frame}`, { tag }, async ({ page, world, order }) => {
    const shop = await FramedShop.open(page, { world, order, ...(sandbox && { sandbox }) })
    const popup = await shop.pressPay()
    await payAndSettle(popup, world)

    await shop.sees('Paid')
    // The return page cannot reach a frame on another site, so only the shopper can close it.
    await expect(popup.getByText('You can close this window and go back')).toBeVisible()
    await closesItself(popup, () => popup.getByRole('button', { name: 'Close this window' }).click())
    expect((await shop.emittedNames()).filter((name) => name === 'payment-complete')).toHaveLength(1)
    expect(page.url()).toBe(shop.around)
  })
}

test('a frame redirects the whole tab to the hosted page, which leads back to the shop', async ({
  page,
  world,
  order,
}) => {
  const shop = await FramedShop.open(page, { world, order, mode: 'redirect' })
  await shop.payButton.click()
  await page.waitForURL(hostedPage.url)
  await payAndSettle(page, world)

  await expect(page.getByText('Thank you. Your payment has arrived.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(page.locator(`[data-order="${order}"]`)).toHaveAttribute('data-status', 'paid')
})

test('the way back from a frame on the shop’s own site leads to the page around the frame', async ({
  page,
  world,
  order,
}) => {
  const shop = await FramedShop.open(page, { world, order, mode: 'redirect', ownSite: true })
  await shop.payButton.click()
  await page.waitForURL(hostedPage.url)
  await payAndSettle(page, world)

  await page.waitForURL(shop.around)
})

test.describe('in a frame whose sandbox forbids windows', () => {
  test.use({ expectedNoise: refusals })

  test('the shopper pays in the whole tab if the sandbox allows it', async ({ page, world, order }) => {
    const sandbox = `${shopIn} allow-top-navigation-by-user-activation`
    const shop = await FramedShop.open(page, { world, order, sandbox })
    await shop.payButton.click()
    await page.waitForURL(hostedPage.url)
    await payAndSettle(page, world)

    await expect(page.getByText('Thank you. Your payment has arrived.').first()).toBeVisible()
    expect(await payinsOf(world, order)).toHaveLength(1)
  })

  test('the shop stays usable if the sandbox forbids the redirect too', async ({ page, world, order }) => {
    const shop = await FramedShop.open(page, { world, order, sandbox: shopIn })
    const frame = shop.frame.url()
    await shop.payButton.click()
    const goOn = shop.checkout.getByRole('button', { name: 'Open the payment page' })
    await shop.sees('Your browser blocked')
    await goOn.click()

    await expect(goOn).toBeEnabled()
    expect([page.url(), shop.frame.url()]).toEqual([shop.around, frame])
    await shop.checkout.getByRole('button', { name: 'Cancel' }).click()
    await expect(shop.payButton).toBeEnabled()
    expect(await shop.emittedNames()).not.toContain('payment-open')
    expect(await payinsOf(world, order)).toHaveLength(1)
  })
})
