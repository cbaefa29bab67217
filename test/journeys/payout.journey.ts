// Payouts, with the smallest merchant server that the protocol allows.
import type { Locator, Page } from '@playwright/test'
import { closesItself } from './support/shopper.ts'
import { expect, hosted, press, type SmallWorld, test, timesEmitted } from './support/small-world.ts'
import { emittedEvents, emittedNames } from './support/world.ts'

test.describe('a payout', () => {
  const claim = (session: string, mode = 'popup') =>
    `<payout-claim endpoint="/checkout" session="${session}" mode="${mode}"></payout-claim>`

  async function visitClaim(page: Page, world: SmallWorld, price: string, mode = 'popup'): Promise<Locator> {
    await world.visit(page, claim(await world.merchant.createPayout(price), mode))
    return page.locator('payout-claim')
  }

  /** All buttons of the element. */
  const buttons = (element: Locator) => element.getByRole('button')

  test('shows its amount, is claimed in the popup and emitted once', async ({ page, world }) => {
    const element = await visitClaim(page, world, '20.00')
    await expect(buttons(element)).toHaveText('Receive €20.00')
    // This merchant returns the address with the session, so the element asks for no code.
    await expect(element.getByRole('textbox')).toHaveCount(0)
    expect(await emittedNames(page)).toEqual([])

    const popup = await press(element, 'Receive €20.00')
    await closesItself(popup, () => hosted.claim(popup))

    await expect(element).toContainText('Paid outThe payout is complete.')
    await expect(buttons(element)).toHaveCount(0)
    const names = await emittedNames(page)
    expect(names.slice(0, 2)).toEqual(['payout-start', 'payout-open'])
    expect(names.filter((name) => name === 'payout-complete')).toHaveLength(1)
    expect(names.filter((name) => !name.startsWith('payout-'))).toEqual([])
  })

  test('that is claimed by redirect comes back to the page that was left', { tag: '@long' }, async ({
    page,
    world,
  }) => {
    const element = await visitClaim(page, world, '20.00', 'redirect')
    const left = page.url()
    await buttons(element).click()
    await page.waitForURL(/\/payout\//)
    await hosted.claim(page)

    await page.waitForURL(left)
    await expect(element).toContainText('The payout is complete.')
    expect(await timesEmitted(page, 'payout-complete')).toBe(1)
  })

  test('continues by redirect where the browser opens no window', { tag: '@long' }, async ({
    page,
    world,
  }) => {
    await page.addInitScript(() => {
      window.open = () => null
    })
    const element = await visitClaim(page, world, '20.00', 'auto')
    await buttons(element).click()
    await page.waitForURL(/\/payout\//)
    await hosted.claim(page)

    await expect(element).toContainText('The payout is complete.')
    const names = await emittedNames(page)
    expect(names.slice(0, 3)).toEqual(['payout-start', 'payout-blocked', 'payout-open'])
  })

  test('is followed after a reload, while its window is open', async ({ page, world }) => {
    const element = await visitClaim(page, world, '20.00')
    const popup = await press(element, /^Receive/)
    await popup.getByRole('radio', { name: /Bank account/ }).waitFor()

    await page.reload()
    await hosted.claim(popup)

    await expect(element).toContainText('The payout is complete.')
  })

  test('is followed when the recipient is back before the change of status', async ({ page, world }) => {
    const element = await visitClaim(page, world, '20.00', 'redirect')
    const left = page.url()
    await buttons(element).click()
    await page.waitForURL(/\/payout\//)
    world.merchant.statusInstead = 'INITIATED'
    const read = page.waitForResponse(/\/checkout\/sessions\//)
    await hosted.claim(page)
    await page.waitForURL(left)
    await read
    world.merchant.statusInstead = null

    await expect(element).toContainText('The payout is complete.')
  })

  test('in progress needs no action, and completes later', { tag: '@long' }, async ({ page, world }) => {
    // 66.12: stays in progress until the test changes its status.
    const element = await visitClaim(page, world, '66.12')
    await hosted.claim(await press(element, /^Receive/))

    await expect(element).toContainText('Your payout is on its wayThere is nothing more to do.')
    await expect(buttons(element)).toHaveCount(0)
    const [payout] = world.sandbox.service.payouts.list()
    await world.callSandbox(`payouts/${payout?.id}/status`, { status: 'COMPLETED' })
    await expect(element).toContainText('The payout is complete.')
    expect(await timesEmitted(page, 'payout-authorized')).toBe(1)
    expect(await timesEmitted(page, 'payout-complete')).toBe(1)
  })

  test('that fails sends the recipient to the sender', { tag: '@long' }, async ({ page, world }) => {
    const element = await visitClaim(page, world, '66.01')
    await hosted.claim(await press(element, /^Receive/))

    await expect(element).toContainText('The payout did not go throughPlease contact the sender.')
    await expect(buttons(element)).toHaveCount(0)
    expect(await timesEmitted(page, 'payout-failed')).toBe(1)
  })

  test('that expires while its page is open offers no button', async ({ page, world }) => {
    const element = await visitClaim(page, world, '20.00')
    const popup = await press(element, /^Receive/)
    await popup.getByRole('radio', { name: /Bank account/ }).waitFor()
    await world.callSandbox('clock', { advance_ms: 25 * 60 * 60_000 })

    await expect(element).toContainText('The payout was not claimed in time')
    await expect(element).toContainText('Please ask the sender for a new one.')
    await expect(buttons(element)).toHaveCount(0)
    expect(await timesEmitted(page, 'payout-expired')).toBe(1)
  })

  test('that has expired offers no button', { tag: '@long' }, async ({ page, world }) => {
    const session = await world.merchant.createPayout('20.00')
    await world.callSandbox('clock', { advance_ms: 25 * 60 * 60_000 })
    await world.visit(page, claim(session))
    const element = page.locator('payout-claim')

    await expect(element).toContainText('Please ask the sender for a new one.')
    await expect(buttons(element)).toHaveCount(0)
  })

  test('that is complete shows its result at once', async ({ page, world }) => {
    const session = await world.merchant.createPayout('20.00')
    const [payout] = world.sandbox.service.payouts.list()
    await world.callSandbox(`payouts/${payout?.id}/status`, { status: 'COMPLETED' })
    await world.visit(page, claim(session))
    const element = page.locator('payout-claim')

    await expect(element).toContainText('The payout is complete.')
    await expect(element).toContainText('€20.00')
    await expect(buttons(element)).toHaveCount(0)
    expect(await emittedNames(page)).toEqual(['payout-complete'])
  })

  test.describe('in another browser', () => {
    test.use({ sendsKind: true })

    test('is shown on the return page with the messages of a payout', async ({ page, world }) => {
      const session = await world.merchant.createPayout('20.00')
      const [payout] = world.sandbox.service.payouts.list()
      await world.callSandbox(`payouts/${payout?.id}/status`, { status: 'COMPLETED' })

      await page.goto(`${world.merchant.origin}/checkout/return?session=${session}`)

      const element = page.locator('payin-return')
      await expect(element).toContainText('Paid outThe payout is complete.')
      await expect(element.getByRole('link', { name: 'Back', exact: true })).toBeVisible()
      expect(page.url()).not.toContain(session)
    })
  })

  test.describe('that the server does not know', () => {
    test.use({ expectedNoise: /status of 404|The endpoint answered 404/ })

    test('sends the recipient to the sender', { tag: '@long' }, async ({ page, world }) => {
      await world.visit(page, claim('cs_unknown'))
      const element = page.locator('payout-claim')

      await expect(element).toContainText('This payout can no longer be foundPlease contact the sender.')
      await expect(buttons(element)).toHaveCount(0)
      const events = await emittedEvents(page)
      expect(events.map(({ name }) => name)).toEqual(['payout-error'])
      expect(events[0]?.detail).toMatchObject({ kind: 'not_found', retryable: false })
    })
  })

  test.describe('without a session', () => {
    test.use({ expectedNoise: /^payin-checkout: / })

    test('logs once which attribute is missing', { tag: '@long' }, async ({ page, world, noise }) => {
      await world.visit(page, '<payout-claim endpoint="/checkout"></payout-claim>')
      const element = page.locator('payout-claim')
      await buttons(element).click()

      await expect(element).toContainText('The payout could not be opened')
      await element.getByRole('button').click()
      expect(noise).toHaveLength(1)
      expect(noise[0]).toContain('`session`')
    })
  })
})
