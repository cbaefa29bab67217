// A browser that opens no window.
import { expect } from 'vitest'
import { completeElsewhere } from '../journeys/support/shared-world.ts'
import type { Journey } from './support/journey.ts'
import { hostedPage, type Visit } from './support/shop.ts'

export function refusals(journey: Journey): void {
  for (const [what, script] of [
    ['a refused popup', 'refuse-windows'],
    ['a popup that nobody pressed for, which the browser blocks,', 'open-unasked'],
  ] as const) {
    journey(`${what} leads to a redirect`, async ({ world, slowShop }) => {
      const shop = await slowShop()
      const visit: Visit = { with: { script } }
      await shop.visit(visit)
      if (script === 'refuse-windows') await shop.pressPay()
      await hostedPage.pay(shop.tab)

      await shop.tab.arrivesAt(shop.address(visit))
      await completeElsewhere(world, shop.order)
      await shop.endsPaid()
      expect((await shop.emitted()).filter((name) => name === 'payment-blocked')).toHaveLength(1)
    })
  }

  journey(
    'a blocked popup leaves a button that opens it, when the shop allows no redirect',
    async ({ shop }) => {
      await shop.visit({ mode: 'popup', with: { script: 'open-unasked' } })
      await shop.sees('Your browser blocked the payment window')
      const popup = await shop.openAgain()
      await hostedPage.payAndSettle(popup, shop)

      await popup.closes()
      await shop.endsPaid()
      expect(await shop.emitted()).toContain('payment-blocked')
    },
  )
}
