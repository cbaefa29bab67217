// A refund of the demo shop, and the phone that its code is sent to.
import { expect, type Locator, type Page } from '@playwright/test'
import type { World } from './opened-world.ts'

/** The card that stands in for the recipient's phone. */
export const phoneOn = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'A message on your phone' })

/** The code on the phone. */
export const codeOn = async (page: Page): Promise<string> => phoneOn(page).locator('code').innerText()

/** The shop sends a refund of its own; gives its reference. */
export async function sendRefund(page: Page, { shop }: World, query = 'mode=popup'): Promise<string> {
  await page.goto(`${shop}/payout?${query}`)
  await page.getByRole('button', { name: 'Send me another refund' }).click()
  await page.waitForURL(/refund=/)
  await expect(phoneOn(page)).toBeVisible()
  return new URL(page.url()).searchParams.get('refund') ?? ''
}
