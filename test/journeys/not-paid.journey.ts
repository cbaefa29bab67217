import { hostedPage, Shopper } from './support/shopper.ts'
import { expect, test, toldEvents, toldNames } from './support/world.ts'

const order = 'A-1001'

test('a declined shopper tries again and pays with a second payin', async ({ page, world }) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop('?mode=popup')
  const first = await shopper.pressPay(order)
  await hostedPage.decline(first)
  await shopper.sees(order, 'The payment did not go through')

  const second = await shopper.pressPay(order)
  await hostedPage.pay(second)
  await shopper.sees(order, 'Paid')

  const { payins } = await world.sandboxState()
  expect(payins.map(({ status }) => status).sort()).toEqual(['COMPLETED', 'FAILED'])
  const keys = (await world.creates()).map(({ idempotency_key }) => idempotency_key)
  expect(new Set(keys).size).toBe(2)
  const names = await toldNames(page)
  expect(names.filter((name) => name === 'payment-failed')).toHaveLength(1)
  expect(names.filter((name) => name === 'payment-complete')).toHaveLength(1)
})

test('a shopper who cancels on the hosted page reads why nothing was paid', async ({ page, world }) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop('?mode=popup')
  const popup = await shopper.pressPay(order)

  await hostedPage.cancel(popup)

  await shopper.sees(order, 'The payment was canceled.')
  const failed = (await toldEvents(page)).find(({ name }) => name === 'payment-failed')
  expect(failed?.detail.status_details).toBe('DECLINED_BY_PAYER')
})

test('a shopper who closes the window finishes later in a new one', async ({ page, world }) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop('?mode=popup')
  const first = await shopper.pressPay(order)
  await first.getByRole('button', { name: /^Pay/ }).waitFor()
  await first.close()
  await shopper.sees(order, 'Window closed?')
  expect(await toldNames(page)).not.toContain('payment-cancel')

  const reopened = page.waitForEvent('popup')
  await shopper.checkout(order).getByRole('button', { name: 'Open the payment page' }).click()
  await hostedPage.pay(await reopened)

  await shopper.sees(order, 'Paid')
  expect(await world.creates()).toHaveLength(1)
})

test('money that comes after a cancel still completes the payment', async ({ page, world }) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop('?mode=popup')
  const popup = await shopper.pressPay(order)
  await popup.getByRole('button', { name: /^Pay/ }).waitFor()
  await shopper.checkout(order).getByRole('button', { name: 'Cancel' }).click()
  await shopper.sees(order, 'Payment canceled')

  await hostedPage.pay(popup)

  await shopper.sees(order, 'Paid')
  const names = await toldNames(page)
  expect(names.indexOf('payment-cancel')).toBeLessThan(names.indexOf('payment-complete'))
})
