// Pages of a shop that change around the element, in a project that is installed once for all tests of a worker.
import type { Locator, Page, Route } from '@playwright/test'
import { payAndSettle, test as shared } from '../journeys/support/shared-world.ts'
import { hostedPage } from '../journeys/support/shopper.ts'
import { emittedNames, expect } from '../journeys/support/world.ts'
import { FreshProject } from './fresh-project.ts'
import { contextWithoutWarnings } from './no-warnings.ts'
import { serveFiles } from './serve-files.ts'

/** A page, and its shopper. */
export interface ShopPage {
  /** Opens a page. @param changes words of its HTML, and what the server writes in their place */
  open(path: string, changes?: Readonly<Record<string, string>>): Promise<void>
  readonly element: Locator
  /** Presses the pay button. @returns the payment window, which is still blank */
  pressed(): Promise<Page>
  /** Presses the pay button. @returns the payment window, which shows the hosted page */
  press(): Promise<Page>
  /**
   * The page shows that the order is paid, it had each event once, and there is one payin.
   * @param earlier events of earlier presses
   */
  isPaidOnce(earlier?: readonly string[]): Promise<void>
  /** The shopper pays in the window, which closes itself, and `isPaidOnce`. */
  paysOnce(window: Page, earlier?: readonly string[]): Promise<void>
  /** Follows a link of the page. */
  follow(name: string): Promise<void>
  /** Follows the link to another page, and waits for it. */
  goElsewhere(): Promise<void>
  /** Marks the element. The returned function tells whether it is still the same one. */
  keepsElement(): Promise<() => Promise<boolean>>
  /** Marks the page. The returned function tells whether it is still the same document. */
  staysOpen(): Promise<() => Promise<boolean>>
  /** The server holds its answers with pages. The returned function sends them. */
  holdPages(): () => void
  /** The server holds its answer to the next create request. The returned function sends it. */
  holdCreate(): Promise<() => void>
  /** Has the page ask for its HTML again, and waits until the page shows the answer. */
  again(): Promise<void>
}

interface Fixtures {
  shop: ShopPage
}

interface Pages {
  /** The folder of test/projects/templates/pages that is copied into the project. */
  readonly template: string
  /** The packages of the project, besides ours. */
  readonly packages: readonly string[]
  /** The command that builds the pages into `dist`. Without it the project itself is served. */
  readonly build?: readonly string[]
}

interface WorkerFixtures {
  pages: Pages
  /** The folder that is served. */
  site: string
}

const test = shared.extend<Fixtures, WorkerFixtures>({
  pages: [
    { template: '', packages: [] },
    { option: true, scope: 'worker' },
  ],
  site: [
    async ({ pages: { template, packages, build } }, use) => {
      // The frameworks' development builds check more, and log what they find.
      const project = new FreshProject({ NODE_ENV: 'development' })
      project.copy(`test/projects/templates/pages/${template}`)
      project.install(...packages)
      if (build) project.runWell(...build)
      await use(build ? `${project.folder}/dist` : project.folder)
      project.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  context: contextWithoutWarnings,
  shop: async ({ page, world, order, creates, site }, use) => {
    const element = page.locator(`payin-checkout[order="${order}"]`)
    /** How often the server has answered with a page. Each answer shows one line more. */
    let answers = 0
    let held: Promise<void> = Promise.resolve()
    const write = (html: string, changes: Readonly<Record<string, string>>) => {
      const lines = Array.from({ length: ++answers }, (_, at) => `<p class="answer">Answer ${at + 1}</p>`)
      const all = { 'A-1001': order, '<!-- answers -->': lines.join(''), ...changes }
      return Object.entries(all).reduce((text, [word, instead]) => text.replaceAll(word, instead), html)
    }
    const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
    const pressed = async () => {
      const opened = page.waitForEvent('popup')
      await element.getByRole('button', { name: /^Pay/ }).click()
      return opened
    }
    const isPaidOnce = async (earlier: readonly string[] = []) => {
      await expect(element).toContainText('Thank you. Your payment has arrived.')
      await expect(page.locator('#paid')).toHaveText(`Order ${order} is paid.`)
      const names = await emittedNames(page)
      const once = names.filter((name) => name !== 'payment-status' && name !== 'payment-authorized')
      const events = [...earlier, 'start', 'created', 'open', 'complete']
      expect(once).toEqual(events.map((name) => `payment-${name}`))
      expect(names.filter((name) => name === 'payment-authorized').length).toBeLessThanOrEqual(1)
      expect(await creates()).toHaveLength(1)
    }
    await use({
      element,
      pressed,
      async open(path, changes = {}) {
        await serveFiles(page, world, site, async (html) => {
          await held
          return write(html, changes)
        })
        await page.goto(`${world.shop}/${path}`)
      },
      async press() {
        const window = await pressed()
        await window.waitForURL(hostedPage.url)
        return window
      },
      isPaidOnce,
      async paysOnce(window, earlier) {
        const closed = window.waitForEvent('close')
        await payAndSettle(window, world)
        await closed
        await isPaidOnce(earlier)
      },
      follow,
      async goElsewhere() {
        await follow('Elsewhere')
        await expect(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
      },
      async keepsElement() {
        const before = await element.elementHandle()
        return () => element.evaluate((now, before) => now === before, before)
      },
      async staysOpen() {
        await page.evaluate(() => Object.assign(window, { isSamePage: true }))
        return () => page.evaluate(() => 'isSamePage' in window)
      },
      holdPages() {
        const { opened, open } = createGate()
        held = opened
        return open
      },
      async holdCreate() {
        const { opened, open } = createGate()
        const hold = async (route: Route) => {
          await opened
          await route.fallback()
        }
        await page.route('**/checkout/sessions', hold, { times: 1 })
        return open
      },
      async again() {
        const before = answers
        // Repeated, because a library may drop a request while it waits for the answer to another.
        await expect(async () => {
          await page.evaluate(() => document.body.dispatchEvent(new Event('again', { bubbles: true })))
          await expect(page.locator('.answer').nth(before)).toBeVisible({ timeout: 1_000 })
        }).toPass()
      },
    })
  },
})

function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** A test of pages. Test files with the same pages share a project. */
export const testOf = (pages: Pages) =>
  test.extend<object, Pick<WorkerFixtures, 'pages'>>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    pages: [async ({}, use) => use(pages), { scope: 'worker' }],
  })

/** A test of pages without a build step. */
export const plainTest = testOf({
  template: 'plain',
  packages: ['htmx.org', '@hotwired/turbo', 'idiomorph', 'alpinejs', '@alpinejs/morph'],
})

export { expect }
