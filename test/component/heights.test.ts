// The height of every screen in English. What stands below the element hardly moves during a payment.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { settle } from '../support/fake-clock.ts'
import { limited, limitOf, mostGrowth, widths } from './height-limits.ts'
import { emulateMedia } from './media.ts'
import { endMotion } from './mounted.ts'
import { type Screen, stories } from './stories.ts'

afterEach(async () => {
  document.body.replaceChildren()
  await page.viewport(414, 896)
})

/** The height that a screen has when nothing moves any more. */
async function heightAt(screen: Screen, width: number): Promise<number> {
  await page.viewport(width, 800)
  document.body.style.margin = '0'
  const mounted = await stories[screen]()
  endMotion(mounted)
  return Math.round(mounted.element.getBoundingClientRect().height)
}

test('no limit is more than 120 pixels above the button’s own height', () => {
  for (const width of widths) {
    const most = limitOf('idle', width) + mostGrowth
    expect(limited.filter((screen) => limitOf(screen, width) > most)).toEqual([])
  }
})

describe.each(limited)('the screen “%s” is not higher than its limit', (screen) => {
  test.each(widths)('in a window of %i pixels', async (width) => {
    expect(await heightAt(screen, width)).toBeLessThanOrEqual(limitOf(screen, width))
  })
})

describe('a change of height', () => {
  const moving = (root: ShadowRoot | null) =>
    (root?.getAnimations() ?? []).flatMap(({ effect }) =>
      effect instanceof KeyframeEffect ? effect.getKeyframes().map(({ height }) => height) : [],
    )

  beforeEach(() => emulateMedia({ features: { 'prefers-reduced-motion': 'no-preference' } }))
  afterEach(() => emulateMedia())

  test('is eased from the height before to the one after', async () => {
    const mounted = await stories['waiting popup']()
    const root = mounted.element.shadowRoot
    endMotion(mounted)
    const before = mounted.element.getBoundingClientRect().height
    mounted.element.cancel()
    const heights = moving(root)

    expect(heights[0]).toBe(`${before}px`)
    expect(mounted.element.getBoundingClientRect().height).toBeLessThan(before + 5)
    endMotion(mounted)
    expect(heights.at(-1)).toBe(`${mounted.element.getBoundingClientRect().height}px`)
  })

  test('does not move for people who ask for reduced motion', async () => {
    const mounted = await stories['waiting popup']()
    await emulateMedia()
    endMotion(mounted)
    mounted.element.cancel()

    expect(moving(mounted.element.shadowRoot)).toEqual([])
  })

  test('does not run when the page shows the element first', async () => {
    const mounted = await stories.idle()
    expect(moving(mounted.element.shadowRoot)).toEqual([])
  })
})

test('the ways to pay stay where they are while the payment is opened', async () => {
  const mounted = await stories.choice()
  const before = mounted.element.getBoundingClientRect().height
  mounted.element.open()
  await settle()

  expect(mounted.all('fieldset:disabled')).toHaveLength(1)
  expect(mounted.element.getBoundingClientRect().height).toBe(before)
})
