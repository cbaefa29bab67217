// Cross-Origin-Opener-Policy on the shop's page, on the hosted page, on both: with most combinations the window reads as closed
// while the shopper still pays in it (docs/internals/browser-facts.md#the-hosted-window).
import { changeShopHeaders, expect, payAndSettle, payinsOf, test } from './support/shared-world.ts'
import { Shopper } from './support/shopper.ts'
import { emittedNames } from './support/world.ts'

// The short run has one common combination for each rule of the browser: the shop's policy cuts the opener or keeps it, the
// hosted page's policy
// cuts it. `pay.journey.ts` covers pages without a policy. `npm run test:journeys` runs all combinations.
const inShortRuns = [
  'same-origin/none',
  'same-origin-allow-popups/none',
  'none/same-origin',
  'none/noopener-allow-popups',
]
const policies = ['none', 'same-origin', 'same-origin-allow-popups', 'noopener-allow-popups']
const header = 'Cross-Origin-Opener-Policy'

for (const shop of policies) {
  for (const hosted of policies) {
    const keepsWindow = shop !== 'same-origin' && hosted === 'none'
    const tag = inShortRuns.includes(`${shop}/${hosted}`) ? [] : ['@long']

    test(`a payment completes once and its window closes: shop ${shop}, hosted page ${hosted}`, {
      tag,
    }, async ({ page, world, order }) => {
      const shopper = new Shopper(page, world)
      if (shop !== 'none') await changeShopHeaders(page, world, (headers) => ({ ...headers, [header]: shop }))
      if (hosted !== 'none') await world.addFault({ fault: 'coop', value: hosted })
      await shopper.visitShop(`?mode=popup&order=${order}`)
      const popup = await shopper.pressPay(order)
      const closed = popup.waitForEvent('close')

      await shopper.sees(order, keepsWindow ? 'Waiting for your payment' : 'Window closed?')
      await expect(shopper.button(order, keepsWindow ? 'Show window' : 'Open the payment page')).toBeEnabled()
      await expect(shopper.button(order, 'Cancel')).toBeEnabled()
      await payAndSettle(popup, world)

      await shopper.sees(order, 'Paid')
      await closed
      const ends = (await emittedNames(page)).filter((name) =>
        /complete|cancel|failed|expired|error/.test(name),
      )
      expect(ends).toEqual(['payment-complete'])
    })
  }
}

test('a second window pays the same payin when the first window only reads as closed', async ({
  page,
  world,
  order,
}) => {
  const shopper = new Shopper(page, world)
  await world.addFault({ fault: 'coop', value: 'same-origin' })
  await shopper.visitShop(`?mode=popup&order=${order}`)
  const first = await shopper.pressPay(order)
  await shopper.sees(order, 'Window closed?')
  const opened = page.waitForEvent('popup')
  await shopper.button(order, 'Open the payment page').click()
  await (await opened).waitForURL(/\/pay\//)

  await payAndSettle(first, world)

  await shopper.sees(order, 'Paid')
  expect(await payinsOf(world, order)).toHaveLength(1)
  expect((await emittedNames(page)).filter((name) => name === 'payment-complete')).toHaveLength(1)
})
