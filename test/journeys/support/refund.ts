// A refund of the demo shop, and the phone that its code is sent to.
import { expect, type Locator, type Page } from '@playwright/test'
import type { World } from './opened-world.ts'

/** The card that stands in for the recipient's phone. */
export const phoneOn = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'A message on your phone' })

/** The code on the phone. */
export const codeOn = async (page: Page): Promise<string> => phoneOn(page).locator('code').innerText()

/** The shop sends a refund. @returns its reference */
export async function sendRefund(page: Page, { shop }: World, query = 'mode=popup'): Promise<string> {
  await page.goto(`${shop}/payout?${query}`)
  await page.getByRole('button', { name: 'Send me another refund' }).click()
  await page.waitForURL(/refund=/)
  await expect(phoneOn(page)).toBeVisible()
  return new URL(page.url()).searchParams.get('refund') ?? ''
}

/** The field for the code in a payout's element. */
export const codeField = (page: Page): Locator =>
  page.locator('payout-claim').getByRole('textbox', { name: 'Your code' })

/** The recipient types a code and presses. @returns the window, which opens at once, before the server has answered */
export async function claimWith(page: Page, code: string): Promise<Page> {
  await codeField(page).fill(code)
  const opened = page.waitForEvent('popup')
  await page
    .locator('payout-claim')
    .getByRole('button', { name: /^Receive/ })
    .click()
  return opened
}

/** A wrong code with the form of a right one. */
export const wrongCode = (right: string): string => (right === 'AAAA-AAAA' ? 'BBBB-BBBB' : 'AAAA-AAAA')

/** The statuses of a reference's payouts at the service. */
export async function payoutsOf(world: World, reference: string): Promise<string[]> {
  const { payouts } = await world.sandboxState()
  return payouts.filter((payout) => payout.reference === reference).map(({ status }) => status)
}
