// The shopper chooses how to pay in the shop, and the payin at the service carries the choice.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { payAndSettle, test } from './support/shared-world.ts'
import { hostedPage, Shopper } from './support/shopper.ts'
import { test as alone, emittedNames, expect, type World } from './support/world.ts'

const iban = 'DE89 3704 0044 0532 0130 00'
const german = JSON.parse(readFileSync('dist/locales/de.json', 'utf8'))

/** Opens the shop with the choice of a method. */
async function visit(page: Page, world: World, order: string, query = ''): Promise<Shopper> {
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&methods=here&order=${order}${query}`)
  return shopper
}

/** The requested payment methods of an order's payins. */
async function payments(world: World, order: string): Promise<(Record<string, string> | undefined)[]> {
  const { payins } = await world.sandboxState()
  return payins
    .filter(({ reference }) => reference === order)
    .map((payin) => ('payment' in payin ? (payin.payment as Record<string, string>) : undefined))
}

async function payByIban(shopper: Shopper, order: string): Promise<void> {
  await shopper.choose(order, 'Bank account')
  await shopper.field(order, 'Your bank or IBAN').fill(iban)
  await payAndSettle(await shopper.pressPay(order), shopper.world, hostedPage.authorise)
  await shopper.sees(order, 'Paid')
}

test('a shopper who chooses the card sees the card form at once', async ({ page, world, order }) => {
  const shopper = await visit(page, world, order)
  await shopper.choose(order, 'Card')

  const popup = await shopper.pressPay(order)
  await expect(popup.getByLabel('Card number')).toBeVisible()
  await expect(popup.getByRole('radio')).toHaveCount(0)
  await payAndSettle(popup, world, hostedPage.payByCard)

  await shopper.sees(order, 'Paid')
  expect(await payments(world, order)).toEqual([{ method: 'card' }])
})

test('a shopper finds and chooses a bank by keyboard, and its logo comes from the shop’s origin', async ({
  page,
  world,
  order,
}) => {
  const shopper = await visit(page, world, order)
  await shopper.checkout(order).getByRole('radio', { name: 'Card', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type('lisi')
  const row = shopper.checkout(order).getByRole('option')
  await expect(row).toHaveText('Crédit Lisière')
  const logo = row.locator('img')
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48)
  expect(await logo.getAttribute('src')).toContain(`${world.shop}/checkout/banks/`)

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(shopper.field(order, 'Your bank or IBAN')).toHaveValue('Crédit Lisière')
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const popup = await opened
  await expect(popup.getByRole('heading', { name: 'Sign in to Crédit Lisière' })).toBeVisible()
  await hostedPage.signInAtBank(popup)
  await payAndSettle(popup, world, hostedPage.authorise)

  await shopper.sees(order, 'Paid')
  expect(await payments(world, order)).toEqual([
    { method: 'bank_account', bank_id: 'b0a7c000-0000-4000-8000-000000000004' },
  ])
})

test('a typing error in an IBAN is shown before anything is sent', async ({ page, world, order }) => {
  const shopper = await visit(page, world, order)
  await shopper.choose(order, 'Bank account')
  const field = shopper.field(order, 'Your bank or IBAN')
  await field.fill('DE89 3704 0044 0532 0130 01')
  await shopper.payButton(order).click()
  await shopper.sees(order, 'There is a typing error in this IBAN.')
  await expect(field).toBeFocused()
  expect(await payments(world, order)).toEqual([])
  expect(page.context().pages()).toHaveLength(1)

  await field.fill(iban)
  await payAndSettle(await shopper.pressPay(order), world, hostedPage.authorise)

  await shopper.sees(order, 'Paid')
  expect(await payments(world, order)).toEqual([{ method: 'bank_account', iban: 'DE89370400440532013000' }])
})

// Every visitor of the demo is the same shopper: no earlier journey may have paid with this account.
alone('an account that was paid with before is offered for the next order', async ({ page, world }) => {
  const [first, next] = ['A-1001', 'A-1002']
  const shopper = new Shopper(page, world)
  await shopper.visitShop('?mode=popup&methods=here')
  await shopper.choose(next, 'Bank account')
  await expect(shopper.checkout(next).getByRole('radio', { name: /••••/ })).toHaveCount(0)
  await payByIban(shopper, first)

  await page.reload()
  await shopper.choose(next, 'Bank account')
  await shopper.choose(next, 'Bank account DE89 •••• 3000')
  await payAndSettle(await shopper.pressPay(next), world, hostedPage.authorise)

  await shopper.sees(next, 'Paid')
  const byAccount = { method: 'bank_account', instrument_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }
  expect(await payments(world, next)).toEqual([byAccount])
})

test('the wallet page shows the e-mail address that the shopper typed in the shop', async ({
  page,
  world,
  order,
}) => {
  const shopper = await visit(page, world, order)
  await shopper.choose(order, 'Wallet')
  await shopper.field(order, 'Email of your wallet account').fill('ada@wallet.example')

  const popup = await shopper.pressPay(order)

  await expect(popup.getByLabel('E-mail')).toHaveValue('ada@wallet.example')
  expect(await payments(world, order)).toEqual([{ method: 'service_wallet', email: 'ada@wallet.example' }])
})

test('after a decline another method makes a new attempt, which completes once', async ({
  page,
  world,
  order,
}) => {
  const shopper = await visit(page, world, order)
  await shopper.choose(order, 'Google Pay')
  await hostedPage.decline(await shopper.pressPay(order))
  await shopper.sees(order, 'The payment did not go through')

  await shopper.checkout(order).getByText('Pay another way').click()
  await shopper.choose(order, 'Card')
  await payAndSettle(await shopper.pressPay(order), world, hostedPage.payByCard)
  await shopper.sees(order, 'Paid')

  const { payins } = await world.sandboxState()
  const ours = payins.filter(({ reference }) => reference === order)
  expect(ours.map(({ status }) => status).sort()).toEqual(['COMPLETED', 'FAILED'])
  expect((await payments(world, order)).map((payment) => payment?.method).sort()).toEqual([
    'card',
    'google_pay',
  ])
  expect((await emittedNames(page)).filter((name) => name === 'payment-complete')).toHaveLength(1)
})

test('a shop in German shows the choice in German', async ({ page, world, order }) => {
  const shopper = await visit(page, world, order, '&lang=de')
  await shopper.sees(order, german.choose)
  await shopper.choose(order, german.methods.bank_account)
  await expect(shopper.field(order, german.bank)).toBeVisible()
})

test.describe('with a language file that was tampered with', () => {
  // Chromium and the widget each log a line about the hash.
  test.use({ expectedNoise: /integrity|payin-checkout: The language "de" could not be loaded/ })

  test('the shopper reads English, and the developer one line that says what to do', async ({
    page,
    world,
    order,
  }) => {
    const lines: string[] = []
    page.on('console', (line) => line.text().startsWith('payin-checkout') && lines.push(line.text()))
    await page.route('**/locales/de.json', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('Karte', 'Karte!') })
    })

    const shopper = await visit(page, world, order, '&lang=de')

    await shopper.sees(order, 'How would you like to pay?')
    await expect.poll(() => lines.length).toBe(1)
    expect(lines[0]).toContain('Serve "locales" of the same version there')
    expect(await shopper.checkout(order).textContent()).not.toContain('Karte')
  })
})

// The server caches the list for a while: in a shared world the fault would have no effect.
alone.describe('without the list of banks', () => {
  alone.use({ expectedNoise: /status of 503/ })

  alone('the bank is chosen on the payment page instead', { tag: '@long' }, async ({ page, world }) => {
    const order = 'A-1001'
    await world.addFault({ fault: 'error', operations: ['listBanks'], status: 500, work: 'undone' })
    const shopper = await visit(page, world, order)
    await shopper.choose(order, 'Bank account')
    const refused = page.waitForResponse(/\/checkout\/banks/)
    await shopper.field(order, 'Your bank or IBAN').focus()
    expect((await refused).status()).toBe(503)

    const popup = await shopper.pressPay(order)
    await popup.getByRole('button', { name: /Nordheim Sparbank/ }).click()
    await hostedPage.signInAtBank(popup)
    await payAndSettle(popup, world, hostedPage.authorise)

    await shopper.sees(order, 'Paid')
    expect(await payments(world, order)).toEqual([{ method: 'bank_account' }])
  })
})

test.describe('with a saved account that is not the shopper’s', () => {
  test.use({ expectedNoise: /status of 422|\/payment\/instrument_id/ })

  test('nothing is paid with it, and another way to pay goes through', async ({ page, world, order }) => {
    const id = '7a0c8a8e-0000-4000-8000-000000000001'
    await page.route('**/checkout/instruments', (route) =>
      route.fulfill({
        json: { content: [{ id, method: 'bank_account', iban: 'FR76*******************0189' }] },
      }),
    )
    const shopper = await visit(page, world, order)
    await shopper.choose(order, 'Bank account')
    await shopper.choose(order, /FR76/)
    await shopper.payButton(order).click()
    await shopper.sees(order, 'The payment could not be started')
    expect(await payments(world, order)).toEqual([])

    await shopper.choose(order, 'Card')
    await payAndSettle(await shopper.pressPay(order), world, hostedPage.payByCard)

    await shopper.sees(order, 'Paid')
  })
})
