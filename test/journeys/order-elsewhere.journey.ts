// One order in several tabs with several choices: after one payment all tabs show it, and no other payment is possible.
import type { Page } from '@playwright/test'
import { callSandbox, expect, payAndSettle, payinsOf, test } from './support/shared-world.ts'
import { hostedPage, Shopper } from './support/shopper.ts'
import { emittedNames, timesEmitted, type World } from './support/world.ts'

const iban = 'DE89 3704 0044 0532 0130 00'

async function visit(page: Page, world: World, order: string): Promise<Shopper> {
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&methods=here&order=${order}`)
  return shopper
}

async function chooseIban(shopper: Shopper, order: string): Promise<void> {
  await shopper.choose(order, 'Bank account')
  await shopper.field(order, 'Your bank or IBAN').fill(iban)
}

/** The other tab, with the hosted page of another method. */
async function openByCard(page: Page, world: World, order: string): Promise<Shopper> {
  const shopper = await visit(page, world, order)
  await shopper.choose(order, 'Card')
  const waiting = await shopper.pressPay(order)
  await waiting.getByLabel('Card number').waitFor()
  return shopper
}

async function payByIban(page: Page, world: World, order: string): Promise<Shopper> {
  const shopper = await visit(page, world, order)
  await chooseIban(shopper, order)
  await payAndSettle(await shopper.pressPay(order), world, hostedPage.authorise)
  return shopper
}

/** Every button that opens a page where the order can be paid. */
const waysToPay = (shopper: Shopper, order: string) =>
  shopper.checkout(order).getByRole('button', { name: /^(Pay|Try again|Open the payment page|Show window)/ })

test.describe('an order with two payments in two tabs', () => {
  // The first tab logs why it cannot continue.
  test.use({ expectedNoise: /The order was paid by another session/ })

  test('is shown as paid in one tab when it is paid in the other', async ({
    page,
    context,
    world,
    order,
  }) => {
    const first = await openByCard(page, world, order)

    const second = await payByIban(await context.newPage(), world, order)
    await second.sees(order, 'Paid')

    await first.sees(order, 'This order has already been paid')
    await expect(waysToPay(first, order)).toHaveCount(0)
    expect(await payinsOf(world, order)).toHaveLength(2)
    expect(await emittedNames(page)).not.toContain('payment-complete')
    expect(await timesEmitted(second.page, 'payment-complete')).toBe(1)
    await page.reload()
    await expect(page.getByText(/^Paid/)).toBeVisible()
  })

  test('can be paid in neither tab once it is promised in one, and is shown as paid in both', async ({
    page,
    context,
    world,
    slowOrder: order,
  }) => {
    const first = await openByCard(page, world, order)

    const second = await payByIban(await context.newPage(), world, order)
    await second.sees(order, 'Payment received')

    await expect(waysToPay(first, order)).toHaveCount(0)
    const { payins } = await world.sandboxState()
    const promised = payins.filter(({ reference, status }) => reference === order && status === 'AUTHORIZED')
    expect(promised).toHaveLength(1)
    await callSandbox(world, `/sandbox/payins/${promised[0]?.id}/status`, { status: 'COMPLETED' })
    await second.sees(order, 'Paid')
    await first.sees(order, 'This order has already been paid')
  })
})

test.describe('a third way to pay', () => {
  test.use({ expectedNoise: /status of 422|payin-checkout: / })

  test('is refused while two payments of the order are open, and one of these is paid', async ({
    page,
    world,
    order,
  }) => {
    const shopper = await visit(page, world, order)
    for (const way of ['Card', 'Crypto']) {
      await shopper.choose(order, new RegExp(way))
      const popup = await shopper.pressPay(order)
      await popup.waitForURL(hostedPage.url)
      await popup.close()
      await shopper.button(order, 'Cancel').click()
    }
    await chooseIban(shopper, order)
    const popup = await shopper.pressPay(order)
    if (!popup.isClosed()) await popup.waitForEvent('close')

    await shopper.sees(order, 'Two payments for this order are already open.')
    expect(await payinsOf(world, order)).toHaveLength(2)
    expect(page.context().pages()).toHaveLength(1)

    await shopper.choose(order, 'Card')
    await payAndSettle(await shopper.pressPay(order), world, hostedPage.payByCard)
    await shopper.sees(order, 'Paid')
    expect(await payinsOf(world, order)).toHaveLength(2)
    expect(await timesEmitted(page, 'payment-complete')).toBe(1)
  })
})
