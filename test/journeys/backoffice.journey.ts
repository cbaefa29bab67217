// A person settles an alert on the back office page, and knows nothing but the alert's line in the log and the token.
import { rm } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { openPglite } from '../../src/merchant/store/pglite.ts'
import { axeBreaches, sidewaysPx } from './support/axe-breaches.ts'
import { copySeededDatabase } from './support/seeded-database.ts'
import { callSandbox, expect, payinsOf, test } from './support/shared-world.ts'
import { World } from './support/world.ts'

const token = 'backoffice_token_canary_0123456789'
test.use({
  sharedEnv: { BACKOFFICE_TOKEN: token },
  // Chromium logs the answer to a wrong token, and to an alert that cannot be settled.
  expectedNoise: /status of (403|409)/,
})

/** A payment is disputed after it was complete. @returns the address that the alert's line names */
async function disputed(world: World, order: string): Promise<string> {
  const response = await fetch(`${world.shop}/checkout/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ order, kind: 'payin' }),
  })
  expect(response.status).toBe(201)
  const [payin] = await payinsOf(world, order)
  for (const status of ['COMPLETED', 'DISPUTED']) {
    await callSandbox(world, `/sandbox/payins/${payin}/status`, { status })
    await expect.poll(() => world.output).toMatch(new RegExp(`"order":"${order}".*"status":"${status}"`))
  }
  const line = () => world.lines.find((each) => /"event":"alert"/.test(each) && each.includes(order))
  await expect.poll(line).toBeDefined()
  const { message } = JSON.parse(line() ?? '') as { message: string }
  return /See and settle it at (\S+),/.exec(message)?.[1] ?? ''
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Your name or e-mail address').fill('mara@shop.example')
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}

/** The alert that the address names. */
const named = (page: Page): Locator => page.getByRole('article').first()

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${target}.`)
}

test('a person settles an alert from its line in the log alone, with the keyboard', async ({
  page,
  world,
  order,
}) => {
  await page.goto(`http://${await disputed(world, order)}`)
  // A page gives the focus to its field with its first frame, which may come after `load`.
  await expect(page.getByLabel('Your name or e-mail address')).toBeFocused()
  await page.keyboard.type('mara@shop.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type(token)
  await page.keyboard.press('Enter')

  const alert = named(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Alert \d+: disputed$/)
  await expect(alert).toContainText('Answer the dispute at the service.')
  await expect(alert).toContainText(order)
  await expect(alert).toContainText('€49.90')

  const settle = alert.getByRole('button', { name: /^Settle alert \d+$/ })
  await tabTo(page, settle)
  await page.keyboard.press('Enter')
  // Nothing is chosen before, and so nothing is sent.
  await expect(page).toHaveURL(/\/backoffice\?alert=\d+$/)
  await page.goto(page.url())
  await tabTo(page, alert.getByRole('radio', { name: /As accepted/ }))
  await page.keyboard.press('ArrowDown')
  await expect(alert.getByRole('radio', { name: /As refunded/ })).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await tabTo(page, alert.getByLabel('Note'))
  await page.keyboard.type('won, letter of today')
  await tabTo(page, settle)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/disputed, settled$/)
  await expect(alert).toContainText('as accepted by mara@shop.example')
  await page.getByRole('link', { name: 'Alerts' }).click()
  await expect(page.getByRole('region', { name: 'Settled alerts' })).toContainText('won, letter of today')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('won, letter of today')).toHaveCount(0)
})

test('a link on another site leads a person who is signed in to the alert', async ({
  page,
  world,
  order,
}) => {
  const address = `http://${await disputed(world, order)}`
  await page.goto(address)
  await signIn(page)
  const chat = `${world.shop.replace('localhost', '127.0.0.1')}/chat`
  await page.route(chat, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<title>Chat</title><link rel="icon" href="data:,"><a href="${address}">the alert</a>`,
    }),
  )
  await page.goto(chat)
  await page.getByRole('link', { name: 'the alert' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Alert \d+: disputed$/)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`every view is accessible and fits a narrow screen, ${colorScheme}`, async ({
    page,
    world,
    order,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 320, height: 640 })
    async function look(heading: string | RegExp): Promise<void> {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      expect.soft(await axeBreaches(page)).toEqual([])
      expect.soft(await sidewaysPx(page)).toBe(0)
    }
    const address = `http://${await disputed(world, order)}`
    await page.goto(address)
    await look('Sign in')
    await page.getByLabel('Your name').fill('mara')
    await page.getByLabel('Token').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText('This is not the token.')
    await look('Sign in')
    await signIn(page)
    await look(/^Alert \d+: disputed$/)
    const other = await page.context().newPage()
    await other.goto(address)
    await named(other)
      .getByRole('radio', { name: /As refunded/ })
      .check()
    await named(other)
      .getByRole('button', { name: /^Settle alert/ })
      .click()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(/settled$/)
    await named(page)
      .getByRole('radio', { name: /As accepted/ })
      .check()
    await named(page)
      .getByLabel('Note')
      .fill(`${'a-long-word-'.repeat(20)}`)
    await named(page)
      .getByRole('button', { name: /^Settle alert/ })
      .click()
    await expect(page.getByRole('alert')).toContainText('was settled as refunded by mara@shop.example')
    await look(/settled$/)
    await page.getByRole('link', { name: 'Alerts' }).click()
    await look('Alerts')
    await page.getByLabel('Order', { exact: true }).fill(order)
    await page.getByRole('button', { name: 'Show its payments' }).click()
    await expect(page.getByRole('article')).toContainText('Outcome')
    await look('Payments of an order')
    await page.getByLabel('Reference of a payout').fill('refund-1')
    await page.getByRole('button', { name: 'Show the payout' }).click()
    await look('No payout')
    await page.getByRole('link', { name: 'Payouts' }).click()
    await look('Payouts, not paid out')
    await page.getByRole('link', { name: 'Those that are paid out' }).click()
    await look('Payouts, paid out')
  })

test('a person settles an alert through a tunnel to the server of a shop on https', async ({ browser }) => {
  const dataDir = await copySeededDatabase()
  const db = await openPglite(dataDir)
  await db.query(
    `insert into payin_checkout.alerts (kind, subject, detail, created_at) values ('webhook_given_up', 'A-1001', 'x', now())`,
  )
  await db.close()
  const world = await World.open(dataDir, { BACKOFFICE_TOKEN: token, PUBLIC_URL: 'https://shop.example' })
  const listening = /"event":"listening".*"port":(\d+)/
  await expect.poll(() => world.output).toMatch(listening)
  const port = listening.exec(world.output)?.[1]
  for (const host of ['127.0.0.1', 'localhost']) {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`http://${host}:${port}/backoffice`)
    await signIn(page)
    await expect(page.getByText('webhook given up')).toBeVisible()
    await page.context().close()
  }
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/backoffice`)
  await signIn(page)
  await page.getByRole('button', { name: /^Settle alert \d+ as noted$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/webhook given up, settled$/)
  await page.close()
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})
