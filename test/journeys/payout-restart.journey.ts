// The shop's server stores no readable code of a payout, and the code must survive a restart.
import { claimWith, codeOn, phoneOn, sendRefund } from './support/refund.ts'
import { serverGone } from './support/server-gone.ts'
import { hosted } from './support/small-world.ts'
import { expect, test } from './support/world.ts'

// The page follows the payout while the server is gone.
test.use({ expectedNoise: serverGone })

test('the code of a refund is the same after the shop’s server was killed, and opens its page', async ({
  page,
  world,
}) => {
  await sendRefund(page, world)
  const code = await codeOn(page)

  await world.killServer()
  await world.startServer()
  await page.reload()
  await expect(phoneOn(page)).toBeVisible()
  expect(await codeOn(page)).toBe(code)

  await hosted.claim(await claimWith(page, code))
  await expect(page.locator('payout-claim')).toContainText('The payout is complete.')
  expect(world.output).not.toContain(code)
})
