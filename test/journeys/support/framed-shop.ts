// The shop in a frame of a foreign page, as in a site builder's preview or on a platform.
import { expect, type Frame, type Locator, type Page } from '@playwright/test'
import { changeShopHeaders, refuseStorage } from './shared-world.ts'
import type { World } from './world.ts'

export interface Framing {
  readonly world: World
  readonly order: string
  readonly mode?: 'auto' | 'popup' | 'redirect'
  /** The frame's `sandbox`; without it the frame has none. */
  readonly sandbox?: string
  /** Whether the outer page is on the shop's own site. On another site, the browser partitions the shop's storage. */
  readonly ownSite?: boolean
}

export class FramedShop {
  /** The tab with the outer page, until the tab is redirected. */
  readonly page: Page
  readonly #framing: Framing

  private constructor(page: Page, framing: Framing) {
    this.page = page
    this.#framing = framing
  }

  static async open(page: Page, framing: Framing): Promise<FramedShop> {
    const shop = new FramedShop(page, framing)
    const { world, order, mode = 'auto', sandbox } = framing
    if (!framing.ownSite) {
      await page.addInitScript(refuseStorage)
      await page.addInitScript(partitionChannels)
    }
    // The demo shop refuses to be framed, as a shop with accounts should; here the header is removed.
    await changeShopHeaders(page, world, (headers) => ({
      ...headers,
      'content-security-policy': (headers['content-security-policy'] ?? '').replace(
        /frame-ancestors [^;]*;/,
        '',
      ),
    }))
    const attribute = sandbox === undefined ? '' : ` sandbox="${sandbox}"`
    await page.route(shop.around, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>Around</title><link rel="icon" href="data:,">
          <iframe${attribute} src="${world.shop}/?mode=${mode}&order=${order}" width="900" height="800"></iframe>`,
      }),
    )
    await page.goto(shop.around)
    await shop.checkout.waitFor()
    return shop
  }

  /** Address of the outer page. */
  get around(): string {
    const { world, ownSite } = this.#framing
    return `${ownSite ? world.shop : world.shop.replace('localhost', '127.0.0.1')}/around`
  }

  get checkout(): Locator {
    return this.page.frameLocator('iframe').locator('payin-checkout')
  }

  get payButton(): Locator {
    return this.checkout.getByRole('button', { name: /^Pay/ })
  }

  get frame(): Frame {
    const [, frame] = this.page.frames()
    if (!frame) throw new Error('The page around has been left.')
    return frame
  }

  async pressPay(): Promise<Page> {
    const opened = this.page.waitForEvent('popup')
    await this.payButton.click()
    return opened
  }

  async sees(text: string): Promise<void> {
    await expect(this.checkout).toContainText(text)
  }

  /** Names of the events that were dispatched on the shop's page, in order. */
  emittedNames(): Promise<string[]> {
    return this.frame.evaluate(() =>
      JSON.parse(sessionStorage.getItem('journey-events') ?? '[]').map(({ name }: { name: string }) => name),
    )
  }
}

/**
 * Runs in a page before its scripts: in a frame, a channel reaches only frames under the same top-level site.
 * Browsers partition channels in this way; Playwright starts Chromium with `ThirdPartyStoragePartitioning` disabled.
 */
function partitionChannels(): void {
  if (window === top) return
  window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(`in a frame: ${name}`)
    }
  }
}
