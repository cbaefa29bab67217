// Bank transfers, with the smallest merchant server that the protocol allows.
import { closesItself } from './support/shopper.ts'
import { expect, hosted, press, test, timesEmitted, visitShop } from './support/small-world.ts'
import { emittedEvents, emittedNames } from './support/world.ts'

test.describe('a bank transfer', () => {
  const create = '/transaction/create-bank-transfer'

  test('is complete when the bank has accepted it, and shows when the money arrives', async ({
    page,
    world,
  }) => {
    const checkout = await visitShop(page, world, 'bank_transfer', '25.00')

    const popup = await press(checkout, 'Pay now')
    await hosted.goToBank(popup)
    await closesItself(popup, () => hosted.authorise(popup))

    await expect(checkout).toContainText('Your bank has accepted the transfer')
    await expect(checkout).toContainText('at the latest on the next day')
    const names = ['start', 'created', 'open', 'status', 'complete']
    expect(await emittedNames(page)).toEqual(names.map((name) => `payment-${name}`))
    const last = (await emittedEvents(page)).at(-1)
    expect(last?.detail).toMatchObject({ kind: 'bank_transfer', status: 'AUTHORIZED', outcome: 'complete' })
    expect(world.calls(create)).toBe(1)
  })

  test('fails when the bank refuses it, and can be tried again', async ({ page, world }) => {
    const checkout = await visitShop(page, world, 'bank_transfer', '25.00')
    const first = await press(checkout, 'Pay now')
    await hosted.goToBank(first)
    await hosted.refuse(first)

    await expect(checkout).toContainText('The transfer did not go through')
    await expect(checkout).toContainText('Your bank did not accept it.')
    const second = await press(checkout, 'Try again')
    await hosted.goToBank(second)
    await hosted.authorise(second)

    await expect(checkout).toContainText('Your bank has accepted the transfer')
    expect(await timesEmitted(page, 'payment-failed')).toBe(1)
    expect(await timesEmitted(page, 'payment-complete')).toBe(1)
    expect(world.calls(create)).toBe(2)
  })

  test('returns to the shop’s page after a redirect', async ({ page, world }) => {
    const checkout = await visitShop(page, world, 'bank_transfer', '25.00', 'redirect')
    const left = page.url()
    await checkout.getByRole('button', { name: 'Pay now' }).click()
    await page.waitForURL(/\/transfer\//)
    await hosted.goToBank(page)
    await hosted.authorise(page)

    await page.waitForURL(left)
    await expect(checkout).toContainText('Your bank has accepted the transfer')
    expect(await timesEmitted(page, 'payment-complete')).toBe(1)
    expect(world.calls(create)).toBe(1)
  })
})
