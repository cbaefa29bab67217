// A visitor of the sandbox's hosted pages without a merchant: a separate sandbox, and a page whose every step is checked
// with axe and for its width. `HOSTED_SHOTS=folder` also saves a picture of each step.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { test as base } from './worker-world.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const shots = process.env.HOSTED_SHOTS

export class HostedVisit {
  readonly page: Page
  readonly sandbox: RunningSandbox
  readonly #name: string
  #steps = 0

  constructor(page: Page, sandbox: RunningSandbox, name: string) {
    this.page = page
    this.sandbox = sandbox
    this.#name = name
  }

  async #post<T>(path: string, body: object): Promise<T> {
    const response = await fetch(this.sandbox.origin + path, {
      method: 'POST',
      headers: {
        'X-API-Key': 'test_sandbox',
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
    expect(response.ok, await response.clone().text()).toBe(true)
    return (await response.json()) as T
  }

  /** The return address of all payments. */
  get returnUrl(): string {
    return `${this.sandbox.origin}/sandbox`
  }

  payin(more: object = {}): Promise<{ id: string; redirect_url: string }> {
    const amount = { value: '49.90', currency: 'EUR' }
    const payer = { email: 'mara@example.test', first_name: 'Mara', last_name: 'Lind' }
    return this.#post('/api/v2/payins', {
      amount,
      payer,
      return_url: this.returnUrl,
      reference: 'A-1001',
      ...more,
    })
  }

  payout(more: object = {}): Promise<{ id: string; redirect_url: string }> {
    const amount = { value: '120.00', currency: 'EUR' }
    return this.#post('/api/v2/payouts', { amount, return_url: this.returnUrl, ...more })
  }

  async bankTransfer(): Promise<{ id: string; link: string }> {
    const intent = {
      amount: '25.00',
      names: 'Mara Lind',
      userId: 'example42',
      callbackChromeUrl: this.returnUrl,
    }
    const { transactionId: id } = await this.#post<{ transactionId: string }>(
      '/transaction/create-bank-transfer',
      intent,
    )
    const body = { transactionId: id }
    const { paymentLink: link } = await this.#post<{ paymentLink: string }>(
      '/transaction/generatePaymentLink',
      body,
    )
    return { id, link }
  }

  async onRamp(): Promise<string> {
    const intent = { amount: 50, names: 'Mara Lind', userId: '42', userEmail: 'mara@example.test' }
    const { hostedLink } = await this.#post<{ hostedLink: string }>(
      '/payments/on-ramp-merchant/hosted/generate-link',
      { ...intent, hostedRedirectUrl: this.returnUrl },
    )
    return hostedLink
  }

  /** Checks the page in its current state. */
  async look(): Promise<void> {
    const sideways = () =>
      this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    // Polled: on a busy machine the layout may not be finished.
    await expect.poll(sideways, `${this.page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
    await expect
      .poll(() => this.page.evaluate(inTheMargin), `${this.page.url()} keeps its margin`)
      .toEqual([])
    if (shots) {
      mkdirSync(shots, { recursive: true })
      const width = this.page.viewportSize()?.width
      const file = `${shots}/${width}${this.#name.replace(/\W+/g, '-')}-${String(++this.#steps).padStart(2, '0')}.png`
      await this.page.screenshot({ path: file, fullPage: true })
    }
    // Through the debugger: the page's policy allows only its own scripts.
    await this.page.evaluate(axeSource)
    const found = await this.page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(document)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    })
    expect(found, this.page.url()).toEqual([])
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url)
    await this.look()
  }

  /** Presses a button or link by its name and checks the next page. */
  async press(name: string | RegExp): Promise<void> {
    const before = this.page.url()
    const target = this.page.getByRole('button', { name }).or(this.page.getByRole('link', { name }))
    await target.filter({ visible: true }).first().click()
    await this.page.waitForLoadState()
    if (this.page.url() !== this.returnUrl) await this.look()
    else expect(before).not.toBe(this.returnUrl)
  }

  /** Signs in at a bank and authorises. */
  async agreeAtBank(): Promise<void> {
    await this.page.getByLabel('User name').first().fill('mara')
    await this.page.getByLabel('Password').fill('secret')
    await this.press('Sign in')
    await this.press('Authorise')
  }
}

/** The elements of the content that reach into the margin beside it. Runs in the page. */
function inTheMargin(): string[] {
  const main = document.querySelector('main')
  // The panel, where a payment without a merchant returns to, has tables that scroll in their own frames.
  if (!main?.matches('.checkout, .narrow')) return []
  const { paddingLeft, paddingRight } = getComputedStyle(main)
  const { left, right } = main.getBoundingClientRect()
  const reachesOut = (element: Element) => {
    const box = element.getBoundingClientRect()
    const isTooFar =
      box.right > right - Number.parseFloat(paddingRight) + 1 ||
      box.left < left + Number.parseFloat(paddingLeft) - 1
    return isTooFar && box.width > 0 && !element.closest('.visually-hidden')
  }
  return [...main.querySelectorAll('*')]
    .filter(reachesOut)
    .map(({ tagName, className }) => `${tagName} ${className}`)
}

interface Fixtures {
  visit: HostedVisit
}

export const test = base.extend<Fixtures>({
  visit: async ({ page }, use, info) => {
    const noise: string[] = []
    page.on('console', (message) => {
      // A form that needs a correction is answered with 422 and a used link with 410; Chromium logs both.
      if (message.type() === 'error' && !/status of (410|422)/.test(message.text()))
        noise.push(message.text())
    })
    page.on('pageerror', (error) => noise.push(String(error)))
    const sandbox = await startSandbox({ port: 0, settleDelayMs: 500 })
    await use(new HostedVisit(page, sandbox, `${info.project.name} ${info.title}`))
    await sandbox.close()
    expect(noise).toEqual([])
  },
})

export { expect }
