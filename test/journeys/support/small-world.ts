// The world of a small merchant: a sandbox and the smallest server of the merchant protocol, both in this process, with
// pages that contain only the elements of a journey.
import { expect, type Locator, type Page } from '@playwright/test'
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { orClosed } from './shopper.ts'
import { SmallMerchant } from './small-merchant.ts'
import { test as base } from './worker-world.ts'
import { recordEventsInPages, timesEmitted } from './world.ts'

const apiKey = 'test_small_merchant'

export class SmallWorld {
  readonly sandbox: RunningSandbox
  readonly merchant: SmallMerchant

  constructor(sandbox: RunningSandbox, merchant: SmallMerchant) {
    this.sandbox = sandbox
    this.merchant = merchant
  }

  /** Opens a page of the merchant with these elements. */
  async visit(page: Page, html: string): Promise<void> {
    await page.goto(`${this.merchant.origin}/page?html=${encodeURIComponent(html)}`)
  }

  /** Calls a command of the sandbox, as in its README. */
  async callSandbox(path: string, body: object | null): Promise<void> {
    const response = await fetch(`${this.sandbox.origin}/sandbox/${path}`, {
      method: body ? 'POST' : 'DELETE',
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    expect(response.ok, await response.text()).toBe(true)
  }

  /** How many POST requests the service received at this path. */
  calls(path: string): number {
    return this.sandbox.requests.filter((call) => call.method === 'POST' && call.path === path).length
  }
}

/** Presses a button of an element. @returns the window that it opens */
export async function press(element: Locator, name: RegExp | string): Promise<Page> {
  const opened = element.page().waitForEvent('popup')
  await element.getByRole('button', { name }).click()
  return opened
}

/** Actions on the hosted pages, in a popup or in the merchant's own tab. */
export const hosted = {
  /** Goes to the bank's confirmation, for bank transfers and on-ramps. */
  async goToBank(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Choose your bank' }).click()
    await page.getByRole('button', { name: /Aldermoor Bank/ }).click()
    await page.getByLabel('User name').first().fill('mara')
    await page.getByLabel('Password').fill('secret')
    await page.getByRole('button', { name: 'Sign in' }).click()
  },
  authorise: (page: Page) => orClosed(page.getByRole('button', { name: 'Authorise' }).click()),
  refuse: (page: Page) => orClosed(page.getByRole('button', { name: 'Refuse' }).click()),
  /** A recipient enters a bank account and confirms. */
  async claim(page: Page): Promise<void> {
    await page.getByRole('radio', { name: /Bank account/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
    await page.getByLabel('Account holder').fill('Mara Lind')
    await page.getByRole('button', { name: 'Continue' }).click()
    await orClosed(page.getByRole('button', { name: 'Confirm' }).click())
  },
}

interface Fixtures {
  world: SmallWorld
  /** Whether the merchant's sessions contain their `kind`. */
  sendsKind: boolean
  /** Console errors that the journey expects. */
  expectedNoise: RegExp
  /** All console errors, expected or not. */
  noise: string[]
}

/** A journey. It fails when a page logs an error that the journey does not expect. */
export const test = base.extend<Fixtures>({
  sendsKind: [false, { option: true }],
  expectedNoise: [/^$/, { option: true }],
  world: async ({ sendsKind }, use) => {
    const sandbox = await startSandbox({ port: 0, apiKey })
    const merchant = new SmallMerchant(sandbox.origin, apiKey, sendsKind)
    await merchant.listen()
    await use(new SmallWorld(sandbox, merchant))
    await merchant.close()
    await sandbox.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures out of this pattern.
  noise: async ({}, use) => use([]),
  // After `world`, so that it ends first: pages without their servers log errors.
  context: async ({ context, world: _, noise, expectedNoise }, use) => {
    await recordEventsInPages(context)
    context.on('console', (message) => {
      if (message.type() === 'error') noise.push(message.text())
    })
    context.on('weberror', (error) => noise.push(String(error.error())))
    await use(context)
    expect(noise.filter((line) => !expectedNoise.test(line))).toEqual([])
  },
})

export { expect, timesEmitted }

/** Opens a shop with one order, whose name is its price. */
export async function visitShop(page: Page, world: SmallWorld, kind: string, order: string, mode = 'popup') {
  await world.visit(
    page,
    `<payin-checkout endpoint="/checkout" kind="${kind}" order="${order}" mode="${mode}"></payin-checkout>`,
  )
  return page.locator('payin-checkout')
}
