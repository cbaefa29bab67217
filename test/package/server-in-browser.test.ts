// The service client holds the secret key: a bundle for a browser must not come into being.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build, type InlineConfig } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertBuilt, root } from './built.ts'

// Inside the project: its own name leads to the built package only from there.
const folder = mkdtempSync(join(root, '.cache/bundle-'))
const entry = join(folder, 'page.js')

beforeAll(() => {
  assertBuilt()
  writeFileSync(
    entry,
    "import { createServiceClient } from 'payin-checkout/server'\nconsole.log(createServiceClient)\n",
  )
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function bundle(more: InlineConfig['build']): Promise<unknown> {
  return build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: entry }, ...more },
  })
}

test('a build for a browser stops at the service client, with a sentence that says why', async () => {
  const told = await bundle({}).catch((error: Error) => stripVTControlCharacters(error.message))

  expect(told).toContain(
    'payin-checkout/server holds your secret key. Import it only in code that runs on your server',
  )
})

test('a build for a server takes it', async () => {
  await expect(bundle({ ssr: true })).resolves.toBeDefined()
})
