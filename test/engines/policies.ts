// Headers of shops and hosted pages: a strict content policy, and opener policies that cut the reference between windows.
import { expect } from 'vitest'
import type { EngineName } from '../../scripts/find-engines.ts'
import { policy } from '../journeys/support/document-page.ts'
import type { Journey } from './support/journey.ts'
import { hostedPage } from './support/shop.ts'

const mixes = [
  ['same-origin', 'none'],
  ['same-origin-allow-popups', 'none'],
  ['none', 'same-origin'],
  ['same-origin', 'same-origin-allow-popups'],
] as const

/** Whether the shop can see that the window is still open. */
function keepsWindow(engine: EngineName, page: string, hosted: string): boolean {
  // WebKit cuts the reference with any policy of the shop.
  return hosted === 'none' && (engine === 'webkit' ? page === 'none' : page !== 'same-origin')
}

export function policies(journey: Journey): void {
  journey('a payment breaks no rule of the policy in docs/security.md', async ({ shop }) => {
    expect(policy).toContain("require-trusted-types-for 'script'")
    await shop.visit({
      mode: 'popup',
      methods: 'here',
      with: { bare: true, headers: { 'content-security-policy': policy } },
    })
    await shop.tab.press('radio', 'Card')
    const popup = await shop.openPopup()
    await hostedPage.payAndSettle(popup, shop, hostedPage.payByCard)

    await popup.closes()
    await shop.endsPaid()
  })

  journey('these tests notice a page that breaks that policy', async ({ shop, hearNoise }) => {
    await shop.visit({
      with: { bare: true, script: 'break-policy', headers: { 'content-security-policy': policy } },
    })
    await hearNoise(/policy violation: style-src/)
  })

  for (const [page, hosted] of mixes) {
    journey(
      `a payment completes once and its window closes: opener policy of the shop ${page}, of the hosted page ${hosted}`,
      async ({ engine, world, shop }) => {
        if (hosted !== 'none') await world.addFault({ fault: 'coop', value: hosted })
        const headers = page === 'none' ? {} : { 'cross-origin-opener-policy': page }
        await shop.visit({ mode: 'popup', with: { headers } })
        const popup = await shop.openPopup()

        await shop.sees(keepsWindow(engine, page, hosted) ? 'Waiting for your payment' : 'Window closed?')
        await hostedPage.payAndSettle(popup, shop)

        await popup.closes()
        await shop.endsPaid()
      },
    )
  }
}
