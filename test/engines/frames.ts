// The shop in a frame, of its own site and of another: browsers keep the storage of the second apart.
import type { Journey } from './support/journey.ts'
import { hostedPage, type Shop, type Visit } from './support/shop.ts'

/** The demo shop refuses to be framed, as a shop with accounts should; this one offers itself for it. */
const framed = {
  headers: { 'content-security-policy': "default-src 'self'; require-trusted-types-for 'script'" },
}

/** Opens the page around the frame, and gives its address. */
async function visitAround(shop: Shop, visit: Visit, site = shop.world.shop): Promise<string> {
  const around = `${site}/around?shop=${encodeURIComponent(shop.address({ ...visit, with: framed }))}`
  await shop.tab.goto(around)
  return around
}

export function frames(journey: Journey): void {
  journey('a shopper pays in a popup from a frame of the shop’s own site', async ({ shop }) => {
    await visitAround(shop, { mode: 'popup' })
    const popup = await shop.inFrame.openPopup()
    await hostedPage.payAndSettle(popup, shop)

    await popup.closes()
    await shop.inFrame.endsPaid()
  })

  journey('a frame of the shop’s own site leads back to the page around it', async ({ shop }) => {
    const around = await visitAround(shop, { mode: 'redirect' })
    await shop.inFrame.pressPay()
    await hostedPage.payAndSettle(shop.tab, shop)

    await shop.tab.arrivesAt(around)
    await shop.inFrame.sees('Paid')
  })

  journey(
    'a shopper pays in a popup from a frame of another site, and closes the window',
    async ({ shop, world }) => {
      await visitAround(shop, { mode: 'popup' }, world.shop.replace('127.0.0.1', 'localhost'))
      const popup = await shop.inFrame.openPopup()
      await hostedPage.payAndSettle(popup, shop)

      await shop.inFrame.endsPaid()
      // The return page cannot tell a frame on another site that it was reached, so nobody closes it but the shopper.
      await popup.sees('You can close this window and go back')
      await popup.press('button', 'Close this window')
      await popup.closes()
    },
  )

  journey(
    'a frame of another site leaves the whole tab for the hosted page, which leads back to the shop',
    async ({ shop, world }) => {
      await visitAround(shop, { mode: 'redirect' }, world.shop.replace('127.0.0.1', 'localhost'))
      await shop.inFrame.pressPay()
      await hostedPage.payAndSettle(shop.tab, shop)

      await shop.tab.sees('Thank you. Your payment has arrived.')
      await shop.tab.press('link', 'Back to the shop')
      await shop.tab.arrivesAt(`${world.shop}/`)
      await shop.showsAsPaid()
    },
  )
}
