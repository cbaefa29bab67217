// Shoppers who read German, and Arabic from right to left.
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { completeElsewhere } from '../journeys/support/shared-world.ts'
import type { Journey } from './support/journey.ts'

const read = (lang: string) =>
  JSON.parse(readFileSync(new URL(`../../dist/locales/${lang}.json`, import.meta.url), 'utf8'))

export function languages(journey: Journey): void {
  for (const [lang, direction] of [
    ['de', 'ltr'],
    ['ar', 'rtl'],
  ] as const) {
    journey(
      `a shopper pays on a page in "${lang}" in that language, ${direction}`,
      async ({ world, shop }) => {
        const messages = read(lang)
        await shop.visit({ mode: 'popup', with: { lang } })
        await shop.sees(messages.opensWindow)
        expect(await directionOfScreen(shop.tab)).toBe(direction)
        // Engines use different digits for this language.
        const pay = new RegExp(`^${messages.pay.replace('{amount}', '.*(49[.,]90|٤٩٫٩٠).*')}$`)
        const popup = await shop.openPopup(() => shop.tab.press('button', pay))
        await shop.sees(messages.popup[0])
        expect(await directionOfScreen(shop.tab)).toBe(direction)
        await completeElsewhere(world, shop.order)

        await shop.sees(messages.complete[0])
        expect(await shop.payins()).toEqual(['COMPLETED'])
        await popup.close()
      },
    )
  }
}

const directionOfScreen = (tab: { run(script: string): Promise<unknown> }) =>
  tab.run(`
    const button = document.querySelector('payin-checkout').shadowRoot.querySelector('button')
    return getComputedStyle(button).direction
  `)
