// A sticky bar beside the main column: two elements of one page for one order are one payment.
import { expect, payAndSettle, payinsOf, test } from './support/shared-world.ts'
import { Shopper } from './support/shopper.ts'

/** The shop's own element, and a second one that a script of the page adds above it. */
class TwoElements extends Shopper {
  async visit(order: string): Promise<void> {
    await this.visitShop(`?mode=popup&order=${order}`)
    await this.checkout(order).first().waitFor()
    await this.addBar()
  }

  async addBar(): Promise<void> {
    await this.page.evaluate(() => {
      const bar = document.querySelector('payin-checkout')?.cloneNode() as HTMLElement
      bar.id = 'bar'
      document.body.prepend(bar)
    })
  }

  pressBar = () => this.bar().getByRole('button', { name: /^Pay/ }).click()

  async seesPaidInBoth(order: string): Promise<void> {
    await expect(this.bar()).toContainText('Paid')
    await expect(this.column(order)).toContainText('Paid')
  }

  bar = () => this.page.locator('#bar')
  column = (order: string) => this.checkout(order).last()
}

test('an order that is paid in one of two elements is shown as paid in both, also after a reload', async ({
  page,
  world,
  order,
}) => {
  const shopper = new TwoElements(page, world)
  await shopper.visit(order)
  const opened = page.waitForEvent('popup')
  await shopper.pressBar()
  const popup = await opened
  await expect(shopper.column(order).getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await payAndSettle(popup, world)

  await shopper.seesPaidInBoth(order)
  expect(await payinsOf(world, order)).toHaveLength(1)
  // The shop's page does not know of the payment yet, but this tab has stored it.
  const attributes = await shopper
    .bar()
    .evaluate((bar) => bar.getAttributeNames().map((name) => [name, bar.getAttribute(name) ?? '']))
  await shopper.visitShop('?mode=popup')
  await page.evaluate((attributes) => {
    const late = document.createElement('payin-checkout')
    for (const [name = '', value = ''] of attributes) late.setAttribute(name, value)
    document.body.prepend(late)
  }, attributes)
  await expect(shopper.bar()).toContainText('Paid')
  await expect(shopper.bar().getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})

test('a press in each of two elements at the same moment makes one payment', async ({
  page,
  world,
  order,
}) => {
  const shopper = new TwoElements(page, world)
  await shopper.visit(order)
  const keys = new Set<string | undefined>()
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/sessions'))
      keys.add(request.headers()['idempotency-key'])
  })
  const opened = page.waitForEvent('popup')
  await shopper.pressBar()
  // Before the answer to the first request arrives.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement & { open(): void }>('payin-checkout'))
      element.open()
  })
  await payAndSettle(await opened, world)

  await shopper.seesPaidInBoth(order)
  expect(await payinsOf(world, order)).toHaveLength(1)
  expect(keys.size).toBe(1)
})

test('an element that is added while another one waits shows the same payment', async ({
  page,
  world,
  order,
}) => {
  const shopper = new TwoElements(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  const popup = await shopper.pressPay(order)
  await popup.getByRole('radio', { name: 'Card', exact: true }).waitFor()
  await shopper.addBar()

  await expect(shopper.bar().getByRole('button', { name: 'Open the payment page' })).toBeVisible()
  await payAndSettle(popup, world)
  await shopper.seesPaidInBoth(order)
})
