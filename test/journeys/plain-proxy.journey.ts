// A payin with a merchant server that answers `{ id, status, redirect_url }` and has no ETag, no `Prefer` and no outcome.
import type { Locator, Page, Request } from '@playwright/test'
import { closesItself, hostedPage } from './support/shopper.ts'
import { expect, press, type SmallWorld, test, timesEmitted } from './support/small-world.ts'
import { emittedEvents, emittedNames } from './support/world.ts'

const isRead = (request: Request) =>
  request.method() === 'GET' && request.url().includes('/checkout/sessions/')

async function visitShop(page: Page, world: SmallWorld, order: string, mode = 'popup'): Promise<Locator> {
  await world.visit(
    page,
    `<payin-checkout endpoint="/checkout" order="${order}" mode="${mode}"></payin-checkout>`,
  )
  return page.locator('payin-checkout')
}

test('a shopper pays although every answer holds three fields', async ({ page, world }) => {
  const fields = new Set<string>()
  page.on('response', async (response) => {
    if (isRead(response.request())) for (const name of Object.keys(await response.json())) fields.add(name)
  })
  const checkout = await visitShop(page, world, '49.90')

  const popup = await press(checkout, 'Pay now')
  await closesItself(popup, () => hostedPage.pay(popup))

  await expect(checkout).toContainText('Thank you. Your payment has arrived.')
  const names = await emittedNames(page)
  expect(names.slice(0, 3)).toEqual(['payment-start', 'payment-created', 'payment-open'])
  expect(names.filter((name) => name === 'payment-complete')).toHaveLength(1)
  expect(names.at(-1)).toBe('payment-complete')
  expect([...fields].sort()).toEqual(['id', 'redirect_url', 'status'])
  expect(world.calls('/api/v2/payins')).toBe(1)
})

test('a shopper pays by redirect and comes back to the page that was left', { tag: '@long' }, async ({
  page,
  world,
}) => {
  const checkout = await visitShop(page, world, '49.90', 'redirect')
  const left = page.url()
  await checkout.getByRole('button', { name: 'Pay now' }).click()
  await page.waitForURL(hostedPage.url)
  await hostedPage.pay(page)

  await page.waitForURL(left)
  await expect(checkout).toContainText('Thank you. Your payment has arrived.')
  expect(await timesEmitted(page, 'payment-complete')).toBe(1)
  expect(world.calls('/api/v2/payins')).toBe(1)
})

test('an open payment is read at growing intervals, without an end', async ({ page, world }) => {
  const reads: Request[] = []
  page.on('request', (request) => {
    if (isRead(request)) reads.push(request)
  })
  await page.clock.install({ time: 0 })
  const checkout = await visitShop(page, world, '49.90')
  const popup = await press(checkout, 'Pay now')
  await popup.getByRole('radio', { name: 'Card', exact: true }).waitFor()
  await page.clock.pauseAt(60_000)

  const readsOfAMinute = async () => {
    const before = reads.length
    for (let second = 0; second < 60; second++) {
      await page.clock.runFor(1_000)
      await Promise.all(reads.map((request) => request.response()))
    }
    return reads.length - before
  }
  const [first, second, third] = [await readsOfAMinute(), await readsOfAMinute(), await readsOfAMinute()]

  expect(first).toBeGreaterThan(second)
  expect(second).toBeLessThanOrEqual(6)
  expect(third).toBeGreaterThan(1)
  // This server holds no reads, so the widget does not ask for it.
  expect(reads.filter((request) => request.headers().prefer)).toEqual([])
})

test('an unknown status ends no payment', async ({ page, world }) => {
  const checkout = await visitShop(page, world, '49.90')
  const popup = await press(checkout, 'Pay now')
  // The session was created with a documented status.
  await popup.waitForURL(hostedPage.url)
  world.merchant.statusInstead = 'SOMETHING_NEW'
  await closesItself(popup, () => hostedPage.pay(popup))

  await expect.poll(async () => (await emittedEvents(page)).at(-1)?.detail.status).toBe('SOMETHING_NEW')
  await expect(checkout).toContainText('Checking your payment…')
  expect((await emittedEvents(page)).at(-1)).toMatchObject({
    name: 'payment-status',
    detail: { outcome: 'open' },
  })
  world.merchant.statusInstead = null

  await expect(checkout).toContainText('Thank you. Your payment has arrived.')
  expect(await timesEmitted(page, 'payment-complete')).toBe(1)
})

test('an unknown status does not revoke an authorization', { tag: '@long' }, async ({ page, world }) => {
  const checkout = await visitShop(page, world, '66.12')
  await hostedPage.pay(await press(checkout, 'Pay now'))
  await expect(checkout).toContainText('Payment received')

  world.merchant.statusInstead = 'SOMETHING_NEW'
  await expect.poll(async () => (await emittedEvents(page)).at(-1)?.detail.status).toBe('SOMETHING_NEW')
  await expect(checkout).toContainText('Payment received')
  await expect(checkout.getByRole('button')).toHaveCount(0)

  world.merchant.statusInstead = null
  const [payin] = world.sandbox.service.payins.list()
  await world.callSandbox(`payins/${payin?.id}/status`, { status: 'COMPLETED' })
  await expect.poll(() => timesEmitted(page, 'payment-complete')).toBe(1)
})

test.describe('while the service does not answer', () => {
  test.use({ expectedNoise: /status of 503/ })

  test('the create request is repeated with its key, and there is one payin', { tag: '@long' }, async ({
    page,
    world,
  }) => {
    await world.callSandbox('faults', { fault: 'cut', work: 'done', operations: ['createPayin'], count: 1 })
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'])
    })
    const checkout = await visitShop(page, world, '49.90')
    await hostedPage.pay(await press(checkout, 'Pay now'))

    await expect(checkout).toContainText('Thank you. Your payment has arrived.')
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(world.sandbox.service.payins.list()).toHaveLength(1)
  })

  test('failed reads are repeated until one returns the status', { tag: '@long' }, async ({
    page,
    world,
  }) => {
    let refused = 0
    page.on('response', (response) => {
      if (response.status() === 503) refused++
    })
    const checkout = await visitShop(page, world, '49.90')
    const popup = await press(checkout, 'Pay now')
    await popup.getByRole('radio', { name: 'Card', exact: true }).waitFor()
    await world.callSandbox('faults', { fault: 'error', status: 503, operations: ['getPayin'] })
    await hostedPage.pay(popup)

    await expect.poll(() => refused).toBeGreaterThan(3)
    await expect(checkout).toContainText('No connection right now. We keep trying.')
    await world.callSandbox('faults', null)

    await expect(checkout).toContainText('Thank you. Your payment has arrived.')
    expect(await timesEmitted(page, 'payment-complete')).toBe(1)
  })
})
