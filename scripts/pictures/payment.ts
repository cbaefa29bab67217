// The animated picture of one payment: the demo shop with the window of the payment page over it. Each step is one frame.
import type { Browser, Page } from 'playwright'
import type { World } from '../../test/journeys/support/opened-world.ts'
import { hostedPage, Shopper } from '../../test/journeys/support/shopper.ts'

const order = 'A-1001'

export interface Frame {
  readonly png: Buffer
  readonly shownMs: number
}

/** Pays an order. @returns the frames, one for each step */
export async function framesOfPayment(browser: Browser, world: World): Promise<Frame[]> {
  const context = await browser.newContext({ viewport: { width: 460, height: 1000 }, colorScheme: 'light' })
  const page = await context.newPage()
  const shopper = new Shopper(page, world)
  const stage = await browser.newPage({ viewport: { width: 760, height: 660 } })
  const frames: Frame[] = []
  const show = async (shownMs: number, popup?: Page) => {
    frames.push({
      png: await composed(stage, await shot(shopper), popup && (await shotOfPage(popup))),
      shownMs,
    })
  }

  await shopper.visitShop(`?mode=popup&theme=light&methods=here&order=${order}`)
  await shopper.payButton(order).waitFor()
  await page.evaluate(showLess)
  await show(1_600)
  await shopper.choose(order, 'Bank account')
  await show(900)
  await shopper.field(order, 'Your bank or IBAN').pressSequentially('nord')
  await shopper.checkout(order).getByRole('option').first().waitFor()
  await page.waitForLoadState('networkidle')
  await show(1_400)
  await shopper.checkout(order).getByRole('option').first().click()
  await show(1_000)
  const popup = await shopper.pressPay(order)
  await popup.getByLabel('Password').waitFor()
  await popup.setViewportSize({ width: 440, height: 780 })
  await show(1_600, popup)
  await hostedPage.signInAtBank(popup)
  await popup.getByRole('button', { name: 'Authorise' }).waitFor()
  await show(1_600, popup)
  const closed = popup.waitForEvent('close')
  await hostedPage.authorise(popup)
  await closed
  await shopper.sees(order, /Checking|Payment received/)
  await show(1_200)
  await shopper.sees(order, 'Paid')
  await show(3_500)
  await context.close()
  await stage.close()
  return frames
}

/** Reduces the shop to the payment: a small picture, two methods, and no list of events. */
function showLess(): void {
  const styles = [
    ['.card-picture', { height: '84px', objectFit: 'cover' }],
    ['.card-description, #log', { display: 'none' }],
  ] as const
  for (const [selector, style] of styles) {
    for (const element of document.querySelectorAll<HTMLElement>(selector))
      Object.assign(element.style, style)
  }
  document.querySelector('payin-checkout')?.setAttribute('methods', 'card bank_account')
  document.querySelector('payin-checkout')?.setAttribute('payee', 'shop.example')
}

/** Replaces the shop's address on the payment page, which is this machine's and differs in each run. */
async function shotOfPage(popup: Page): Promise<Buffer> {
  await popup.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode())
      text.textContent = text.textContent?.replace(/localhost:\d+/, 'shop.example') ?? ''
  })
  return popup.screenshot()
}

/** The order's card. */
function shot(shopper: Shopper): Promise<Buffer> {
  return shopper.page.locator(`[data-order="${order}"]`).screenshot({ animations: 'disabled' })
}

async function composed(stage: Page, shop: Buffer, popup: Buffer | undefined): Promise<Buffer> {
  const image = (name: string, png: Buffer) =>
    `<img class="${name}" src="data:image/png;base64,${png.toString('base64')}">`
  await stage.setContent(
    `<style>${styles}</style>${image('shop', shop)}${popup ? `<div class="window"><p>Payment page</p>${image('page', popup)}</div>` : ''}`,
  )
  await stage.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  return stage.screenshot()
}

const styles = `
  body { margin: 0; block-size: 660px; overflow: hidden; background: #eceae4; font: 13px system-ui, sans-serif }
  img { display: block }
  .shop { position: absolute; inset: 24px auto auto 24px; padding: 12px; background: #f6f6f3; border-radius: 12px; box-shadow: 0 1px 4px rgb(0 0 0 / 15%) }
  .window { position: absolute; inset: 12px 20px auto auto; overflow: hidden; border-radius: 10px; box-shadow: 0 12px 40px rgb(0 0 0 / 35%) }
  .page { inline-size: 340px }
  .window p { margin: 0; padding: 8px 12px; background: #1a1d21; color: #eceae4 }
`
