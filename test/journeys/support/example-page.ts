// Actions of a shopper on the pages of demo/examples.
import { expect, type Page, type Request } from '@playwright/test'
import { payAndSettle } from './shared-world.ts'
import { timesEmitted, type World } from './world.ts'

export interface ExampleVisit {
  readonly page: Page
  readonly world: World
  readonly order: string
  readonly creates: World['creates']
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay €/ })

/** The shopper orders gift wrapping, accepts the terms, and presses pay. */
export async function pressOnExample(page: Page): Promise<Page> {
  await expect(payButton(page)).toBeDisabled()
  await page.getByLabel('Wrap it as a gift').check()
  await page.getByLabel('I agree to the terms').check()
  const opened = page.waitForEvent('popup')
  await payButton(page).click()
  return opened
}

/** The shopper pays: the page's handlers run once, there is one payin, and the server has the shopper's choices. */
export async function payOnExample({ page, world, order, creates }: ExampleVisit): Promise<void> {
  const creating = page.waitForRequest(isCreate)
  const popup = await pressOnExample(page)
  await payAndSettle(popup, world)

  await expect(page.getByRole('listitem')).toHaveText([
    'The payment page is open.',
    `Order ${order} is paid.`,
  ])
  await expect(page.locator('payin-checkout')).toContainText('Paid')
  expect((await creating).postDataJSON()).toMatchObject({ order, context: { gift: true } })
  expect([await timesEmitted(page, 'payment-complete'), (await creates()).length]).toEqual([1, 1])
}

const isCreate = (request: Request) =>
  request.method() === 'POST' && request.url().endsWith('/checkout/sessions')
