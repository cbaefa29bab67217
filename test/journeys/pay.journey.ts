import { completeElsewhere, test } from './support/shared-world.ts'
import { closesItself, hostedPage, Shopper } from './support/shopper.ts'
import { emittedEvents, emittedNames, expect, timesEmitted } from './support/world.ts'

test('a shopper pays in the popup: completes once, is created once, stays in place, is shown as paid after a reload', async ({
  page,
  world,
  order,
  creates,
}) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)

  const popup = await shopper.pressPay(order)
  const before = await shopper.checkout(order).boundingBox()
  await closesItself(popup, () => hostedPage.pay(popup))
  await shopper.sees(order, 'Paid')

  await expect(page.getByRole('link', { name: 'What happens next' })).toBeVisible()
  expect((await shopper.checkout(order).boundingBox())?.y).toBe(before?.y)
  expect(await emittedNames(page)).toEqual([
    'payment-start',
    'payment-created',
    'payment-open',
    'payment-status',
    'payment-status',
    'payment-authorized',
    'payment-status',
    'payment-complete',
  ])
  const made = await creates()
  expect(made).toHaveLength(1)
  expect(made[0]?.idempotency_key).toMatch(/^[0-9a-f-]{36}$/)
  await page.reload()
  await expect(shopper.checkout(order)).toHaveCount(0)
  await expect(page.getByText(/^Paid/)).toBeVisible()
})

test('a shopper pays by redirect, comes back to the page that was left, and is led to the thank-you page', async ({
  page,
  world,
  slowOrder: order,
  creates,
}) => {
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=redirect&order=${order}`)
  const left = page.url()

  await shopper.payButton(order).click()
  await page.waitForURL(hostedPage.url)
  await hostedPage.pay(page)

  await page.waitForURL(left)
  await shopper.sees(order, 'Payment received')
  await completeElsewhere(world, order)
  await expect.poll(() => timesEmitted(page, 'payment-complete')).toBe(1)
  expect(await creates()).toHaveLength(1)
  await page.waitForURL('**/thanks?*')
  await expect(shopper.checkout(order)).toHaveCount(0)
})

test('a paid session needs three calls to the service at most', async ({ page, world, order }) => {
  const before = await world.sandboxState()
  const shopper = new Shopper(page, world)
  await shopper.visitShop(`?mode=popup&order=${order}`)
  const popup = await shopper.pressPay(order)
  await hostedPage.pay(popup)
  await shopper.sees(order, 'Paid')

  const { requests } = await world.sandboxState()
  const others = before.payins.map(({ id }) => id)
  // A server that has just started reads the service's lists as well, and other journeys start it again. The page of the
  // journey before may still ask for its shopper's saved accounts.
  const isList = (method: string, path: string) => method === 'GET' && /\/(payins|payouts|payers)$/.test(path)
  const isOurs = ({ method, path }: { method: string; path: string }) =>
    !isList(method, path) && !others.some((id) => path.includes(id))
  expect(requests.slice(before.requests.length).filter(isOurs).length).toBeLessThanOrEqual(3)
})

/** What `window.open` returns when the browser, an extension or an app blocks the window. */
const refusals: [string, () => void][] = [
  [
    'a refused popup',
    () => {
      window.open = () => null
    },
  ],
  // The object that a filter list's rule returns: only these two properties are not the page's own.
  [
    'a popup blocker that returns a fake window',
    () => {
      const page: Window = window
      const get = (_: object, name: string | symbol): unknown => {
        const value: unknown = name === 'closed' ? false : Reflect.get(page, name)
        return typeof value === 'function' ? () => {} : value
      }
      const set = (_: object, name: string | symbol, value: unknown) => Reflect.set(page, name, value)
      window.open = () => new Proxy<Window>(page, { get, set })
    },
  ],
  [
    'an app that opens every window in the page itself',
    () => {
      window.open = () => window
    },
  ],
]

for (const [refusal, refuse] of refusals) {
  const tag = refuse === refusals[1]?.[1] ? [] : ['@long']
  test(`${refusal} leads to a redirect`, { tag }, async ({ page, world, slowOrder: order }) => {
    await page.addInitScript(refuse)
    const shopper = new Shopper(page, world)
    await shopper.visitShop(`?order=${order}`)
    const left = page.url()

    await shopper.payButton(order).click()
    await page.waitForURL(hostedPage.url)
    await hostedPage.pay(page)

    await page.waitForURL(left)
    await shopper.sees(order, 'Payment received')
    await completeElsewhere(world, order)
    await expect.poll(() => emittedNames(page)).toContain('payment-complete')
    expect(await emittedNames(page)).toContain('payment-blocked')
    const opened = (await emittedEvents(page)).find(({ name }) => name === 'payment-open')
    expect(opened?.detail.mode).toBe('redirect')
  })
}
