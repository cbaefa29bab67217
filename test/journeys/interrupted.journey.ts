import { hostedPage, Shopper } from './support/shopper.ts'
import { expect, test, toldNames } from './support/world.ts'

const order = 'A-1001'

test('a reload while waiting finds the payment again', async ({ page, world }) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop('?mode=popup')
  const popup = await shopper.pressPay(order)
  await popup.getByRole('button', { name: /^Pay/ }).waitFor()

  await page.reload()
  await shopper.sees(order, 'Your payment is not finished yet')
  await hostedPage.pay(popup)

  await shopper.sees(order, 'Paid')
  expect((await toldNames(page)).filter((name) => name === 'payment-complete')).toHaveLength(1)
  expect(await world.creates()).toHaveLength(1)
})

test.describe('while the merchant server is killed', () => {
  // The browser itself reports requests that nobody answers.
  test.use({ expectedNoise: /ERR_(CONNECTION_\w+|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/ })

  test('the payment completes once when the server is killed while it creates', async ({ page, world }) => {
    await world.addFault({ fault: 'cut', operations: ['createPayin'], count: 1 })
    const shopper = new Shopper(page, world)
    await shopper.visitShop('?mode=popup')
    const popup = await shopper.pressPay(order)

    await expect.poll(async () => (await world.sandboxState()).payins.length).toBe(1)
    await world.killServer()
    await world.startServer()

    await hostedPage.pay(popup)
    await shopper.sees(order, 'Paid')
    expect((await world.sandboxState()).payins).toHaveLength(1)
    expect((await toldNames(page)).filter((name) => name === 'payment-complete')).toHaveLength(1)
  })
})

test('the way back from a redirect unlocks the page: the shopper can go on', async ({ page, world }) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop('?mode=redirect')
  await shopper.payButton(order).click()
  await page.waitForURL(hostedPage.url)

  await page.goBack()
  await shopper.sees(order, 'Your payment is not finished yet')
  await shopper.checkout(order).getByRole('button', { name: 'Open the payment page' }).click()
  await page.waitForURL(hostedPage.url)
  await hostedPage.pay(page)

  await expect.poll(() => toldNames(page)).toContain('payment-complete')
  expect(await world.creates()).toHaveLength(1)
})

test('two tabs of one order share one payin, and both hear that it is paid', async ({
  page,
  context,
  world,
}) => {
  const here = new Shopper(page, world)
  const there = new Shopper(await context.newPage(), world)
  await here.visitShop('?mode=popup')
  await there.visitShop('?mode=popup')
  const popup = await here.pressPay(order)
  const other = await there.pressPay(order)

  await hostedPage.pay(popup)

  await here.sees(order, 'Paid')
  await there.sees(order, 'Paid')
  expect(await world.creates()).toHaveLength(1)
  await other.close()
})
