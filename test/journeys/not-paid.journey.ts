import { payAndSettle, test } from './support/shared-world.ts'
import { hostedPage, Shopper } from './support/shopper.ts'
import { emittedEvents, emittedNames, expect } from './support/world.ts'

test('a declined shopper tries again and pays with a second payin', async ({
  page,
  world,
  order,
  creates,
}) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  const first = await shopper.pressPay(order)
  await hostedPage.decline(first)
  await shopper.sees(order, 'The payment did not go through')

  const second = await shopper.pressPay(order)
  await payAndSettle(second, world)
  await shopper.sees(order, 'Paid')

  const { payins } = await world.sandboxState()
  const ours = payins.filter(({ reference }) => reference === order)
  expect(ours.map(({ status }) => status).sort()).toEqual(['COMPLETED', 'FAILED'])
  const keys = (await creates()).map(({ idempotency_key }) => idempotency_key)
  expect(new Set(keys).size).toBe(2)
  const names = await emittedNames(page)
  expect(names.filter((name) => name === 'payment-failed')).toHaveLength(1)
  expect(names.filter((name) => name === 'payment-complete')).toHaveLength(1)
})

test('a shopper who cancels on the hosted page reads why nothing was paid', async ({
  page,
  world,
  order,
}) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  const popup = await shopper.pressPay(order)

  await hostedPage.cancel(popup)

  await shopper.sees(order, 'The payment was canceled.')
  const failed = (await emittedEvents(page)).find(({ name }) => name === 'payment-failed')
  expect(failed?.detail.status_details).toBe('DECLINED_BY_PAYER')
})

test('a shopper who closes the window finishes later in a new one', async ({
  page,
  world,
  order,
  creates,
}) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  const first = await shopper.pressPay(order)
  await first.getByRole('button', { name: /^Pay/ }).waitFor()
  await first.close()
  await shopper.sees(order, 'Window closed?')
  expect(await emittedNames(page)).not.toContain('payment-cancel')

  const reopened = page.waitForEvent('popup')
  await shopper.checkout(order).getByRole('button', { name: 'Open the payment page' }).click()
  await payAndSettle(await reopened, world)

  await shopper.sees(order, 'Paid')
  expect(await creates()).toHaveLength(1)
})

test('money that comes after a cancel still completes the payment', async ({ page, world, order }) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  const popup = await shopper.pressPay(order)
  await popup.getByRole('button', { name: /^Pay/ }).waitFor()
  await shopper.checkout(order).getByRole('button', { name: 'Cancel' }).click()
  await shopper.sees(order, 'Payment canceled')

  await payAndSettle(popup, world)

  await shopper.sees(order, 'Paid')
  const names = await emittedNames(page)
  expect(names.indexOf('payment-cancel')).toBeLessThan(names.indexOf('payment-complete'))
})
