// A shopper without a mouse chooses a method.
import { expect } from 'vitest'
import { payinsOfOrder } from '../journeys/support/paid-once.ts'
import { eventually } from './support/eventually.ts'
import type { Journey } from './support/journey.ts'
import { hostedPage, type Shop } from './support/shop.ts'
import { type Focused, keys } from './support/tab.ts'

/** Presses Tab until an element has the focus. */
async function tabTo(shop: Shop, role: string, name: string): Promise<void> {
  const seen: string[] = []
  for (let presses = 0; presses < 40; presses++) {
    const at = await shop.tab.focused()
    if (at.role === role && at.name === name) return
    seen.push(`${at.role} ${at.name}`)
    await shop.tab.type(keys.Tab)
  }
  throw new Error(`Tab leads to no ${role} ${name}, but to: ${seen.join(', ')}`)
}

const focusIs = (shop: Shop, expected: Partial<Focused>) =>
  eventually(async () => expect(await shop.tab.focused()).toMatchObject(expected))

/** The requested payment methods of an order's payins. */
async function payments(shop: Shop): Promise<unknown[]> {
  return (await payinsOfOrder(shop.world, shop.order)).map((payin) => 'payment' in payin && payin.payment)
}

async function chooseBankAccount(shop: Shop): Promise<void> {
  await shop.visit({ mode: 'popup', methods: 'here' })
  await shop.tab.find('radio', 'Card')
  await tabTo(shop, 'radio', 'Card')
  await shop.tab.type(keys.ArrowDown)
  await focusIs(shop, { role: 'radio', name: 'Bank account' })
}

export function keyboards(journey: Journey): void {
  journey(
    'a pay button far below the window has its accessible name before anybody scrolls there',
    async ({ shop }) => {
      await shop.visit({ mode: 'popup' })
      await shop.sees('Opens a secure page')
      await shop.tab.run(`document.body.style.marginTop = '4000px'`)

      expect(await shop.tab.findAll('button', /^Pay/)).toHaveLength(1)
    },
  )

  journey('a bank is found by typing and chosen with the arrow keys', async ({ shop }) => {
    await chooseBankAccount(shop)
    await tabTo(shop, 'combobox', 'Your bank or IBAN')
    await shop.tab.type('lisi')
    await shop.tab.find('option', 'Crédit Lisière')
    await shop.tab.type(keys.ArrowDown + keys.Enter)
    await focusIs(shop, { role: 'combobox', value: 'Crédit Lisière' })
    const popup = await shop.openPopup(() => shop.tab.type(keys.Enter))
    await popup.find('heading', 'Sign in to Crédit Lisière')
    await hostedPage.signInAtBank(popup)
    await hostedPage.payAndSettle(popup, shop, hostedPage.authorise)

    await shop.endsPaid()
    const bank_id = 'b0a7c000-0000-4000-8000-000000000004'
    expect(await payments(shop)).toEqual([{ method: 'bank_account', bank_id }])
  })

  journey('an IBAN is grouped while typing, and the caret keeps its place', async ({ shop }) => {
    await chooseBankAccount(shop)
    await tabTo(shop, 'combobox', 'Your bank or IBAN')
    await shop.tab.type('de893700440532013000')
    await focusIs(shop, { value: 'DE89 3700 4405 3201 3000', caret: 24 })
    await shop.tab.type(keys.ArrowLeft.repeat(17))
    await focusIs(shop, { caret: 7 })
    await shop.tab.type('04')
    await focusIs(shop, { value: 'DE89 3704 0044 0532 0130 00' })
    const { caret } = await shop.tab.focused()
    expect('DE89 3704 0044 0532 0130 00'.slice(0, caret).trim()).toBe('DE89 3704')
    const popup = await shop.openPopup(() => shop.tab.type(keys.Enter))
    await hostedPage.payAndSettle(popup, shop, hostedPage.authorise)

    await shop.endsPaid()
    expect(await payments(shop)).toEqual([{ method: 'bank_account', iban: 'DE89370400440532013000' }])
  })
}
