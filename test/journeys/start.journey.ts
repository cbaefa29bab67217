// `npm start`, the first command of a newcomer: an open payment must still be payable after Ctrl-C and a second start.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '../support/free-port.ts'
import { type Program, startProgram } from './support/process.ts'
import { hostedPage } from './support/shopper.ts'
import { press } from './support/small-world.ts'
import { test } from './support/worker-world.ts'

let dataDir: string
let shop: string
let program: Program | undefined

async function start(env: Record<string, string>): Promise<void> {
  program = await startProgram('demo/start.ts', { DATA_DIR: dataDir, ...env }, `${shop}/healthz`)
  await expect.poll(() => program?.output(), { timeout: 60_000 }).toContain('Sandbox   http')
}

// Two programs start twice, while other journeys run.
test.setTimeout(180_000)

test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'payin-start-'))
})

test.afterEach(async () => {
  await program?.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

test('an open payment is completed after npm start was ended and started again', async ({ page }) => {
  const env = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
  shop = `http://localhost:${env.PORT}`
  await start(env)
  const element = page.locator('payin-checkout[order="A-1001"]')
  await page.goto(shop)
  const popup = await press(element, /^Pay/)
  await popup.waitForURL(hostedPage.url)
  const hosted = popup.url()
  await popup.close()
  await page.goto('about:blank')

  await program?.end('SIGINT')
  await start(env)
  await page.goto(shop)
  const again = await press(element, /^(Pay|Continue|Open)/)
  await again.waitForURL(hostedPage.url)
  expect(again.url()).toBe(hosted)
  await hostedPage.pay(again)

  await expect(element).toContainText('Paid')
})
