// The demo shop on the merchant server, as `npm start` runs it: doctor finds no problem there.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoShopper, seedOrders } from '../../../../demo/orders-on-sale.ts'
import { mountShop } from '../../../../demo/shop/shop.ts'
import { createOrders } from '../../../../server-example/orders.ts'
import type { Report } from '../../../../src/cli/doctor/report.ts'
import { runDoctor } from '../../../../src/cli/doctor/run-doctor.ts'
import type { MerchantEvent } from '../../../../src/merchant/index.ts'
import { type RunningSandbox, startSandbox } from '../../../../src/sandbox/index.ts'
import { assertBuilt } from '../../../package/built.ts'
import { type ExampleShop, startExampleShop } from '../../../support/example-shop.ts'
import { freePort } from '../../../support/free-port.ts'
import { fakeTerminal } from '../fake-terminal.ts'

const secret = 'a-secret-of-the-demo-shop'
const program = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url))
const events: MerchantEvent[] = []
let sandbox: RunningSandbox
let shop: ExampleShop

beforeAll(async () => {
  assertBuilt()
  sandbox = await startSandbox({ port: 0, rateLimit: 0 })
  const port = await freePort()
  const env = {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    PAYMENTS_BASE_URL: sandbox.origin,
    PAYMENTS_WEBHOOK_SECRET: secret,
    ORDER_TOKEN_SECRET: 'an-order-token-secret-of-this-test',
  }
  shop = await startExampleShop(env, {
    accounts: { shopper: async () => demoShopper },
    onEvent: (event) => void events.push(event),
    prepare: (db) => seedOrders(db, new Date()),
    others: (merchant, store) => {
      const app = new Hono()
      mountShop(app, {
        listOrders: async () =>
          (await createOrders(store).list()).map((order) => ({
            ...order,
            token: merchant.signOrder(order.id),
          })),
        listLanguages: async () => ['de'],
        kinds: ['payin'],
        paymentsBaseUrl: sandbox.origin,
      })
      return app.fetch
    },
  })
}, 60_000)
afterAll(async () => {
  await shop?.close()
  await sandbox?.close()
})

const webhookUrl = () => `${shop.origin}/webhooks/payins`
const isWrong = ({ level }: { readonly level: string }) => level === 'problem' || level === 'warning'

test('the demo shop has no problem and no warning, and no session was created', async () => {
  const { terminal, lines } = fakeTerminal({ PAYMENTS_WEBHOOK_SECRET: secret })
  const page = `${shop.origin}/?methods=here&lang=de`
  expect(await runDoctor(page, { json: true, webhookUrl: webhookUrl() }, terminal)).toBe(0)
  const report: Report = JSON.parse(lines.join('\n'))
  expect(report.findings.filter(isWrong)).toEqual([])
  const ids = report.findings.map(({ id }) => id)
  expect(ids).toEqual(
    expect.arrayContaining(['script-genuine', 'languages-fit', 'return-fine', 'banks-fine', 'webhook-taken']),
  )
  const names = events.map(({ event }) => event)
  expect(names).not.toContain('session_created')
  expect(names).not.toContain('webhook_received')
  expect(names).not.toContain('alert')
})

test('a webhook secret that is not the shop’s is a problem', async () => {
  const { terminal, lines } = fakeTerminal({ PAYMENTS_WEBHOOK_SECRET: 'the-secret-of-another-shop' })
  expect(await runDoctor(`${shop.origin}/`, { json: true, webhookUrl: webhookUrl() }, terminal)).toBe(1)
  const report: Report = JSON.parse(lines.join('\n'))
  expect(report.findings.filter(isWrong).map(({ id }) => id)).toEqual(['webhook-refused'])
})

test('the built program reports the same, and contains the parser and the elements’ manifest', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'doctor', shop.origin, '--json'])
  const report: Report = JSON.parse(stdout)
  expect(report.findings.filter(isWrong)).toEqual([])
  expect(report.findings.map(({ id }) => id)).toContain('attributes-fine')
})
