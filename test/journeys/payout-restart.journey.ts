// A payout's code is kept by the shop's server in no readable form, and must not be lost with the process.
import { codeOn, phoneOn, sendRefund } from './support/refund.ts'
import { expect, test } from './support/world.ts'

test('the code of a refund is the same after the shop’s server was killed', async ({ page, world }) => {
  await sendRefund(page, world)
  const code = await codeOn(page)

  await world.killServer()
  await world.startServer()
  await page.reload()

  expect(await codeOn(page)).toBe(code)
  await expect(phoneOn(page)).toBeVisible()
  expect(world.output).not.toContain(code)
})
