// The shop in a frame on its own site and on another site, where browsers partition its storage.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Journey } from './support/journey.ts'
import { hostedPage, type Shop, type Visit } from './support/shop.ts'

/** Headers of a shop that allows frames; the demo shop refuses them, as a shop with accounts should. */
const framed = {
  headers: { 'content-security-policy': "default-src 'self'; require-trusted-types-for 'script'" },
}

/** Opens the outer page. @returns its address */
async function visitAround(
  shop: Shop,
  visit: Visit,
  site = shop.world.shop,
  attributes = {},
): Promise<string> {
  const query = new URLSearchParams({
    shop: shop.address({ ...visit, with: { ...visit.with, ...framed } }),
    ...attributes,
  })
  const around = `${site}/around?${query}`
  await shop.tab.goto(around)
  return around
}

export function frames(journey: Journey): void {
  journey('a shopper pays in a popup from a frame on the shop’s own site', async ({ shop }) => {
    await visitAround(shop, { mode: 'popup' })
    const popup = await shop.inFrame.openPopup()
    await hostedPage.payAndSettle(popup, shop)

    await popup.closes()
    await shop.inFrame.endsPaid()
  })

  journey('the way back from a frame on the shop’s own site leads to the outer page', async ({ shop }) => {
    const around = await visitAround(shop, { mode: 'redirect' })
    await shop.inFrame.pressPay()
    await hostedPage.payAndSettle(shop.tab, shop)

    await shop.tab.arrivesAt(around)
    await shop.inFrame.sees('Paid')
  })

  journey(
    'a shopper pays in a popup from a frame on another site, and closes the window',
    async ({ shop, world }) => {
      await visitAround(shop, { mode: 'popup' }, world.shop.replace('127.0.0.1', 'localhost'))
      const popup = await shop.inFrame.openPopup()
      await hostedPage.payAndSettle(popup, shop)

      await shop.inFrame.endsPaid()
      // The return page cannot reach a frame on another site, so only the shopper can close it.
      await popup.sees('You can close this window and go back')
      await popup.press('button', 'Close this window')
      await popup.closes()
    },
  )

  journey(
    'a shopper on a phone pays in a window, if the frame’s sandbox refuses the redirect of the tab',
    async ({ shop, world }) => {
      const site = world.shop.replace('127.0.0.1', 'localhost')
      const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'
      await visitAround(shop, { mode: 'auto', with: { script: 'on-a-phone' } }, site, { sandbox })
      await shop.inFrame.pressPay()
      await shop.inFrame.sees('Your browser blocked the payment window')
      // Sooner, a press at the same place is the second click of a double click.
      await sleep(600)
      const popup = await shop.inFrame.openAgain()
      await hostedPage.payAndSettle(popup, shop)

      await shop.inFrame.endsPaid()
    },
  )

  journey(
    'a frame on another site redirects the whole tab to the hosted page, which leads back to the shop',
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
