// Whole payments with a screen reader: Orca, Firefox, a real keyboard, the demo shop. The expected utterances
// are in `transcripts`, one file for each journey, reviewed by a person.
import { afterEach, beforeEach, test } from 'vitest'
import { compareTranscript, type ListenedJourney } from './support/compare-transcript.ts'
import { openShop, type Shop } from './support/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop?.close())

/** Opens the page of an order, and goes to its title from heading to heading. */
async function opens({ listener }: ListenedJourney, order: string, query = '&mode=popup'): Promise<void> {
  await listener.visit(`${shop.world.shop}/?order=${order}${query}`)
  await listener.presses('h')
}

/** Waits for the page first: the utterances after closing the window during the create request depend on timing. */
async function closesThePaymentPage({ listener, desktop }: ListenedJourney): Promise<void> {
  await listener.does('closes the window of the payment page', async () => {
    await listener.arrivesAt(/^Pay €/)
    await desktop.press('ctrl+w')
  })
}

test('a screen reader announces a whole payment: the checkout, the choice of a bank, and "Paid"', () =>
  compareTranscript('paid', async (heard) => {
    const { listener, desktop } = heard
    await opens(heard, 'H-1', '&mode=popup&methods=here')
    for (let line = 0; line < 11; line++) await listener.presses('Down')
    await listener.presses('shift+h')
    await listener.presses('Tab')
    await listener.presses('Down')
    await listener.presses('space')
    await listener.presses('Tab')
    for (const letter of 'lisx') await listener.presses(letter)
    await listener.presses('BackSpace')
    await listener.presses('Down')
    await listener.presses('Return')
    await listener.presses('Tab')
    await listener.presses('Return')
    await listener.does('signs in at the bank and authorises the payment, in the other window', async () => {
      await listener.arrivesAt(/^Sign in to Crédit Lisière/)
      await listener.tabsTo(/^User name/)
      await desktop.type('ada')
      await listener.tabsTo(/^Password/)
      await desktop.type('secret')
      await desktop.press('Return')
      await listener.arrivesAt(/^Authorise this payment/)
      await listener.tabsTo(/^Authorise push button/)
      await desktop.press('Return')
      await shop.reaches('H-1', 'AUTHORIZED')
    })
    await listener.does('waits for the final confirmation', () => shop.complete('H-1'))
    await listener.presses('Tab')
  }))

test('a screen reader announces why a payment is declined, and the shopper can try again', () =>
  compareTranscript('declined', async (heard) => {
    const { listener, desktop } = heard
    await opens(heard, 'H-2')
    await listener.presses('Tab')
    await listener.presses('Return')
    await listener.does('declines the payment in the other window', async () => {
      await listener.arrivesAt(/^Pay €/)
      await listener.tabsTo(/^Decline push button/)
      await desktop.press('Return')
      await shop.reaches('H-2', 'FAILED')
    })
    await listener.presses('Tab')
    await listener.presses('Return')
  }))

test('a screen reader announces a closed window, the check of the payment, and the cancel', () =>
  compareTranscript('canceled', async (heard) => {
    const { listener } = heard
    await opens(heard, 'H-3')
    await listener.presses('Tab')
    await listener.presses('Return')
    await closesThePaymentPage(heard)
    await listener.presses('Tab')
    await listener.presses('Tab')
    await listener.presses('Return')
    await listener.presses('Tab')
    await listener.presses('Return')
    await listener.presses('Tab')
  }))

test('a screen reader announces that the time is up, and the shopper can start again', () =>
  compareTranscript('expired', async (heard) => {
    const { listener } = heard
    await opens(heard, 'H-4')
    await listener.presses('Tab')
    await listener.presses('Return')
    await closesThePaymentPage(heard)
    // Otherwise the service's change comes just before or just after the page's own timer.
    await shop.world.addFault({ fault: 'webhook_late', ms: 5_000, count: 1 })
    await listener.does('waits until the time is up', () => shop.reaches('H-4', 'EXPIRED'))
    await listener.presses('Tab')
  }))

test('a screen reader announces that money does not fit the order, and why', () =>
  compareTranscript('review', async (heard) => {
    const { listener, desktop } = heard
    await opens(heard, 'H-5')
    await listener.presses('Tab')
    await listener.presses('Return')
    await listener.does('pays by card in the other window', async () => {
      await listener.arrivesAt(/^Pay €/)
      await listener.tabsTo(/^Card number/)
      await desktop.type('4242424242424242')
      await listener.tabsTo(/^Expiry date/)
      await desktop.type('12/40')
      await listener.tabsTo(/^Security code/)
      await desktop.type('123')
      await desktop.press('Return')
      await shop.reaches('H-5', 'AUTHORIZED')
    })
    await listener.does('waits for the final confirmation, after the shop has changed the price', () =>
      shop.complete('H-5'),
    )
    await listener.presses('Tab')
  }))

test('a screen reader announces that the price has changed, and what it was before', () =>
  compareTranscript('repriced', async (heard) => {
    const { listener, desktop } = heard
    await opens(heard, 'H-6', '&mode=redirect')
    await listener.presses('Tab')
    await listener.presses('Return')
    await listener.arrivesAt(/^Pay €/)
    // Not a step, because Orca may or may not say what is announced while the page loads.
    await desktop.press('alt+Left')
    await listener.arrivesAt(/Lantern Row/, 4_000)
    await listener.presses('h')
    await listener.presses('Tab')
    // If the shop answers at once, Orca reads the second text for both.
    await listener.does('presses Return, and the shop answers after a moment', () =>
      shop.world.whileServerIsFrozen(async () => {
        await desktop.press('Return')
        await listener.hears(/^Taking you/)
      }),
    )
    await listener.presses('Tab')
  }))
