// The example pages: the checkout in frameworks, built from the package like a merchant's pages, under the shop's policy.
import type { Page, Request } from '@playwright/test'
import { payButton, payOnExample, pressOnExample } from './support/example-page.ts'
import { expect, payAndSettle, test } from './support/shared-world.ts'
import { timesEmitted } from './support/world.ts'

for (const framework of ['react', 'vue', 'svelte', 'plain']) {
  test(`a shopper pays on the ${framework} page: its handlers run once, and the server has the choice`, async ({
    page,
    world,
    order,
    creates,
  }) => {
    await page.goto(`${world.shop}/examples/${framework}?order=${order}`)
    await payOnExample({ page, world, order, creates })
  })
}

for (const page of ['react', 'plain']) {
  test(`the fallback of the ${page} page is shown without scripts, and hidden with scripts`, async ({
    page: withScripts,
    browser,
    world,
  }) => {
    const address = `${world.shop}/examples/${page}`
    const context = await browser.newContext({ javaScriptEnabled: false })
    const without = await context.newPage()
    const link = (page: Page) => page.getByRole('link', { name: 'Order by mail' })
    await without.goto(address)
    await withScripts.goto(address)

    await expect(link(without)).toBeVisible()
    await expect(payButton(withScripts)).toBeVisible()
    await expect(link(withScripts)).toBeHidden()
    await context.close()
  })
}

test('an invalid order id is in no page', async ({ world }) => {
  const hostile = encodeURIComponent('A-1"><script>alert(1)</script>')
  for (const framework of ['react', 'vue', 'svelte', 'plain']) {
    const answer = await fetch(`${world.shop}/examples/${framework}?order=${hostile}`)

    expect(await answer.text()).toMatch(/A-1001(?!.*alert)/s)
  }
})

test('a React page that unmounts its checkout leaves no timer, and resumes the same payment', async ({
  page,
  world,
  order,
  creates,
}) => {
  const running = new Set<Request>()
  page.on('request', (request) => running.add(request))
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  await page.goto(`${world.shop}/examples/react?order=${order}`)
  const popup = await pressOnExample(page)
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.locator('payin-checkout')).toHaveCount(0)
  await expect.poll(() => running.size).toBe(0)

  await page.getByRole('button', { name: 'Pay now after all' }).click()
  await expect(page.locator('payin-checkout')).toContainText('not finished yet')
  await payAndSettle(popup, world)

  await expect(page.getByRole('listitem').last()).toHaveText(`Order ${order} is paid.`)
  expect([await timesEmitted(page, 'payment-complete'), (await creates()).length]).toEqual([1, 1])
})
