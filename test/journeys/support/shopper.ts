// Actions of a shopper. Controls are found as a person finds them: by role and name.
import { expect, type Locator, type Page } from '@playwright/test'
import type { World } from './world.ts'

/**
 * The end of a press that may close its own window. Playwright may notice the close before the click has returned, and then
 * the click fails with these words.
 */
export async function orClosed(press: Promise<unknown>): Promise<void> {
  await press.catch((error: Error) => {
    if (!/has been closed/.test(error.message)) throw error
  })
}

/** Does what makes a window close itself, and waits until it is closed. */
export async function closesItself(window: Page, press: () => Promise<unknown>): Promise<void> {
  const closed = window.waitForEvent('close')
  await orClosed(press())
  await closed
}

export class Shopper {
  readonly page: Page
  readonly world: World

  constructor(page: Page, world: World) {
    this.page = page
    this.world = world
  }

  /** The checkout of an order on the shop page. */
  checkout(order: string): Locator {
    return this.page.locator(`payin-checkout[order="${order}"]`)
  }

  async visitShop(query = ''): Promise<void> {
    await this.page.goto(`${this.world.shop}/${query}`)
  }

  /** Presses pay. @returns the payment window */
  async pressPay(order: string): Promise<Page> {
    const opened = this.page.waitForEvent('popup')
    await this.payButton(order).click()
    return opened
  }

  payButton(order: string): Locator {
    return this.checkout(order).getByRole('button', { name: /^(Pay|Try again)/ })
  }

  /** Chooses a method in the shop. */
  async choose(order: string, way: string | RegExp): Promise<void> {
    await this.checkout(order).getByRole('radio', { name: way, exact: true }).check()
  }

  /** The field below the chosen method. */
  field(order: string, name: string): Locator {
    const checkout = this.checkout(order)
    return checkout.getByRole('textbox', { name }).or(checkout.getByRole('combobox', { name }))
  }

  /** A button of the checkout, by its name. */
  button(order: string, name: string): Locator {
    return this.checkout(order).getByRole('button', { name })
  }

  async sees(order: string, text: string | RegExp): Promise<void> {
    await expect(this.checkout(order)).toContainText(text)
  }
}

/** Actions on the hosted page, in a popup or in the shop's own tab. */
export const hostedPage = {
  url: /\/pay\//,
  async pay(page: Page): Promise<void> {
    await page.getByRole('radio', { name: 'Card', exact: true }).check()
    await hostedPage.payByCard(page)
  },
  /** Pays when the card was chosen in the shop. */
  async payByCard(page: Page): Promise<void> {
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByLabel('Expiry date').fill('12/40')
    await page.getByLabel('Security code').fill('123')
    await orClosed(page.getByRole('button', { name: /^Pay/ }).click())
  },
  async signInAtBank(page: Page): Promise<void> {
    await page.getByLabel('User name').first().fill('ada')
    await page.getByLabel('Password').fill('secret')
    await page.getByRole('button', { name: 'Sign in' }).click()
  },
  authorise: (page: Page) => orClosed(page.getByRole('button', { name: 'Authorise' }).click()),
  decline: (page: Page) => orClosed(page.getByRole('button', { name: 'Decline' }).click()),
  cancel: (page: Page) => orClosed(page.getByRole('button', { name: 'Cancel' }).click()),
}
