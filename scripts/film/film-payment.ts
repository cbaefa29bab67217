// One payment in the demo shop, as the browser draws it: its pictures, and the element's box in each animation frame.
import type { Browser, Page } from 'playwright'
import type { World } from '../../test/journeys/support/opened-world.ts'
import { hostedPage, Shopper } from '../../test/journeys/support/shopper.ts'

/** The element in one animation frame. Pixels of the page, and milliseconds since 1970. */
export interface Sample {
  readonly at: number
  readonly top: number
  readonly height: number
  /** Where the page goes on below the order. */
  readonly below: number
  /** The first words of the screen. */
  readonly words: string
}

export interface Frame {
  readonly at: number
  readonly png: Buffer
}

export interface Film {
  readonly frames: readonly Frame[]
  readonly samples: readonly Sample[]
}

const order = 'A-1001'
/** Animations play this many times slower, so that the browser can send each frame of them. */
const slowMotion = 5

/**
 * Pays an order in a popup.
 * @param width of the window in CSS pixels
 * @returns all frames from the press until one second after “Paid”. The browser sends a frame when something has changed
 */
export async function filmPayment(browser: Browser, world: World, width: number): Promise<Film> {
  const context = await browser.newContext({ viewport: { width, height: 1_200 }, colorScheme: 'light' })
  const page = await context.newPage()
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  await shopper.payButton(order).waitFor()
  const samples = await startSampling(page)
  const stop = await startFilming(page)

  const popup = await shopper.pressPay(order)
  await popup.getByRole('radio', { name: 'Card', exact: true }).waitFor()
  const closed = popup.waitForEvent('close')
  await hostedPage.pay(popup)
  await closed
  await shopper.sees(order, /^Paid/)
  // The film goes on for a second: what moves late is what a shopper would see jump.
  await page.waitForTimeout(1_000)
  const film = { frames: await stop(), samples: await samples() }
  await context.close()
  return film
}

/** Reads the element's box in each animation frame. @returns reads the samples so far */
async function startSampling(page: Page): Promise<() => Promise<Sample[]>> {
  await page.evaluate(() => {
    const samples: Sample[] = []
    Object.assign(window, { samples })
    // A method, because tsx names functions with a helper that the page does not have. The clock, because the time of
    // animation frames is slower, too.
    const camera = {
      sample() {
        const element = document.querySelector('payin-checkout')
        const { top = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
        const below = document.querySelector('.foot')?.getBoundingClientRect().top ?? 0
        const words = element?.shadowRoot?.querySelector('.title, button')?.textContent ?? ''
        samples.push({ at: Date.now(), top, height, below, words })
        requestAnimationFrame(() => camera.sample())
      },
    }
    camera.sample()
  })
  return () => page.evaluate(() => (window as unknown as { samples: Sample[] }).samples)
}

/** Starts the browser's own recording. @returns ends it and returns the frames */
async function startFilming(page: Page): Promise<() => Promise<Frame[]>> {
  const frames: Frame[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1_000, png: Buffer.from(data, 'base64') })
    // The browser sends no further frame before this answer. The session is gone when the page has closed.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 / slowMotion })
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  return async () => {
    await session.send('Page.stopScreencast')
    await session.detach()
    return frames
  }
}
