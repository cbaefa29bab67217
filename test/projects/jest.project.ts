// `payin-checkout/testing` in Jest, as in the documents.
import { expect, test } from './fresh-project.ts'

const shopTest = `/** @jest-environment node */
import { startSandbox } from 'payin-checkout/testing'

let sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ settleDelayMs: 60_000 })
})
afterAll(() => sandbox.close())

const create = async (reference) =>
  (await fetch(sandbox.baseUrl + '/api/v2/payins', {
    method: 'POST',
    headers: {
      'X-API-Key': sandbox.apiKey,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      amount: { value: '49.90', currency: 'EUR' },
      payer: { email: 'mara@example.test' },
      return_url: 'http://127.0.0.1/',
      reference,
    }),
  })).json()

test('a payment is paid and settles after a time', async () => {
  await create('A-1')
  await sandbox.pay('A-1', { with: 'card' })
  expect((await sandbox.payment('A-1')).status).toBe('AUTHORIZED')
  await sandbox.advance('1 min')
  expect((await sandbox.payment('A-1')).status).toBe('COMPLETED')
})

test('fake timers of a test do not affect the sandbox', async () => {
  jest.useFakeTimers()
  await create('A-2')
  await sandbox.pay('A-2', { with: 'bank', refused: 'INSUFFICIENT_FUNDS' })
  jest.useRealTimers()
  expect(await sandbox.payment('A-2')).toMatchObject({ status: 'FAILED', statusDetails: 'INSUFFICIENT_FUNDS' })
})
`

test('a test in Jest pays at the sandbox', async ({ project }) => {
  project.install('jest@30')
  project.write('shop.test.js', `import { jest } from '@jest/globals'\n${shopTest}`)
  project.env.NODE_OPTIONS = '--experimental-vm-modules'
  const { status, output } = project.run('node', 'node_modules/jest/bin/jest.js')
  expect(output).toContain('2 passed, 2 total')
  // Jest ends by itself only if the sandbox has left nothing running.
  expect(status, output).toBe(0)
})
