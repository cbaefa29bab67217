// On-ramps, with the smallest merchant server that the protocol allows.
import type { Locator, Page } from '@playwright/test'
import { sleepMinutes } from './support/page-time.ts'
import { closesItself } from './support/shopper.ts'
import {
  expect,
  hosted,
  press,
  type SmallWorld,
  test,
  timesEmitted,
  visitShop,
} from './support/small-world.ts'
import { emittedEvents, emittedNames } from './support/world.ts'

test.describe('an on-ramp', () => {
  const generateLink = '/payments/on-ramp-merchant/hosted/generate-link'

  /** Each link to the hosted session in any attribute or text of the element. */
  async function linksIn(checkout: Locator): Promise<string[]> {
    return checkout.evaluate(({ shadowRoot }) => shadowRoot?.innerHTML.match(/\/on-ramp\/[^"<]*/g) ?? [])
  }

  /** Presses pay, waits for the hosted page, and closes the window: the link is used up, and nothing is paid. */
  async function giveUpOnce(checkout: Locator): Promise<void> {
    const popup = await press(checkout, 'Pay now')
    await popup.getByRole('link', { name: 'Choose your bank' }).waitFor()
    await popup.close()
  }

  async function payAtBank(popup: Page): Promise<void> {
    await hosted.goToBank(popup)
    await hosted.authorise(popup)
  }

  test('shows that the money has arrived before the crypto is sent, and completes once', async ({
    page,
    world,
  }) => {
    // 66.12: the deposit arrives, and the crypto stays pending until the test changes it.
    const checkout = await visitShop(page, world, 'on_ramp', '66.12')
    const popup = await press(checkout, 'Pay now')
    await payAtBank(popup)

    await expect(checkout).toContainText('Your payment has arrived')
    expect(await timesEmitted(page, 'payment-complete')).toBe(0)
    const [onRamp] = world.sandbox.service.onRamps.list()
    await world.callSandbox(`transactions/${onRamp?.uuid}/status`, { paymentStatus: 'COMPLETED' })

    await expect(checkout).toContainText('Paid')
    const names = ['start', 'created', 'open', 'status', 'authorized', 'status', 'complete']
    expect(await emittedNames(page)).toEqual(names.map((name) => `payment-${name}`))
  })

  test('fails when its money is taken back', { tag: '@long' }, async ({ page, world }) => {
    const checkout = await visitShop(page, world, 'on_ramp', '66.12')
    await payAtBank(await press(checkout, 'Pay now'))
    await expect(checkout).toContainText('Your payment has arrived')
    const [onRamp] = world.sandbox.service.onRamps.list()
    await world.callSandbox(`transactions/${onRamp?.uuid}/status`, { bankDepositStatus: 'FAILED' })

    await expect(checkout).toContainText('It was refused, or the money did not arrive.')
    expect(await timesEmitted(page, 'payment-failed')).toBe(1)
  })

  test('leads back from the hosted page, and its window closes', { tag: '@long' }, async ({
    page,
    world,
  }) => {
    const checkout = await visitShop(page, world, 'on_ramp', '50.00')
    const popup = await press(checkout, 'Pay now')
    await payAtBank(popup)
    await closesItself(popup, () => popup.getByRole('link', { name: 'Back to merchant' }).click())

    await expect(checkout).toContainText('Paid')
    expect(await timesEmitted(page, 'payment-complete')).toBe(1)
  })

  test('creates its link on the press, opens it once, and shows it nowhere', { tag: '@long' }, async ({
    page,
    world,
  }) => {
    const checkout = await visitShop(page, world, 'on_ramp', '50.00')
    expect(world.calls(generateLink)).toBe(0)
    const popup = await press(checkout, 'Pay now')
    await popup.getByRole('link', { name: 'Choose your bank' }).waitFor()

    await expect(checkout.getByRole('button', { name: 'Show window' })).toBeVisible()
    expect(await linksIn(checkout)).toEqual([])
    await expect(checkout.getByText('More', { exact: true })).toHaveCount(0)
    expect(world.calls(generateLink)).toBe(1)
  })

  test('whose window was closed gets a new link, because the first one is used up', async ({
    page,
    world,
  }) => {
    const checkout = await visitShop(page, world, 'on_ramp', '50.00')
    await giveUpOnce(checkout)
    await expect(checkout).toContainText('Window closed?')

    const popup = await press(checkout, 'Open the payment page')
    await payAtBank(popup)

    await expect.poll(() => timesEmitted(page, 'payment-complete')).toBe(1)
    expect(await timesEmitted(page, 'payment-created')).toBe(1)
    expect(await linksIn(checkout)).toEqual([])
    expect(world.calls(generateLink)).toBe(2)
  })

  test('is not shown as failed when the bank refuses it: no webhook comes, and it can still be paid', {
    tag: '@long',
  }, async ({ page, world }) => {
    const checkout = await visitShop(page, world, 'on_ramp', '50.00')
    const first = await press(checkout, 'Pay now')
    await hosted.goToBank(first)
    await hosted.refuse(first)
    await first.getByRole('heading', { name: 'Payment not authorised' }).waitFor()
    await first.close()
    await expect(checkout).toContainText('Window closed?')

    await payAtBank(await press(checkout, 'Open the payment page'))

    await expect.poll(() => timesEmitted(page, 'payment-complete')).toBe(1)
    expect(await timesEmitted(page, 'payment-failed')).toBe(0)
  })

  test('continues after its link and its session have expired', { tag: '@long' }, async ({ page, world }) => {
    const checkout = await visitShop(page, world, 'on_ramp', '50.00')
    await giveUpOnce(checkout)
    await world.callSandbox('clock', { advance_ms: 16 * 60_000 })

    const popup = await press(checkout, 'Open the payment page')
    await payAtBank(popup)

    await expect.poll(() => timesEmitted(page, 'payment-complete')).toBe(1)
  })

  test('continues after a reload, although the link was not stored', { tag: '@long' }, async ({
    page,
    world,
  }) => {
    const checkout = await visitShop(page, world, 'on_ramp', '50.00')
    await giveUpOnce(checkout)

    await page.reload()
    const popup = await press(checkout, 'Open the payment page')
    await payAtBank(popup)

    await expect.poll(() => timesEmitted(page, 'payment-complete')).toBe(1)
    expect(await timesEmitted(page, 'payment-created')).toBe(1)
  })

  test('continues after the way back from a redirect', { tag: '@long' }, async ({ page, world }) => {
    const checkout = await visitShop(page, world, 'on_ramp', '50.00', 'redirect')
    await checkout.getByRole('button', { name: 'Pay now' }).click()
    await page.getByRole('link', { name: 'Choose your bank' }).waitFor()
    await page.goBack({ waitUntil: 'commit' })

    await checkout.getByRole('button', { name: 'Open the payment page' }).click()
    await payAtBank(page)
    await page.getByRole('link', { name: 'Back to merchant' }).click()

    await expect(checkout).toContainText('Paid')
    expect(await timesEmitted(page, 'payment-created')).toBe(1)
    expect(await timesEmitted(page, 'payment-complete')).toBe(1)
  })

  test('continues in the same session after Cancel', { tag: '@long' }, async ({ page, world }) => {
    const checkout = await visitShop(page, world, 'on_ramp', '50.00')
    await giveUpOnce(checkout)
    await checkout.getByRole('button', { name: 'Cancel' }).click()
    await expect(checkout).toContainText('Payment canceled')

    await payAtBank(await press(checkout, 'Pay now'))

    await expect.poll(() => timesEmitted(page, 'payment-complete')).toBe(1)
    expect(await timesEmitted(page, 'payment-created')).toBe(1)
  })

  test.describe('while no link can be made', () => {
    test.use({ expectedNoise: /status of 503|The endpoint answered 503/ })

    /** Reopens until the widget's retry limit: two minutes with a server that sends `Retry-After`. */
    async function reopenInVain(checkout: Locator, world: SmallWorld): Promise<void> {
      const page = checkout.page()
      await giveUpOnce(checkout)
      await world.callSandbox('faults', { fault: 'error', status: 503, operations: ['generateOnRampLink'] })
      const refused = page.waitForResponse(/\/link$/)
      const popup = await press(checkout, 'Open the payment page')
      const closed = popup.waitForEvent('close')
      await refused
      await sleepMinutes(page, 3)
      await closed
    }

    test('closes the empty window, and a later press pays', async ({ page, world }) => {
      const checkout = await visitShop(page, world, 'on_ramp', '50.00')
      await reopenInVain(checkout, world)
      await expect(checkout).toContainText('Payment not finished yet')
      const error = (await emittedEvents(page)).find(({ name }) => name === 'payment-error')
      expect(error?.detail).toMatchObject({ kind: 'unavailable', retryable: true })

      await world.callSandbox('faults', null)
      await payAtBank(await press(checkout, 'Open the payment page'))

      await expect.poll(() => timesEmitted(page, 'payment-complete')).toBe(1)
      expect(await timesEmitted(page, 'payment-created')).toBe(1)
      expect(await timesEmitted(page, 'payment-error')).toBe(1)
    })

    test('does not mention the connection, which works', { tag: '@long' }, async ({ page, world }) => {
      const checkout = await visitShop(page, world, 'on_ramp', '50.00')
      await reopenInVain(checkout, world)

      const read = page.waitForResponse(
        (response) => response.ok() && /\/sessions\/[^/]+$/.test(response.url()),
      )
      await checkout.getByRole('button', { name: 'Check now' }).click()
      await read

      await expect(checkout).not.toContainText('No connection right now')
    })
  })
})
