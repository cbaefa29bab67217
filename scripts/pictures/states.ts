// The picture of the main states: screens of the demo's gallery at a phone's width, light above dark.
import type { Browser } from 'playwright'

const states = [
  ['choice-card', 'Ready'],
  ['bank-list', 'Choosing a bank'],
  ['waiting-popup', 'Paying in the other window'],
  ['complete', 'Paid'],
  ['failed-insufficient-funds', 'Not paid'],
] as const

/** A small phone without its edges, in CSS pixels. */
const phoneWidthPx = 304

/**
 * Takes the picture.
 * @param shop address of the running demo
 * @returns WebP
 */
export async function pictureOfStates(browser: Browser, shop: string): Promise<Buffer> {
  const rows: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 400, height: 900 }, deviceScaleFactor: 1.5 })
    // Show two methods, and a shop's name instead of this machine's.
    await page.route('**/gallery?*', async (route) => {
      const response = await route.fetch()
      const html = (await response.text()).replace(/ methods="[^"]+"/g, ' methods="card bank_account"')
      await route.fulfill({
        response,
        body: html.replaceAll('<payin-checkout ', '<payin-checkout payee="Lantern Row" '),
      })
    })
    const cells: string[] = []
    for (const [story, title] of states) {
      await page.goto(`${shop}/gallery?theme=${theme}&width=${phoneWidthPx}&story=${story}`)
      await page.locator('[data-ready]').waitFor()
      // A bank's logo loads lazily, and an open list is outside of the page's flow.
      await page.waitForLoadState('networkidle')
      const stage = page.locator('.stage')
      await stage.evaluate((element) => {
        Object.assign(element.style, { height: '31rem', background: 'Canvas' })
      })
      const shot = await stage.screenshot({ animations: 'disabled' })
      cells.push(
        `<figure>${theme === 'light' ? `<figcaption>${title}</figcaption>` : ''}<img src="data:image/png;base64,${shot.toString('base64')}"></figure>`,
      )
    }
    rows.push(`<section class="${theme}">${cells.join('')}</section>`)
    await page.close()
  }
  return composed(browser, `<style>${styles}</style><main>${rows.join('')}</main>`)
}

const styles = `
  body { margin: 0 }
  main { inline-size: 1720px }
  section { display: flex; gap: 16px; padding: 24px; justify-content: center }
  .light { background: #eceae4; color: #1a1d21 }
  .dark { background: #2e3338 }
  figure { margin: 0; inline-size: 320px }
  figcaption { margin-block-end: 10px; font: 600 17px system-ui, sans-serif; text-align: center }
  img { display: block; inline-size: 100%; border-radius: 14px }
`

async function composed(browser: Browser, html: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1720, height: 400 } })
  await page.setContent(html)
  const { width, height } = (await page.locator('main').boundingBox()) ?? { width: 0, height: 0 }
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  })
  await page.close()
  return Buffer.from(data, 'base64')
}
