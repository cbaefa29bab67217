// Tests the demo shop as merchants test theirs: with the fixtures of payin-checkout/testing/playwright, a sandbox for each
// worker in its process, and the shop's server as another process.
import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { test as base, expect } from 'payin-checkout/testing/playwright'
import { freePort } from '../../support/free-port.ts'
import { startProgram } from './process.ts'
import { copyStockedDatabase } from './seeded-database.ts'

interface Shop {
  readonly origin: string
  nextOrder(): string
}

export const test = base.extend<{ order: string }, { shop: Shop }>({
  shop: [
    async ({ sandbox }, use) => {
      const dataDir = await copyStockedDatabase()
      const port = await freePort()
      const origin = `http://localhost:${port}`
      const env = {
        PORT: String(port),
        PAYMENTS_BASE_URL: sandbox.baseUrl,
        PAYMENTS_API_KEY: sandbox.apiKey,
        PAYMENTS_WEBHOOK_SECRET: sandbox.webhookSecret,
        DATA_DIR: dataDir,
      }
      const server = await startProgram('demo/server.ts', env, `${origin}/healthz`)
      let orders = 0
      await use({ origin, nextOrder: () => `J-${++orders}` })
      await server.end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  order: async ({ shop }, use) => use(shop.nextOrder()),
})

export { expect }

/** Presses the pay button of an order. @returns the page with the hosted page: a new window, or the shop's own */
export async function pressPay(page: Page, shop: Shop, order: string, query = 'mode=popup'): Promise<Page> {
  await page.goto(`${shop.origin}/?order=${order}&${query}`)
  const button = page.locator(`payin-checkout[order="${order}"] button.pay`)
  if (query.includes('mode=redirect')) return button.click().then(() => page)
  const opened = page.waitForEvent('popup')
  await button.click()
  return opened
}
