// The entries for servers hold the secret key, so a build for a browser must fail.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build, type InlineConfig } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertBuilt, root } from './built.ts'

// Inside the project, where the name of the package resolves to dist/.
const folder = mkdtempSync(join(root, '.cache/bundle-'))

beforeAll(assertBuilt)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function bundle(entry: string, more: InlineConfig['build']): Promise<unknown> {
  const page = join(folder, `${entry.replaceAll('/', '-')}.js`)
  writeFileSync(page, `import * as all from 'payin-checkout/${entry}'\nconsole.log(all)\n`)
  return build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: page }, ...more },
  })
}

const secretKey = 'holds your secret key. Import it only in code that runs on your server'

describe.each([
  ['server', 'server'],
  ['merchant', 'merchant'],
  ['merchant/next', 'merchant'],
  ['merchant/node', 'merchant'],
  ['merchant/opentelemetry', 'merchant'],
  ['merchant/pglite', 'merchant'],
  ['merchant/drizzle', 'merchant'],
  ['merchant/kysely', 'merchant'],
  ['merchant/prisma', 'merchant'],
  ['merchant/knex', 'merchant'],
  ['merchant/store-contract', 'merchant'],
  ['merchant/postgres', 'merchant'],
  ['merchant/prometheus', 'merchant'],
  ['testing', 'testing'],
  ['testing/playwright', 'testing'],
])('payin-checkout/%s', (entry, named) => {
  test('stops a build for a browser, and the message gives the reason', async () => {
    const message = await bundle(entry, {}).catch((error: Error) => stripVTControlCharacters(error.message))

    const why = named === 'testing' ? 'is for tests that run in Node, never for a page' : secretKey
    expect(message).toContain(`payin-checkout/${named} ${why}`)
  })

  test('works in a build for a server', async () => {
    await expect(bundle(entry, { ssr: true })).resolves.toBeDefined()
  })
})
