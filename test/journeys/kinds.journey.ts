// Bank transfers, on-ramps and payouts with the merchant server of server-example/. For smaller merchant servers, see
// bank-transfer, on-ramp and payout beside this file.
import type { Page } from '@playwright/test'
import { claimWith, codeField, codeOn, payoutsOf, phoneOn, sendRefund } from './support/refund.ts'
import { letTimePass, test } from './support/shared-world.ts'
import { closesItself, Shopper } from './support/shopper.ts'
import { hosted, press } from './support/small-world.ts'
import { emittedNames, expect, type SandboxState, timesEmitted, type World } from './support/world.ts'

/** Calls of the legacy interface that the service has received since. */
async function callsSince(world: World, { requests: before }: SandboxState): Promise<string[]> {
  const { requests } = await world.sandboxState()
  const isLegacy = ({ path }: { path: string }) => /^\/(transaction|payments)\//.test(path)
  return requests
    .slice(before.length)
    .filter(isLegacy)
    .map(({ method, path }) => `${method} ${path}`)
}

async function payAtBank(popup: Page): Promise<void> {
  await hosted.goToBank(popup)
  await hosted.authorise(popup)
}

test.describe('a bank transfer', () => {
  async function visitShop(page: Page, world: World, order: string): Promise<Shopper> {
    const shopper = new Shopper(page, world)
    await shopper.visitShop(`?mode=popup&kind=bank_transfer&order=${order}`)
    return shopper
  }

  /** The statuses of an order's transfers, the newest first. */
  async function transfersOf(world: World, order: string): Promise<string[]> {
    const { bank_transfers } = await world.sandboxState()
    return bank_transfers
      .filter(({ revision }) => revision === order)
      .map(({ paymentStatus }) => paymentStatus)
  }

  test('is paid in the popup: completes once, is created once, needs three calls, and is shown as paid after a reload', async ({
    page,
    world,
    order,
  }) => {
    const before = await world.sandboxState()
    const shopper = await visitShop(page, world, order)
    const popup = await shopper.pressPay(order)
    await closesItself(popup, () => payAtBank(popup))

    await shopper.sees(order, 'Your bank has accepted the transfer')
    expect(await timesEmitted(page, 'payment-complete')).toBe(1)
    expect(await transfersOf(world, order)).toEqual(['AUTHORIZED'])
    expect(await callsSince(world, before)).toEqual([
      'POST /transaction/create-bank-transfer',
      'POST /transaction/generatePaymentLink',
      'GET /transaction/',
    ])
    await page.reload()
    await expect(shopper.checkout(order)).toHaveCount(0)
    await expect(page.getByText(/^Paid/)).toBeVisible()
  })

  test('that the bank refused can be paid with a new press', { tag: '@long' }, async ({
    page,
    world,
    order,
  }) => {
    const shopper = await visitShop(page, world, order)
    const first = await shopper.pressPay(order)
    await hosted.goToBank(first)
    await hosted.refuse(first)
    await shopper.sees(order, 'The transfer did not go through')

    await payAtBank(await shopper.pressPay(order))

    await shopper.sees(order, 'Your bank has accepted the transfer')
    expect(await transfersOf(world, order)).toEqual(['AUTHORIZED', 'FAILED_INTENT'])
    expect(await timesEmitted(page, 'payment-failed')).toBe(1)
    expect(await timesEmitted(page, 'payment-complete')).toBe(1)
  })

  test('completes without any webhook, because the server polls the bank', { tag: '@long' }, async ({
    page,
    world,
    order,
  }) => {
    await world.addFault({ fault: 'webhook_lost' })
    const before = await world.sandboxState()
    const shopper = await visitShop(page, world, order)

    await payAtBank(await shopper.pressPay(order))

    await shopper.sees(order, 'Your bank has accepted the transfer')
    expect(await callsSince(world, before)).toContain('POST /transaction/update-status')
    await page.reload()
    await expect(page.getByText(/^Paid/)).toBeVisible()
  })
})

test.describe('an on-ramp', () => {
  async function visitShop(page: Page, world: World, order: string): Promise<Shopper> {
    const shopper = new Shopper(page, world)
    await shopper.visitShop(`?mode=popup&kind=on_ramp&order=${order}`)
    return shopper
  }

  /** All later answers to the page's reads of sessions. */
  function watchReads(page: Page): () => Promise<string> {
    const answers: Promise<string>[] = []
    page.on('response', (response) => {
      const isRead = response.request().method() === 'GET' && response.url().includes('/checkout/sessions/')
      if (isRead) answers.push(response.text().catch(() => ''))
    })
    return async () => (await Promise.all(answers)).join('\n')
  }

  /** The deposit arrives, the shopper returns, and the crypto is sent. */
  async function finish(popup: Page, shopper: Shopper, order: string): Promise<void> {
    const back = popup.getByRole('link', { name: 'Back to merchant' })
    await back.waitFor()
    await letTimePass(shopper.world, 2_000)
    await shopper.sees(order, 'Your payment has arrived')
    await letTimePass(shopper.world, 2_000)
    await closesItself(popup, () => back.click())
    await shopper.sees(order, 'Paid')
  }

  test('is authorized by the deposit and complete with the crypto, and no read contains its link', async ({
    page,
    world,
    order,
  }) => {
    const reads = watchReads(page)
    const shopper = await visitShop(page, world, order)
    const popup = await shopper.pressPay(order)
    await hosted.goToBank(popup)
    const shown = await shopper.checkout(order).evaluate(({ shadowRoot }) => shadowRoot?.innerHTML ?? '')
    await hosted.authorise(popup)
    await finish(popup, shopper, order)

    const names = (await emittedNames(page)).filter((name) => name !== 'payment-status')
    const expected = ['start', 'created', 'open', 'authorized', 'complete']
    expect(names).toEqual(expected.map((name) => `payment-${name}`))
    expect(shown).toContain('Show window')
    expect(`${shown}${await reads()}`).not.toContain('/on-ramp/')
    await page.reload()
    await expect(page.getByText(/^Paid/)).toBeVisible()
  })

  test('whose window was closed gets a fresh link that works', { tag: '@long' }, async ({
    page,
    world,
    order,
  }) => {
    const before = await world.sandboxState()
    const shopper = await visitShop(page, world, order)
    const first = await shopper.pressPay(order)
    await first.getByRole('link', { name: 'Choose your bank' }).waitFor()
    await first.close()
    await shopper.sees(order, 'Window closed?')

    const second = await press(shopper.checkout(order), 'Open the payment page')
    await payAtBank(second)
    await finish(second, shopper, order)

    const link = 'POST /payments/on-ramp-merchant/hosted/generate-link'
    expect((await callsSince(world, before)).filter((call) => call === link)).toHaveLength(2)
    expect(await timesEmitted(page, 'payment-created')).toBe(1)
    expect(await timesEmitted(page, 'payment-complete')).toBe(1)
  })
})

test('a payout of the shop is claimed with the code on its page and completes once', async ({
  page,
  world,
}) => {
  const reference = await sendRefund(page, world)
  await expect(page.getByRole('heading', { name: 'Lantern Row owes you money.' })).toBeVisible()

  const popup = await claimWith(page, await codeOn(page))
  await closesItself(popup, () => hosted.claim(popup))
  await expect(page.getByRole('heading', { name: 'You have your money back.' })).toBeVisible()
  await expect(phoneOn(page)).toBeHidden()

  expect(await timesEmitted(page, 'payout-complete')).toBe(1)
  expect(await payoutsOf(world, reference)).toEqual(['COMPLETED'])
  await page.reload()
  await expect(page.locator('payout-claim')).toContainText('The payout is complete.')
  await expect(page.getByRole('heading', { name: 'You have your money back.' })).toBeVisible()
  await expect(codeField(page)).toHaveCount(0)
})
