// A shop with a service worker of its own, which answers for the page. It stands between the widget and the merchant
// server, and `no-store` does not reach it. A payment that is open is followed all the same, and ends by the server's word only.
import type { Locator, Page } from '@playwright/test'
import { hostedPage } from './support/shopper.ts'
import { expect, press, type SmallWorld, test, timesEmitted } from './support/small-world.ts'

test.use({
  // The browser logs each answer that is an error.
  expectedNoise: /40[134]|ERR_FAILED/,
})

/** Keeps every answer to a GET, and answers with it from then on. Worker generators make this one for static sites. */
const cacheFirst = `
  self.addEventListener('fetch', (event) => {
    if (event.request.method !== 'GET') return
    event.respondWith((async () => {
      const cache = await caches.open('all')
      const known = await cache.match(event.request)
      if (known) return known
      const answer = await fetch(event.request)
      await cache.put(event.request, answer.clone())
      return answer
    })())
  })`

/** Answers reads of sessions in place of the server, as long as the page wants it. */
const between = (answer: string) => `
  let isBetween = false
  self.addEventListener('message', ({ data }) => { isBetween = data })
  self.addEventListener('fetch', (event) => {
    if (isBetween && event.request.method === 'GET' && event.request.url.includes('/sessions/'))
      event.respondWith(${answer})
  })`

const html = (status: number) =>
  `new Response('<h1>You are offline</h1>', { status: ${status}, headers: { 'Content-Type': 'text/html' } })`

type Rules = { createScriptURL(url: string): string }
type CreatePolicy = (name: string, rules: Rules) => Rules

/** Opens a page with a checkout, for which the worker answers. */
async function visitShop(page: Page, world: SmallWorld, worker: string): Promise<Locator> {
  world.merchant.worker = `
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
    ${worker}`
  await world.visit(page, '<payin-checkout endpoint="/checkout" order="49.90"></payin-checkout>')
  await page.evaluate(async () => {
    const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy: CreatePolicy } }
    // The page's policy asks for it.
    const policy = trustedTypes.createPolicy('worker', { createScriptURL: (url) => url })
    await navigator.serviceWorker.register(policy.createScriptURL('/worker.js'))
    while (!navigator.serviceWorker.controller) await new Promise((run) => setTimeout(run, 50))
  })
  return page.locator('payin-checkout')
}

/** Puts the worker between the page and the server, or takes it away. */
const standBetween = (page: Page, isBetween: boolean) =>
  page.evaluate((data) => navigator.serviceWorker.controller?.postMessage(data), isBetween)

test('a worker that is cache-first for every GET does not freeze the payment', async ({ page, world }) => {
  const checkout = await visitShop(page, world, cacheFirst)
  const popup = await press(checkout, 'Pay now')
  await hostedPage.pay(popup)

  await expect(checkout).toContainText('Thank you. Your payment has arrived.')
  expect(await timesEmitted(page, 'payment-complete')).toBe(1)
})

test('“check now” reaches the server through such a worker, for a tab that was paid elsewhere', async ({
  page,
  world,
}) => {
  const checkout = await visitShop(page, world, cacheFirst)
  const popup = await press(checkout, 'Pay now')
  // The session was read before, so the worker has an answer to it.
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('all')).keys()).length))
    .toBeGreaterThan(1)
  await hostedPage.pay(popup)
  await page
    .locator('payin-checkout')
    .evaluate((element) => (element as HTMLElement & { check(): void }).check())

  await expect(checkout).toContainText('Thank you. Your payment has arrived.')
})

for (const [who, answer] of [
  ['an offline page with 200', html(200)],
  ['a login wall with 401', html(401)],
  ['a firewall with 403', html(403)],
  ['a proxy that knows no such page', html(404)],
  ['a portal that redirects to its page', "Response.redirect('/page')"],
] as const) {
  test(`${who} in between does not end an open payment`, { tag: '@long' }, async ({ page, world }) => {
    await page.clock.install()
    let reads = 0
    page.on('request', (request) => (reads += Number(request.url().includes('/sessions/'))))
    const checkout = await visitShop(page, world, between(answer))
    const popup = await press(checkout, 'Pay now')
    await popup.getByRole('radio', { name: 'Card', exact: true }).waitFor()
    await standBetween(page, true)
    await expect(checkout).toContainText('No connection right now. We keep trying.')
    // More answers than the three that ended it once.
    const before = reads
    await expect(async () => {
      await page.clock.runFor(5_000)
      expect(reads).toBeGreaterThan(before + 4)
    }).toPass()
    await expect(checkout).toContainText('No connection right now. We keep trying.')
    expect(await timesEmitted(page, 'payment-error')).toBe(0)
    await standBetween(page, false)
    await hostedPage.pay(popup)

    await expect(checkout).toContainText('Thank you. Your payment has arrived.')
    expect(await timesEmitted(page, 'payment-complete')).toBe(1)
  })
}
