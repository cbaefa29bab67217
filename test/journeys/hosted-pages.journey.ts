// The sandbox's hosted pages in a browser: every payment method, a payout, a bank transfer, an on-ramp.
import type { PlaywrightTestOptions } from '@playwright/test'
import { expect, type HostedVisit, test } from './support/hosted-visit.ts'

const screens = [
  { name: 'phone', tag: [], viewport: { width: 320, height: 700 } },
  { name: 'desk, dark', tag: ['@long'], viewport: { width: 1100, height: 800 }, colorScheme: 'dark' },
] satisfies ({ name: string; tag: string[] } & Partial<PlaywrightTestOptions>)[]

/** Chooses by keyboard: the arrow keys reach the radio, and Enter opens its step. */
async function choose({ page }: HostedVisit, method: string): Promise<void> {
  const radio = page.getByRole('radio', { name: method, exact: true })
  await radio.focus()
  await page.keyboard.press('Space')
  await expect(radio).toBeChecked()
}

async function fillCard({ page }: HostedVisit, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12/40')
  await page.getByLabel('Security code').fill('123')
}

const payers: [way: string, method: string, pay: (visit: HostedVisit) => Promise<void>][] = [
  [
    'a card',
    'Card',
    async (visit) => {
      await visit.press(/^Pay/)
      await expect(visit.page.getByRole('alert')).toContainText('correction')
      await expect(visit.page.getByLabel('Card number')).toBeFocused()
      await fillCard(visit, '4242 4242 4242 4242')
      await visit.press(/^Pay/)
    },
  ],
  [
    'a card that asks for 3-D Secure',
    'Card',
    async (visit) => {
      await fillCard(visit, '4000 0000 0000 3220')
      await visit.press(/^Pay/)
      await visit.page.getByLabel('Code').fill('9999')
      await visit.press('Confirm code')
      await visit.page.getByLabel('Code').fill('1234')
      await visit.press('Confirm code')
    },
  ],
  [
    'a bank account',
    'Bank account',
    async (visit) => {
      await visit.press('Continue')
      await visit.page.getByLabel('Find your bank').fill('nordh')
      await expect(visit.page.getByRole('button', { name: /Aldermoor/ })).toBeHidden()
      await visit.press(/Nordheim Sparbank/)
      await visit.agreeAtBank()
    },
  ],
  ['Google Pay', 'Google Pay', (visit) => payOnSheet(visit, 'Google Pay')],
  ['Apple Pay', 'Apple Pay', (visit) => payOnSheet(visit, 'Apple Pay')],
  [
    'a wallet',
    'Tidewell wallet',
    async (visit) => {
      await visit.press('Continue')
      await visit.press('Send me a code')
      await visit.page.getByLabel('Code').fill('000000')
      await visit.press('Sign in')
      await visit.page.getByLabel('Code').fill('123456')
      await visit.press('Sign in')
      await visit.press(/^Pay/)
    },
  ],
  [
    'a crypto transfer',
    'Crypto transfer',
    async (visit) => {
      await visit.press('Continue')
      await visit.press('I have sent it')
    },
  ],
]

async function payOnSheet(visit: HostedVisit, name: string): Promise<void> {
  await visit.press('Continue')
  await visit.press(`Pay with ${name}`)
}

/** Methods whose pages another one of this list has too, or which the journeys of the choice open. */
const isRare = new Set(['a card that asks for 3-D Secure', 'Apple Pay', 'a wallet', 'a crypto transfer'])

for (const { name, tag, ...screen } of screens) {
  test.describe(name, { tag }, () => {
    test.use(screen)

    for (const [way, method, pay] of payers) {
      const wayTag = isRare.has(way) ? ['@long'] : []
      test(`a payer pays with ${way} and is back at the merchant`, { tag: wayTag }, async ({ visit }) => {
        const payin = await visit.payin()
        await visit.open(payin.redirect_url)
        await choose(visit, method)
        await pay(visit)
        await visit.page.waitForURL(visit.returnUrl)
        expect(['AUTHORIZED', 'COMPLETED']).toContain(visit.sandbox.service.payins.find(payin.id)?.status)
      })
    }

    test('a payer who has paid before pays with the saved card', async ({ visit }) => {
      const account = { method: 'bank_account', iban: 'DE89370400440532013000' }
      await visit.open((await visit.payin({ payment: account })).redirect_url)
      await visit.press('Authorise')
      await visit.open((await visit.payin({ payment: { method: 'card' } })).redirect_url)
      await fillCard(visit, '4242 4242 4242 4242')
      await visit.press(/^Pay/)

      const payin = await visit.payin()
      await visit.open(payin.redirect_url)
      await expect(visit.page.getByRole('heading', { name: 'Used before' })).toBeVisible()
      await expect(visit.page.getByRole('radio', { name: /Bank account DE89/ })).toBeVisible()
      await visit.page.getByRole('radio', { name: /Card 4242/ }).check()
      await visit.press(/^Pay/)
      await expect(visit.page.getByLabel('Security code').first()).toBeFocused()
      await visit.page.getByLabel('Security code').first().fill('123')
      await visit.press(/^Pay/)
      await visit.page.waitForURL(visit.returnUrl)
      expect(['AUTHORIZED', 'COMPLETED']).toContain(visit.sandbox.service.payins.find(payin.id)?.status)
    })

    test('a recipient types an IBAN, checks and confirms', async ({ visit }) => {
      const payout = await visit.payout()
      await visit.open(payout.redirect_url)
      await visit.page.getByRole('radio', { name: /Bank account/ }).check()
      await visit.press('Continue')
      await visit.page.getByLabel('IBAN').pressSequentially('de89370400440532013001')
      await expect(visit.page.getByLabel('IBAN')).toHaveValue('DE89 3704 0044 0532 0130 01')
      await visit.page.getByLabel('Account holder').fill('Mara Lind')
      await visit.press('Continue')
      await expect(visit.page.getByRole('alert')).toBeVisible()
      await visit.page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
      await visit.press('Continue')
      await visit.press('Confirm')
      await visit.page.waitForURL(visit.returnUrl)
      expect(['PROCESSING', 'COMPLETED']).toContain(visit.sandbox.service.payouts.find(payout.id)?.status)
    })

    test('a payer authorizes a bank transfer', async ({ visit }) => {
      const { id, link } = await visit.bankTransfer()
      await visit.open(link)
      await visit.press('Choose your bank')
      await visit.press(/Aldermoor Bank/)
      await visit.agreeAtBank()
      await visit.page.waitForURL(visit.returnUrl)
      expect(visit.sandbox.service.bankTransfers.find(id)?.paymentStatus).toBe('AUTHORIZED')
    })

    test('a user sees the progress of an on-ramp until the crypto is sent', async ({ visit }) => {
      const link = await visit.onRamp()
      await visit.open(link)
      await visit.press('Choose your bank')
      await visit.press(/Banco Valdoro/)
      await visit.agreeAtBank()
      // The page follows the status by itself, without a reload, also past an answer of somebody between.
      await visit.page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
      await visit.page.route(visit.page.url(), (route) => route.fulfill({ body: 'Bad gateway' }), {
        times: 1,
      })
      await expect(visit.page.getByRole('heading', { name: 'Payment complete' })).toBeVisible()
      expect(await visit.page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
      expect(visit.sandbox.service.onRamps.list()[0]?.paymentStatus).toBe('COMPLETED')
      await visit.look()
      await visit.press(/^Back to/)
      await visit.open(link)
      await expect(visit.page.getByRole('heading', { level: 1 })).toHaveText('This link has been used')
    })

    test('a payer reads the page in another language, from right to left, and cancels', async ({ visit }) => {
      const payin = await visit.payin({ payer: { email: 'mara@example.test', country: 'DE' } })
      await visit.open(payin.redirect_url)
      await visit.page.locator('details.settings summary').click()
      await visit.look()
      await visit.page.getByLabel('Language').selectOption('ar')
      await expect(visit.page.locator('html')).toHaveAttribute('dir', 'rtl')
      await visit.look()
      await visit.press('إلغاء')
      await visit.page.waitForURL(visit.returnUrl)
      await visit.open(payin.redirect_url)
      expect(visit.sandbox.service.payins.find(payin.id)?.status_details).toBe('DECLINED_BY_PAYER')
    })
  })
}

test('a typed card stays when the language changes, but for its security code', async ({ visit }) => {
  const { page } = visit
  await visit.open((await visit.payin()).redirect_url)
  await choose(visit, 'Card')
  await fillCard(visit, '4242 4242 4242 4242')
  await page.locator('details.settings summary').click()
  await page.getByLabel('Language').selectOption('de')
  await expect(page.getByLabel('Kartennummer')).toHaveValue('4242 4242 4242 4242')
  await expect(page.getByLabel('Gültig bis')).toHaveValue('12/40')
  await expect(page.getByLabel('Prüfnummer')).toHaveValue('')
})

test('a payer whose request gets no page presses once more', async ({ visit }) => {
  const { page } = visit
  await page.clock.install()
  const payin = await visit.payin()
  // With this answer the browser stays on the page, as after a press of its Stop button.
  await page.route('**/pay', (route) => route.fulfill({ status: 204 }), { times: 1 })
  await visit.open(payin.redirect_url)
  await fillCard(visit, '4242 4242 4242 4242')
  const pay = page.getByRole('button', { name: /^Pay/ }).filter({ visible: true }).first()
  const answered = page.waitForResponse((response) => response.status() === 204)
  await pay.click({ noWaitAfter: true })
  await answered
  await page.clock.fastForward(5000)
  await pay.click()
  await page.waitForURL(visit.returnUrl)
  // It is COMPLETED two seconds later, which a slow browser may take to come back.
  expect(visit.sandbox.service.payins.find(payin.id)?.status).toMatch(/AUTHORIZED|COMPLETED/)
})

test('an address that the browser refuses to copy is selected', async ({ visit }) => {
  const { page } = visit
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await visit.open(`${(await visit.payin()).redirect_url}/crypto`)
  await page.getByRole('button', { name: /Address/ }).click()
  await expect.poll(() => page.evaluate(() => `${getSelection()}`)).toMatch(/^0x[0-9a-f]{40}$/)
})

test('a page without a clipboard, as on plain http, has no button to copy', async ({ visit }) => {
  const { page } = visit
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await visit.open(`${(await visit.payin()).redirect_url}/crypto`)
  await expect(page.getByRole('button', { name: 'I have sent it' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0)
})

test('a page whose time is up without a connection waits for one', async ({ visit }) => {
  const { page, sandbox } = visit
  await page.clock.install()
  await visit.open((await visit.payin()).redirect_url)
  await page.context().setOffline(true)
  sandbox.clock.advance(60 * 60_000)
  await page.clock.fastForward(60 * 60_000)
  await expect(page.locator('#deadline')).toHaveText('0:00')
  await page.context().setOffline(false)
  await page.clock.fastForward(1_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This payment has expired')
})

test('the fields of a card end at one edge, and banks beside each other are equally high', async ({
  visit,
}) => {
  const { page } = visit
  await page.setViewportSize({ width: 1100, height: 800 })
  const { redirect_url } = await visit.payin()
  await visit.open(redirect_url)
  const endOf = (label: string) =>
    page.getByLabel(label).evaluate((field) => Math.round(field.getBoundingClientRect().right))
  expect(await endOf('Security code')).toBe(await endOf('Card number'))
  await visit.open(`${redirect_url}/bank`)
  const heights = await page
    .getByRole('button', { name: /Banco (Foz|Marazul)/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))
  expect(new Set(heights).size).toBe(1)
})
