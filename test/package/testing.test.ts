// `payin-checkout/testing` in a project that has only a copy of the package.
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertBuilt, dist, filesIn, manifest, root } from './built.ts'

const folder = mkdtempSync(join(tmpdir(), 'payin-tests-'))
const installed = join(folder, 'node_modules')
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
const typesOnly = ['@types/node', '@playwright/test', 'playwright', 'playwright-core']

function install(names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(installed, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(installed, name))
  }
}

beforeAll(() => {
  assertBuilt()
  install(Object.keys(manifest.dependencies ?? {}))
  mkdirSync(join(installed, 'payin-checkout'))
  cpSync(dist, join(installed, 'payin-checkout/dist'), { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'payin-checkout/package.json'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a test pays in a project that has installed only the package', async () => {
  writeFileSync(
    join(folder, 'shop.test.js'),
    `import assert from 'node:assert'
     import { test } from 'node:test'
     import { startSandbox } from 'payin-checkout/testing'

     test('a payment', async () => {
       const sandbox = await startSandbox()
       const response = await fetch(sandbox.baseUrl + '/api/v2/payins', {
         method: 'POST',
         headers: { 'X-API-Key': sandbox.apiKey, 'Idempotency-Key': '1', 'Content-Type': 'application/json' },
         body: JSON.stringify({
           amount: { value: '49.90', currency: 'EUR' },
           payer: { email: 'mara@example.test' },
           return_url: 'http://localhost:4000/',
           reference: 'A-1001',
         }),
       })
       assert.equal(response.status, 201)
       await sandbox.pay('A-1001', { with: 'bank' })
       await sandbox.advance('1 min')
       assert.equal((await sandbox.payment('A-1001')).status, 'COMPLETED')
       const page = await fetch((await sandbox.payment('A-1001')).hostedPage)
       assert.match(await page.text(), /styles\\.css/)
       assert.equal((await fetch(sandbox.baseUrl + '/hosted/styles.css')).status, 200)
       await sandbox.close()
     })`,
  )
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', 'shop.test.js'], { cwd: folder })
  expect(stdout).toContain('# pass 1')
  expect(stdout).toContain('# fail 0')
})

test('the types of payin-checkout/testing import only files of the package', () => {
  const files = filesIn(dist).filter((file) => /^testing\/.*\.d\.ts$/.test(file))
  expect(files).toContain('testing/playwright.d.ts')
  for (const file of files) expect(readFileSync(dist + file, 'utf8'), file).not.toMatch(/sandbox\/|\.ts['"]/)
})

test('the types of payin-checkout/testing compile, also those of the Playwright fixtures', {
  timeout: 60_000,
}, () => {
  install(typesOnly)
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom'],
    strict: true,
    noEmit: true,
    types: ['node'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  writeFileSync(
    join(folder, 'shop.ts'),
    `import type { Page } from '@playwright/test'
     import { connectSandbox, signWebhook, startSandbox, type TestSandbox } from 'payin-checkout/testing'
     import { expect, test } from 'payin-checkout/testing/playwright'
     const shop = test.extend<object, { shop: string }>({
       shop: [async ({ sandbox }, use) => use(sandbox.baseUrl), { scope: 'worker' }],
     })
     shop('pays', async ({ page, sandbox, shop }) => {
       await page.goto(shop)
       await sandbox.pay(page, { with: 'card', refused: 'INSUFFICIENT_FUNDS' })
       await expect(page).toHaveFailed('A-1001', 'INSUFFICIENT_FUNDS')
       await expect(page).not.toHavePaid()
       await expect(page.getByRole('button')).toBeVisible()
     })
     export async function misuse(sandbox: TestSandbox, page: Page) {
       // @ts-expect-error an unknown payment method
       await sandbox.pay(page, { with: 'cash' })
       // @ts-expect-error a bank has other reasons
       await sandbox.pay('A-1001', { with: 'bank', refused: 'OTHER' })
       // @ts-expect-error the delay is required
       await sandbox.fault('latency')
       // @ts-expect-error an unknown operation
       await sandbox.fault('cut', { on: 'createPayment' })
       await sandbox.fault('cut', { on: 'createPayin', times: 1 })
       // @ts-expect-error matchers need a page
       await expect('page').toHavePaid('A-1001')
       return [await startSandbox(), await connectSandbox({ url: '' }), signWebhook('', 's')]
     }`,
  )
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
})
