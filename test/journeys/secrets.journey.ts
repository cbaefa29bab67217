import { readdirSync, readFileSync } from 'node:fs'
import { hostedPage, Shopper } from './support/shopper.ts'
import { apiKey, expect, test, webhookSecret } from './support/world.ts'

test('no secret reaches the browser or a log during a payment', async ({ page, context, world }) => {
  const seen: Promise<string>[] = []
  context.on('response', (response) => {
    const body = response.text().catch(() => '')
    seen.push(body.then((text) => text + JSON.stringify(response.headers())))
  })
  const shopper = new Shopper(page, world)
  await shopper.visitShop('?mode=popup')
  const popup = await shopper.pressPay('A-1001')
  await hostedPage.pay(popup)
  await shopper.sees('A-1001', 'Paid')
  const id = await page.evaluate(
    () => JSON.parse(sessionStorage.getItem('journey-events') ?? '[]')[1].detail.id,
  )
  await world.close()

  const answers = (await Promise.all(seen)).join('\n')
  for (const secret of [apiKey, webhookSecret]) {
    expect(answers).not.toContain(secret)
    expect(world.output).not.toContain(secret)
  }
  // The session's id is a capability: who reads the log must not be able to read the payment.
  expect(id).toMatch(/^cs_/)
  expect(world.output).not.toContain(id)
})

test('the bundles hold no secret and no server code', () => {
  for (const file of readdirSync('dist').filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(`dist/${file}`, 'utf8')
    expect(text, file).not.toMatch(/X-API-Key|x-api-key|sandbox_webhook_secret|test_sandbox|live_/)
  }
})
