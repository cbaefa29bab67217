// The ways in which a shopper pays.
import { expect } from 'vitest'
import { payinsOfOrder } from '../journeys/support/paid-once.ts'
import { completeElsewhere } from '../journeys/support/shared-world.ts'
import type { Journey } from './support/journey.ts'
import { hostedPage } from './support/shop.ts'

export function payments(journey: Journey): void {
  journey(
    'a shopper pays in the popup: completes once, is created once, is shown as paid after a reload',
    async ({ shop }) => {
      await shop.visit({ mode: 'popup' })
      const popup = await shop.openPopup()
      await hostedPage.payAndSettle(popup, shop)

      await popup.closes()
      await shop.endsPaid()
      await shop.showsAsPaid()
    },
  )

  journey(
    'a shopper pays by redirect and comes back to the page that was left',
    async ({ world, slowShop }) => {
      const shop = await slowShop()
      await shop.visit({ mode: 'redirect' })
      await shop.pressPay()
      await hostedPage.pay(shop.tab)

      await shop.tab.arrivesAt(shop.address({ mode: 'redirect' }))
      await shop.sees('Payment received')
      await completeElsewhere(world, shop.order)
      await shop.endsPaid()
    },
  )

  journey(
    'a shopper who is declined pays with a second payin, and the first stays failed',
    async ({ world, shop }) => {
      await shop.visit({ mode: 'popup' })
      const declined = await shop.openPopup()
      await hostedPage.decline(declined)
      await declined.closes()
      await shop.sees('The payment did not go through')
      const [first] = await payinsOfOrder(world, shop.order)

      const popup = await shop.openPopup()
      await hostedPage.payAndSettle(popup, shop)

      await shop.sees('Paid')
      await shop.waitForEvent('payment-complete')
      const payins = await payinsOfOrder(world, shop.order)
      expect(payins.filter(({ id }) => id === first?.id).map(({ status }) => status)).toEqual(['FAILED'])
      expect(payins.filter(({ id }) => id !== first?.id).map(({ status }) => status)).toEqual(['COMPLETED'])
      const ends = (await shop.emitted()).filter((name) => /complete|failed|error/.test(name))
      expect(ends).toEqual(['payment-failed', 'payment-complete'])
    },
  )
}
