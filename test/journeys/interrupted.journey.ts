import { inNoTime } from './support/page-time.ts'
import { serverGone } from './support/server-gone.ts'
import { completeElsewhere, payAndSettle, payinsOf, test } from './support/shared-world.ts'
import { hostedPage, Shopper } from './support/shopper.ts'
import { emittedNames, expect } from './support/world.ts'

test('a reload while waiting finds the payment again', async ({ page, world, order, creates }) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  const popup = await shopper.pressPay(order)
  await popup.getByRole('button', { name: /^Pay/ }).waitFor()

  await page.reload()
  await shopper.sees(order, 'Payment not finished yet')
  await payAndSettle(popup, world)

  await shopper.sees(order, 'Paid')
  expect((await emittedNames(page)).filter((name) => name === 'payment-complete')).toHaveLength(1)
  expect(await creates()).toHaveLength(1)
})

test.describe('while the merchant server is killed', () => {
  // The browser logs requests without an answer.
  test.use({ expectedNoise: serverGone })

  test('the payment completes once when the server is killed while it creates', async ({
    page,
    world,
    order,
  }) => {
    await world.addFault({ fault: 'cut', operations: ['createPayin'], count: 1 })
    const shopper = new Shopper(page, world)
    await shopper.visitShop(`?mode=popup&order=${order}`)
    let popup = page
    await inNoTime(page, async () => {
      popup = await shopper.pressPay(order)
      await expect.poll(() => payinsOf(world, order)).toHaveLength(1)
      await world.killServer()
      await world.startServer()
      await popup.waitForURL(hostedPage.url)
    })

    await payAndSettle(popup, world)
    await shopper.sees(order, 'Paid')
    expect(await payinsOf(world, order)).toHaveLength(1)
    expect((await emittedNames(page)).filter((name) => name === 'payment-complete')).toHaveLength(1)
  })
})

test('after the way back from a redirect the shopper can continue', async ({
  page,
  world,
  slowOrder: order,
  creates,
}) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=redirect&order=${order}`)
  await shopper.payButton(order).click()
  await page.waitForURL(hostedPage.url)

  await page.goBack({ waitUntil: 'commit' })
  await shopper.sees(order, 'Payment not finished yet')
  await shopper.checkout(order).getByRole('button', { name: 'Open the payment page' }).click()
  await page.waitForURL(hostedPage.url)
  await hostedPage.pay(page)
  await shopper.sees(order, 'Payment received')
  await completeElsewhere(world, order)

  await expect.poll(() => emittedNames(page)).toContain('payment-complete')
  expect(await creates()).toHaveLength(1)
})

test('two tabs of one order share one payin, and both show that it is paid', async ({
  page,
  context,
  world,
  order,
  creates,
}) => {
  const here = new Shopper(page, world)
  const there = new Shopper(await context.newPage(), world)
  await here.visitShop(`?mode=popup&order=${order}`)
  await there.visitShop(`?mode=popup&order=${order}`)
  const popup = await here.pressPay(order)
  const other = await there.pressPay(order)

  await payAndSettle(popup, world)

  await here.sees(order, 'Paid')
  await there.sees(order, 'Paid')
  expect(await creates()).toHaveLength(1)
  await other.close()
})
