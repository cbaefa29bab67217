// A developer at the playground: the controls change the preview and the code, and faults can be switched on and off.
import type { Page } from '@playwright/test'
import { axeBreaches, sidewaysPx } from './support/axe-breaches.ts'
import { codeOn, phoneOn } from './support/refund.ts'
import { expect, payAndSettle, test } from './support/shared-world.ts'
import { emittedNames, type World } from './support/world.ts'

async function visit(page: Page, world: World, query = ''): Promise<void> {
  await page.goto(`${world.shop}/playground${query}`)
  await expect(checkout(page).first()).toHaveAttribute('order', /^play-/)
}

const checkout = (page: Page) => page.locator('payin-checkout')
const code = (page: Page) => page.getByRole('tabpanel')
const scenario = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function press(page: Page, name: RegExp): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await checkout(page).getByRole('button', { name }).click()
  return opened
}

/** Whether the browser accepts the file for this hash. */
const loads = (page: Page, script: string, integrity: string) =>
  page.evaluate(
    ([url, integrity]) =>
      fetch(url, { integrity }).then(
        () => true,
        () => false,
      ),
    [script, integrity] as const,
  )

test('a choice changes the preview and the code of each framework, and is restored from the address', async ({
  page,
  world,
}) => {
  await visit(page, world)
  await page.getByLabel('label', { exact: true }).fill('Donate "now" & <here> 🎁')
  await page.getByRole('group', { name: 'methods' }).getByLabel('card').check()
  await page.getByLabel('lang', { exact: true }).selectOption('de')
  await page.getByLabel('--payin-accent', { exact: true }).fill('#0b5fff')

  const button = checkout(page).getByRole('button', { name: 'Donate "now" & <here> 🎁' })
  await expect(button).toHaveCSS('background-color', 'rgb(11, 95, 255)')
  await expect(checkout(page)).toContainText('Sie zahlen')
  await expect(code(page)).toContainText('label="Donate &quot;now&quot; &amp; &lt;here&gt; 🎁"')
  await expect(code(page)).toContainText('--payin-accent: #0b5fff;')
  await expect(code(page)).not.toContainText('mode')
  const [, script = '', integrity = ''] =
    /<script src="(.+?)" integrity="(.+?)"/.exec(await code(page).innerText()) ?? []
  expect(script).toMatch(/-\d+\.\d+\.\d+\.js$/)
  expect(await loads(page, script, integrity)).toBe(true)
  await page.getByRole('tab', { name: 'HTML' }).press('ArrowRight')
  await expect(code(page)).toContainText(`methods={["card"]}`)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy Checkout.jsx' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied Checkout.jsx' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'label={"Donate \\"now\\" & \\u003chere> 🎁"}',
  )

  const order = await checkout(page).getAttribute('order')
  await page.reload()
  await expect(button).toHaveCSS('background-color', 'rgb(11, 95, 255)')
  await expect(checkout(page)).toHaveAttribute('order', order ?? '')
  await expect(page.getByRole('tab', { name: 'React' })).toHaveAttribute('aria-selected', 'true')
})

test('a payment that is declined on demand fails in the preview, and the next one is paid', async ({
  page,
  world,
}) => {
  await visit(page, world, '?mode=popup')
  await scenario(page, 'Declined').click()
  await expect(scenario(page, 'Declined')).toHaveAttribute('aria-pressed', 'true')
  await press(page, /^Pay/)

  const again = checkout(page).getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  expect(await emittedNames(page)).toContain('payment-failed')
  await expect(scenario(page, 'Declined')).toHaveAttribute('aria-pressed', 'false')

  await payAndSettle(await press(page, /^Try again/), world)
  await expect(page.locator('#event-list')).toContainText('payment-complete')
  await expect(page.getByLabel('state', { exact: true })).toContainText('"phase": "complete"')
  await page.getByRole('button', { name: 'New order' }).click()
  await expect(checkout(page).getByRole('button', { name: /^Pay/ })).toBeVisible()
})

test('a payout’s session and its code are in no address and in no code to copy', async ({ page, world }) => {
  await page.goto(`${world.shop}/playground?element=payout-claim`)
  const claim = page.locator('payout-claim')
  await expect(claim.getByRole('button', { name: 'Receive €14.00' })).toBeVisible()
  const session = (await claim.getAttribute('session')) ?? ''
  const sent = await codeOn(page)
  await page.getByLabel('label', { exact: true }).fill('Take it')

  await expect(page).toHaveURL(/label=Take/)
  await expect(code(page)).toContainText('session="cs_…"')
  expect(session).toMatch(/^cs_.{20}/)
  expect(page.url() + (await code(page).innerText())).not.toContain(session)
  expect(await page.getByLabel('state', { exact: true }).innerText()).not.toContain(session)
  expect(page.url() + (await code(page).innerText())).not.toContain(sent)
})

test('a payout’s code is shown on a card in place of a phone, also after a reload', async ({
  page,
  world,
}) => {
  await page.goto(`${world.shop}/playground?element=payout-claim`)
  await expect(phoneOn(page)).toBeVisible()
  const first = await codeOn(page)
  await page.reload()
  await expect(phoneOn(page).locator('code')).toHaveText(first)

  await page.getByRole('button', { name: 'New payout' }).click()
  await expect(phoneOn(page).locator('code')).not.toHaveText(first)
  const second = await codeOn(page)
  expect(second).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
})

test.describe('a payout that was created elsewhere', () => {
  test.use({ expectedNoise: /status of 404|The endpoint answered 404/ })

  test('shows no code', async ({ page, world }) => {
    await page.goto(`${world.shop}/playground?element=payout-claim`)
    await expect(phoneOn(page)).toBeVisible()
    await page.getByLabel('session', { exact: true }).fill('cs_of_somebody_else')

    await expect(phoneOn(page)).toBeHidden()
  })
})

test('a fault that is on at the sandbox is shown to a later visitor, who can switch it off', async ({
  page,
  world,
}) => {
  await world.addFault({ fault: 'webhook_duplicate' })
  await visit(page, world)
  await scenario(page, 'COOP on the hosted page').click()
  await expect(page.getByText('On: COOP on the hosted page, 1 more')).toBeVisible()
  await page.reload()
  await expect(scenario(page, 'COOP on the hosted page')).toHaveAttribute('aria-pressed', 'true')

  await scenario(page, 'COOP on the hosted page').click()
  await expect.poll(async () => (await world.sandboxState()).faults).toHaveLength(1)
  await page.getByRole('button', { name: 'All back to normal' }).click()
  await expect.poll(async () => (await world.sandboxState()).faults).toEqual([])
  await expect(page.getByText('Nothing is on.')).toBeVisible()
})

test('only the next press is refused a window', async ({ page, world }) => {
  await visit(page, world, '?mode=popup')
  await scenario(page, 'Blocked popup').click()
  await checkout(page).getByRole('button', { name: /^Pay/ }).click()
  await expect(page.locator('#event-list')).toContainText('payment-blocked')
  await expect(scenario(page, 'Blocked popup')).toHaveAttribute('aria-pressed', 'false')

  await press(page, /Open/)
  await expect(page.locator('#event-list')).toContainText('payment-open')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a payout’s code in the playground, ${colorScheme}, fits a small phone and is accessible`, async ({
    page,
    world,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(`${world.shop}/playground?element=payout-claim&dir=rtl`)
    await expect(phoneOn(page)).toBeVisible()

    expect.soft(await sidewaysPx(page)).toBe(0)
    expect.soft(await axeBreaches(page)).toEqual([])
  })

  test(`the playground, ${colorScheme}, fits a small phone and is accessible`, async ({ page, world }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 320, height: 800 })
    await visit(page, world, '?preview-page=both&dir=rtl&methods=card+bank_account')
    await expect(checkout(page)).toHaveCount(2)

    expect.soft(await sidewaysPx(page)).toBe(0)
    expect.soft(await axeBreaches(page)).toEqual([])
    await page.setViewportSize({ width: 1100, height: 800 })
    expect.soft(await sidewaysPx(page)).toBe(0)
    expect.soft(await axeBreaches(page)).toEqual([])
  })
}
