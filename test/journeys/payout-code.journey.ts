// The card of the demo shop that stands in for the phone to which a merchant sends a payout's code.
import { axeBreaches, sidewaysPx } from './support/axe-breaches.ts'
import { codeOn, phoneOn, sendRefund } from './support/refund.ts'
import { expect, test } from './support/shared-world.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the code on the phone, ${colorScheme}, is readable on a small phone in both directions`, async ({
    page,
    world,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 320, height: 800 })
    for (const dir of ['ltr', 'rtl']) {
      await sendRefund(page, world, `mode=popup&dir=${dir}`)
      expect(await codeOn(page)).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      await expect(phoneOn(page).locator('code')).toHaveCSS('direction', 'ltr')
      expect.soft(await sidewaysPx(page)).toBe(0)
      expect.soft(await axeBreaches(page)).toEqual([])
    }
  })
}

test('the code on the phone is copied, or selected where the browser has no clipboard', async ({
  page,
  world,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await sendRefund(page, world)
  const code = await codeOn(page)
  const copy = phoneOn(page).getByRole('button', { name: 'Copy the code' })
  await copy.click()
  await expect(phoneOn(page).getByRole('status')).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)

  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await copy.click()
  await expect(phoneOn(page).getByRole('status')).toHaveText('The code is selected. Copy it by hand.')
  expect(await page.evaluate(() => String(getSelection()))).toBe(code)
})

test('two refunds have two codes, and each is shown again after a reload', async ({ page, world }) => {
  await sendRefund(page, world)
  const first = { address: page.url(), code: await codeOn(page) }
  await sendRefund(page, world)
  expect(await codeOn(page)).not.toBe(first.code)

  await page.goto(first.address)
  expect(await codeOn(page)).toBe(first.code)
})
