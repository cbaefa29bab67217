// HTML, scripts and styles of the documents, tested in a shop's page with a merchant server that answers three fields.
// An error in a page's console fails its journey (small-world.ts).
import type { Locator, Page } from '@playwright/test'
import { allBlocks, type Block, placeOf } from '../support/documents.ts'
import { element, scriptTag, servePage } from './support/document-page.ts'
import { closesItself, hostedPage } from './support/shopper.ts'
import { expect, hosted, type SmallWorld, test, timesEmitted } from './support/small-world.ts'

const saying = (language: string, mark: string) =>
  allBlocks(language).filter(({ code }) => code.includes(mark))
const titleOf = (block: Block) => `${placeOf(block)} works as it stands`

/** Presses pay, pays by card on the hosted page, and returns; the authorized payment settles at once. */
async function pay(page: Page, world: SmallWorld, button: Locator): Promise<void> {
  const opened = page.waitForEvent('popup')
  await button.click()
  const popup = await opened
  await closesItself(popup, () => hostedPage.pay(popup))
  await world.callSandbox('clock', { advance_ms: 2_000 })
}

async function visit(page: Page, world: SmallWorld, html: string, module?: string): Promise<void> {
  await page.route('**/thanks?*', (route) => route.fulfill({ contentType: 'text/html', body: 'Thank you' }))
  await page.goto(await servePage(page, world, { html, ...(module && { module }) }))
}

/** Pages with a test of their own: projects/quickstart.project.ts serves the whole page. */
const isOther = /<(!doctype|iframe|payin-return|payout-claim)/

for (const block of allBlocks('html').filter(({ code }) => !isOther.test(code))) {
  test(titleOf(block), async ({ page, world }) => {
    const { code } = block
    // An element with bank accounts reads the saved ones; without this route the browser logs a 404.
    await page.route('**/checkout/instruments', (route) => route.fulfill({ json: { content: [] } }))
    const html = (code.includes('<script src') ? '' : scriptTag) + code
    await visit(page, world, html.includes('<payin-checkout') ? html : html + element)
    const checkout = page.locator('payin-checkout')
    if (code.includes('methods=')) await checkout.getByRole('radio', { name: 'Card', exact: true }).check()
    await pay(page, world, checkout.locator('button.pay'))

    // A snippet may navigate to a thank-you page: the recorded events survive that.
    await expect.poll(() => timesEmitted(page, 'payment-complete')).toBe(1)
    expect(world.calls('/api/v2/payins')).toBe(1)
  })
}

for (const block of saying('html', 'slot="fallback"')) {
  test(`${placeOf(block)} is shown only while the script has not loaded`, async ({ page, world }) => {
    const fallback = page.locator('[slot=fallback]')
    await visit(page, world, block.code.replace(/<script src.*/, ''))
    await expect(fallback).toBeVisible()

    await page.unrouteAll()
    await visit(page, world, block.code)
    await expect(page.locator('payin-checkout').getByRole('button', { name: 'Pay now' })).toBeVisible()
    await expect(fallback).toBeHidden()
  })
}

for (const block of saying('html', '<payout-claim')) {
  test(titleOf(block), async ({ page, world }) => {
    const session = await world.merchant.createPayout('49.90')
    await visit(page, world, scriptTag + block.code.replace('cs_…', session))
    const opened = page.waitForEvent('popup')
    await page
      .locator('payout-claim')
      .getByRole('button', { name: /^Receive/ })
      .click()
    await hosted.claim(await opened)

    await expect.poll(() => timesEmitted(page, 'payout-complete')).toBe(1)
  })
}

for (const block of saying('html', '<payin-return')) {
  test(titleOf(block), async ({ page, world }) => {
    const session = await world.merchant.createPayout('49.90')
    const address = await servePage(page, world, { html: scriptTag + block.code, path: '/checkout/return' })
    await page.goto(`${address}?session=${session}`)

    await expect(page.locator('payin-return')).toContainText('Checking your pay')
    await expect(page.getByRole('link', { name: /^Back/ })).toHaveAttribute('href', /\/$/)
    expect(page.url()).toBe(address)
  })
}

for (const block of saying('html', '<iframe')) {
  test(titleOf(block), async ({ page, world }) => {
    await servePage(page, world, { html: scriptTag + element, path: '/' })
    await page.goto(
      await servePage(page, world, { html: block.code, path: '/around', csp: "default-src 'self'" }),
    )
    const shop = page.frameLocator('iframe').locator('payin-checkout')
    const opened = page.waitForEvent('popup')
    await shop.locator('button.pay').click()
    await hostedPage.pay(await opened)

    await expect(shop).toContainText('Thank you. Your payment has arrived.')
  })
}

/** What must hold on a page with a script of the documents, by a text that only this script contains. */
const scripts: Readonly<Record<string, (page: Page, world: SmallWorld) => Promise<void>>> = {
  'sentences = ': async (page) => {
    await expect(page.locator('payin-checkout')).toContainText('Donate')
  },
  "addEventListener('payment-complete'": async (page, world) => {
    await pay(page, world, page.locator('payin-checkout').locator('button.pay'))
    await expect(page).toHaveTitle('Thanked')
  },
  "addEventListener('payment-open'": async (page, world) => {
    const taken = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          Object.assign(window, { appBridge: { open: resolve } })
        }),
    )
    await page.locator('payin-checkout').locator('button.pay').click()
    const sheet = await page.context().newPage()
    await sheet.goto(await taken)
    await expect.poll(() => page.context().pages()).toEqual([page, sheet])
    await hostedPage.pay(sheet)
    await world.callSandbox('clock', { advance_ms: 2_000 })

    await expect(page.locator('payin-checkout')).toContainText('Thank you. Your payment has arrived.')
    expect(await timesEmitted(page, 'payment-open')).toBe(1)
  },
  "type: 'measure'": async (page) => {
    const sent = page.waitForRequest('**/metrics/checkout')
    await page.locator('payin-checkout').locator('button.pay').click()

    expect((await sent).postDataJSON()).toEqual({ name: 'payment-created', ms: expect.any(Number) })
  },
  sendBeacon: async (page) => {
    const sent = page.waitForRequest('**/client-errors')
    await page.evaluate(() => {
      const error = { kind: 'network', message: 'The endpoint could not be reached.' }
      const detail = { id: 'cs_secret', error }
      const event = new CustomEvent('payment-error', { detail, bubbles: true })
      document.querySelector('payin-checkout')?.dispatchEvent(event)
    })
    expect((await sent).postDataJSON()).toEqual({
      kind: 'network',
      message: 'The endpoint could not be reached.',
    })
  },
}
const granted = `const showThanks = () => { document.title = 'Thanked' }
  const render = () => {}
  const payButton = document.querySelector('#own')\n`

for (const block of allBlocks('js')) {
  test(titleOf(block), async ({ page, world }) => {
    const mark = Object.keys(scripts).find((each) => block.code.includes(each)) ?? ''
    await page.route(/\/(client-errors|metrics\/checkout)$/, (route) => route.fulfill({ status: 204 }))
    await visit(page, world, `${scriptTag}${element}<script>${granted}${block.code}</script>`)

    expect(scripts, 'say in `scripts` what is so with this block').toHaveProperty([mark])
    await scripts[mark]?.(page, world)
  })
}

// typescript-snippets.test.ts compiles these blocks; they declare no types.
for (const block of [
  ...saying('ts', "createElement('payin-checkout')"),
  ...saying('ts', 'createCheckout({'),
]) {
  test(titleOf(block), async ({ page, world }) => {
    const own = block.code.includes('createCheckout({')
    await visit(page, world, own ? '<button id="own">Pay</button>' : '', granted + block.code)
    await pay(page, world, page.locator(own ? '#own' : 'payin-checkout button.pay'))

    await expect(page).toHaveTitle('Thanked')
    expect(world.calls('/api/v2/payins')).toBe(1)
  })
}

const colorOf = (page: Page) =>
  page.locator('payin-checkout button.pay').evaluate((button) => getComputedStyle(button).backgroundColor)

/** What a style of the documents changes, by a text that only this style contains. */
const styles: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'light-dark(': async (page) => {
    expect(await colorOf(page)).toBe('rgb(109, 40, 217)')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => colorOf(page)).toBe('rgb(196, 181, 253)')
  },
  '::part(panel)': async (page) => {
    const checkout = page.locator('payin-checkout')
    expect((await checkout.boundingBox())?.width).toBeLessThanOrEqual(280)
    await checkout.locator('button.pay').click()
    const panel = checkout.locator('.panel')
    expect(await panel.evaluate((each) => getComputedStyle(each).borderTopWidth)).toBe('0px')
  },
  ':not(:defined)': async (page) => {
    // After the script has loaded the rule does not apply, and the element needs about the reserved space.
    const box = await page.locator('payin-checkout').boundingBox()
    expect(box?.height).toBeGreaterThan(80)
  },
  'background: none;': async (page) => {
    const checkout = page.locator('payin-checkout')
    await checkout.evaluate((element) => element.setAttribute('theme', 'dark'))
    const shown = await checkout.evaluate((element) => {
      const { paddingTop, backgroundColor } = getComputedStyle(element)
      return [paddingTop, backgroundColor]
    })
    expect(shown).toEqual(['0px', 'rgba(0, 0, 0, 0)'])
  },
  '--payin-accent: #6d28d9;': async (page) => expect(await colorOf(page)).toBe('rgb(109, 40, 217)'),
}

for (const block of allBlocks('css')) {
  test(titleOf(block), async ({ page, world }) => {
    const mark = Object.keys(styles).find((each) => block.code.includes(each)) ?? ''
    await visit(page, world, `${scriptTag}<aside>${element}</aside>`)
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
    }, block.code)

    expect(styles, 'say in `styles` what this block changes').toHaveProperty([mark])
    await styles[mark]?.(page)
  })
}
