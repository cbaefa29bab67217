// Pages that are left, closed, cached or opened twice during a payment.
import { expect } from 'vitest'
import { completeElsewhere } from '../journeys/support/shared-world.ts'
import type { Journey } from './support/journey.ts'
import { hostedPage } from './support/shop.ts'

export function pageLives(journey: Journey): void {
  journey(
    'a page that is reloaded while its payment is open finds it again, and it is paid',
    async ({ shop }) => {
      await shop.visit({ mode: 'popup' })
      const popup = await shop.openPopup()
      await shop.tab.reload()
      await shop.sees('Payment not finished yet')
      await hostedPage.payAndSettle(popup, shop)

      await shop.endsPaid()
    },
  )

  journey('a payment that completes in one tab is shown in the other', async ({ shop }) => {
    await shop.visit({ mode: 'popup' })
    await shop.openPopup()
    const other = await shop.inNewTab()
    await other.visit({ mode: 'popup' })
    const popup = await other.openPopup()
    await hostedPage.payAndSettle(popup, shop)

    await other.endsPaid()
    await shop.endsPaid()
  })

  journey(
    'a shop page that is closed and opened again shows the payment made meanwhile',
    async ({ shop }) => {
      await shop.visit({ mode: 'popup' })
      const popup = await shop.openPopup()
      const later = await shop.inNewTab()
      await shop.tab.close()
      await hostedPage.payAndSettle(popup, shop)

      await later.showsAsPaid(() => later.visit({ mode: 'popup' }))
      expect(await shop.payins()).toEqual(['COMPLETED'])
    },
  )

  journey('a closed payment window is opened again for the same payin', async ({ shop }) => {
    await shop.visit({ mode: 'popup' })
    const first = await shop.openPopup()
    await first.close()
    await shop.sees('Window closed?')
    const popup = await shop.openAgain()
    await hostedPage.payAndSettle(popup, shop)

    await popup.closes()
    await shop.endsPaid()
  })

  journey(
    'Back from the hosted page restores a cached page, which reads the session at once',
    async ({ engine, world, shop }) => {
      // The demo shop's pages are `no-store`, so browsers never cache them; most shops' pages are not.
      await shop.visit({ mode: 'redirect', with: { headers: { 'cache-control': 'no-cache' } } })
      await shop.tab.run('window.isTheSamePage = true')
      await shop.pressPay()
      await shop.tab.arrivesAt(hostedPage.url)

      await shop.tab.back()
      await shop.sees('Payment not finished yet')
      // Firefox does not cache a page with an open request: it loads the page again.
      const keepsPage = engine !== 'firefox'
      expect(await shop.tab.run(`return 'isTheSamePage' in window`)).toBe(keepsPage)
      await shop.tab.press('button', 'Open the payment page')
      await shop.tab.arrivesAt(hostedPage.url)
      await completeElsewhere(world, shop.order)
      await shop.tab.back()

      await shop.sees('Paid')
      expect(await shop.payins()).toEqual(['COMPLETED'])
      if (keepsPage) expect(await shop.timesEmitted('payment-complete')).toBe(1)
    },
  )

  journey(
    'a return page in a separate tab shows the result of the payment and links back',
    async ({ world, shop }) => {
      await shop.visit({ mode: 'popup' })
      await shop.openPopup()
      const id = await shop.tab.run(`return document.querySelector('payin-checkout').state.session.id`)
      const returned = await shop.inNewTab()
      // A script may not close a tab with an earlier page in its history.
      await returned.visit()
      await returned.tab.goto(`${world.shop}/checkout/return?session=${id}`)
      await returned.tab.sees('Checking your payment…')
      await completeElsewhere(world, shop.order)

      await returned.tab.sees('Your payment has arrived.')
      await shop.endsPaid()
      await returned.tab.press('link', 'Back to the shop')
      await returned.tab.arrivesAt(`${world.shop}/`)
    },
  )
}
