// A payout is claimed with a code, which its recipient gets separately from the link. In the demo shop, a card shows the
// code in place of the recipient's phone.
import type { Page } from '@playwright/test'
import { axeBreaches, sidewaysPx } from './support/axe-breaches.ts'
import { claimWith, codeField, codeOn, payoutsOf, phoneOn, sendRefund, wrongCode } from './support/refund.ts'
import { expect, test } from './support/shared-world.ts'
import { hosted } from './support/small-world.ts'
import { emittedEvents, timesEmitted } from './support/world.ts'

const claim = (page: Page) => page.locator('payout-claim')

/** The recipient types a wrong code; the window that the press opened is closed again. */
async function tryWrong(page: Page, code: string): Promise<void> {
  const answered = page.waitForResponse(/\/link$/)
  const popup = await claimWith(page, code)
  if (!popup.isClosed()) await popup.waitForEvent('close')
  await answered
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the code on the phone, ${colorScheme}, is readable on a small phone in both directions`, async ({
    page,
    world,
  }) => {
    await page.emulateMedia({ colorScheme })
    // So high that the bar with the events, which stays at the bottom of the window, covers no button.
    await page.setViewportSize({ width: 320, height: 1600 })
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

test.describe('a wrong code', () => {
  test.use({ expectedNoise: /status of (422|429)|payin-checkout: / })

  test('opens no page, and the right one does afterwards', async ({ page, world }) => {
    const reference = await sendRefund(page, world)
    const code = await codeOn(page)

    await tryWrong(page, wrongCode(code))
    await expect(claim(page)).toContainText('This code is not right.')
    await expect(codeField(page)).toBeFocused()
    expect(page.context().pages()).toHaveLength(1)
    expect(await payoutsOf(world, reference)).toEqual(['CREATED'])

    // As people type it: in small letters, without the dash.
    await hosted.claim(await claimWith(page, ` ${code.toLowerCase().replace('-', ' ')} `))
    await expect(claim(page)).toContainText('The payout is complete.')
    expect(await timesEmitted(page, 'payout-complete')).toBe(1)
  })

  test('that is tried too often locks this payout for a while, and no other', async ({ page, world }) => {
    const reference = await sendRefund(page, world)
    const code = await codeOn(page)
    for (let tries = 0; tries < 5; tries++) await tryWrong(page, wrongCode(code))
    await expect(claim(page)).toContainText('This code is not right.')

    await tryWrong(page, code)

    await expect(claim(page)).toContainText('Wait 15 minutes, or contact the sender.')
    expect(await payoutsOf(world, reference)).toEqual(['CREATED'])
    await sendRefund(page, world)
    await hosted.claim(await claimWith(page, await codeOn(page)))
    await expect(claim(page)).toContainText('The payout is complete.')
  })
})

test('without a code no window opens, and no request is sent', async ({ page, world }) => {
  await sendRefund(page, world)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  await claim(page)
    .getByRole('button', { name: /^Receive/ })
    .click()

  await expect(claim(page)).toContainText('Enter the code that the sender gave you.')
  await expect(codeField(page)).toBeFocused()
  expect(page.context().pages()).toHaveLength(1)
  expect(asked.filter((url) => url.endsWith('/link'))).toEqual([])
})

test('the address that a code opens, and the code, stay out of storage, events and later reads', async ({
  page,
  world,
}) => {
  const reads: Promise<string>[] = []
  page.on('response', (response) => {
    const isRead = response.request().method() === 'GET' && response.url().includes('/checkout/sessions/')
    if (isRead) reads.push(response.text().catch(() => ''))
  })
  await sendRefund(page, world)
  const code = await codeOn(page)
  const popup = await claimWith(page, code)
  await popup.waitForURL(/\/payout\//)
  const address = new URL(popup.url()).pathname
  const opened = await storageOf(page)
  await hosted.claim(popup)
  await expect(claim(page)).toContainText('The payout is complete.')

  const kept = [
    opened,
    await storageOf(page),
    JSON.stringify(await emittedEvents(page)),
    ...(await Promise.all(reads)),
  ]
  expect(kept.join()).toContain('payout-open')
  expect(kept.join()).not.toContain(address)
  expect(kept.join()).not.toContain(code)
})

test('a payout is followed after a reload, while its page is open in the window', async ({ page, world }) => {
  await sendRefund(page, world)
  const popup = await claimWith(page, await codeOn(page))
  await popup.getByRole('radio', { name: /Bank account/ }).waitFor()

  await page.reload()
  await hosted.claim(popup)

  await expect(claim(page)).toContainText('The payout is complete.')
  await expect(page.getByRole('heading', { name: 'You have your money back.' })).toBeVisible()
})

test('by redirect a payout is claimed with its code, and its events reach the page that was left', async ({
  page,
  world,
}) => {
  await sendRefund(page, world, 'mode=redirect')
  const left = page.url()
  await codeField(page).fill(await codeOn(page))
  await codeField(page).press('Enter')
  await page.waitForURL(/\/payout\//)
  await hosted.claim(page)

  await page.waitForURL(left)
  await expect(claim(page)).toContainText('The payout is complete.')
  expect(await timesEmitted(page, 'payout-complete')).toBe(1)
})

/** Everything that the page stores in this tab, including the recorded events. */
const storageOf = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]))
