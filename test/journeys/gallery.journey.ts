// Every screen of the elements in the demo's gallery: checked with axe, at the width of a small phone, under the page's
// policy. `GALLERY_SHOTS=folder` saves a picture of each chapter, and on the phone of each story.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { chapters, stories } from '../../demo/gallery/stories.ts'
import { expect, refuseStorage, test } from './support/shared-world.ts'
import type { World } from './support/world.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const shots = process.env.GALLERY_SHOTS
const [phone, desk] = [320, 900]

// A trace of this large page takes longer than the test; a failure names its stories.
if (process.env.JOURNEY_TRACES) test.use({ trace: 'off' })

// The browser and the widget log each fault of the stories.
test.use({
  expectedNoise: new RegExp(
    [
      '^Failed to load resource: the server responded with a status of (403|404|408|409|422|429|503) ',
      '^payin-checkout: The endpoint answered (403|404|408|409|422|429|503|text/html)\\b',
      '^payin-checkout: The `redirect_url` must be https: ',
      '^payin-checkout: The endpoint refused the code that was typed',
      '^payin-checkout: The order was paid by another session',
      '^payin-checkout: Nothing to pay: ',
      '^payin-checkout: Order A-1001: the page says 39.90 EUR, ',
    ].join('|'),
  ),
})

async function visitGallery(page: Page, world: World, query: string): Promise<void> {
  await page.setViewportSize({ width: phone, height: 800 })
  await page.goto(`${world.shop}/gallery?${query}`)
  const unready = page.locator('[data-story]:not([data-ready])')
  await expect
    .poll(() => unready.evaluateAll((cards) => cards.map(({ id }) => id)), {
      message: 'stories not reached',
      timeout: 25_000,
    })
    .toEqual([])
}

/** Each axe violation with its story. Runs through the debugger, because the page's policy allows only its own scripts. */
async function breaches(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const rules = { 'target-size': { enabled: true } }
    const { violations } = await axe.run(document, { elementRef: true, resultTypes: ['violations'], rules })
    function storyOf(element: Element | undefined): string {
      const root = element?.getRootNode()
      if (root instanceof ShadowRoot) return storyOf(root.host)
      return element?.closest('[data-story]')?.id ?? 'page'
    }
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ element, html }) => `${storyOf(element)}: ${id}: ${html}`),
    )
  })
}

/** The stories that are wider than the window. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (left < -1 || right > document.documentElement.clientWidth + 1)
    }
    const isTooWide = (card: Element) => {
      const shown = card.querySelector('.stage > *')?.shadowRoot?.querySelectorAll('*') ?? []
      return [card, ...shown].some(wide)
    }
    const { scrollWidth, clientWidth } = document.documentElement
    const found = [...document.querySelectorAll('[data-story]')].filter(isTooWide).map(({ id }) => id)
    return scrollWidth > clientWidth && found.length === 0 ? ['page'] : found
  })
}

/** One picture for each chapter: the whole page is higher than a picture can be. */
async function takePictures(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await loadImages(page)
  for (const chapter of chapters) {
    await page.locator(`section#${chapter.name}`).screenshot({ path: `${shots}/${name}-${chapter.name}.png` })
  }
}

/** Banks' logos load lazily: without this, a picture would be taken before they load. */
async function loadImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const elements = [...document.querySelectorAll('.stage > *')]
    const images = elements.flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('img') ?? [])])
    for (const image of images) image.loading = 'eager'
    await Promise.all(images.map((image) => image.decode().catch(() => {})))
  })
}

async function takeStories(page: Page, name: string): Promise<void> {
  for (const story of shots ? stories : []) {
    await page
      .locator(`#story-${story.name}`)
      .screenshot({ path: `${shots}/${name}-story-${story.name}.png` })
  }
}

for (const theme of ['light', 'dark']) {
  for (const [dir, lang] of [
    ['ltr', 'en'],
    ['rtl', 'he'],
  ]) {
    const tag = (theme === 'dark') === (dir === 'rtl') ? [] : ['@long']
    test(`every screen, ${theme} and ${dir}, fits a small phone and is accessible`, { tag }, async ({
      page,
      world,
    }) => {
      test.setTimeout(shots ? 300_000 : 90_000)
      await visitGallery(page, world, `theme=${theme}&dir=${dir}&lang=${lang}`)

      expect.soft(await tooWide(page)).toEqual([])
      expect.soft(await breaches(page)).toEqual([])
      await takePictures(page, `${theme}-${dir}-${phone}`)
      await takeStories(page, `${theme}-${dir}-${phone}`)

      await page.setViewportSize({ width: desk, height: 800 })
      expect.soft(await tooWide(page)).toEqual([])
      expect.soft(await breaches(page)).toEqual([])
      await takePictures(page, `${theme}-${dir}-${desk}`)
    })
  }
}

/** The texts of a page's screens, in the order of their stories. */
function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-story]')].map((card) => {
      const element = card.querySelector('.stage > *')
      return `${element?.shadowRoot?.querySelector('[part=root]')?.textContent} ${element?.textContent}`
    }),
  )
}

test('every screen shows the text that its story expects', async ({ page, world }) => {
  await visitGallery(page, world, 'lang=en')
  const texts = await textsOn(page)
  const silent: string[] = []
  // A list that is out of view closes, and a late result waits for the shopper: such a story is opened alone.
  for (const { name, says } of stories.filter(({ says }, at) => !texts[at]?.includes(says))) {
    await visitGallery(page, world, `lang=en&story=${name}`)
    if (!(await textsOn(page))[0]?.includes(says)) silent.push(`${name}: ${says}`)
  }

  expect(silent).toEqual([])
})

test('with forced colors every button is readable and has a border', async ({ page, world }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await visitGallery(page, world, '')
  const unreadable = await page.evaluate(() =>
    [...document.querySelectorAll('[data-story]')].flatMap((card) => {
      const root = card.querySelector('.stage > *')?.shadowRoot
      const isUnreadable = (node: Element) => {
        const { color, borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(node)
        return color === backgroundColor || borderTopColor === backgroundColor || borderTopWidth === '0px'
      }
      const found = [...(root?.querySelectorAll('.pay, .primary, .plain, #field, .panel') ?? [])]
      return found.filter(isUnreadable).map(({ className }) => `${card.id}: ${className}`)
    }),
  )

  expect.soft(unreadable).toEqual([])
  expect.soft(await breaches(page)).toEqual([])
  await takePictures(page, `forced-colors-${phone}`)
})

test('with reduced motion only a slow spinner moves', async ({ page, world }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visitGallery(page, world, 'theme=light')
  const durations = await page.evaluate(() =>
    [document, ...[...document.querySelectorAll('.stage > *')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
      .flatMap((root) => root.getAnimations())
      .map((animation) => animation.effect?.getComputedTiming().duration),
  )

  expect(durations.length).toBeGreaterThan(0)
  expect(durations.filter((duration) => Number(duration) < 3_000)).toEqual([])
})

test('the gallery has the shop’s policy, and answers 404 for an unknown story', async ({ page, world }) => {
  const [shop, gallery] = await Promise.all(
    ['/', '/gallery'].map((path) => page.request.get(world.shop + path)),
  )
  const unknown = await page.request.get(`${world.shop}/gallery?story=nothing`)

  expect(gallery?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(gallery?.headers()['content-security-policy']).toBe(shop?.headers()['content-security-policy'])
  expect(unknown.status()).toBe(404)
})

test('a story is shown where the browser refuses storage', async ({ page, world }) => {
  await page.addInitScript(refuseStorage)
  await page.goto(`${world.shop}/gallery?story=${stories[0]?.name}`)
  await expect(page.locator('[data-story][data-ready]')).toHaveCount(1)
})
