// The templates of `init`: JavaScript is TypeScript without its types, and the documents show the same code.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Chosen, clients, frameworks } from '../../../src/cli/init/choices.ts'
import { compose, readTemplate } from '../../../src/cli/init/compose.ts'
import { npm, type Project } from '../../../src/cli/init/project.ts'
import { blocksOf } from '../../support/documents.ts'

const project: Project = {
  folder: '/shop',
  packages: new Set(),
  isTypeScript: false,
  isModule: true,
  isCommonJs: false,
  hasSource: false,
  hasSvelteKit: true,
  isSvelteKit2: false,
  packageManager: npm,
}
const names = {
  frameworks: Object.keys(frameworks) as Chosen['framework'][],
  clients: Object.keys(clients) as Chosen['client'][],
}
const pairs = names.frameworks.flatMap((framework) => names.clients.map((client) => ({ framework, client })))
const filesOf = (chosen: Chosen, more: Partial<Project> = {}) => compose(chosen, { ...project, ...more })
const textOf = (chosen: Chosen, path: string) =>
  filesOf(chosen).find((file) => file.path === path)?.text ?? ''

/** The code as a compiler writes it, without types, comments and the form of lines. */
async function plain(text: string, lang: 'ts' | 'tsx' | 'jsx' | 'js'): Promise<string> {
  const { code } = await transformWithOxc(text, `file.${lang}`, {
    lang,
    sourcemap: false,
    jsx: 'preserve',
    typescript: { onlyRemoveTypeImports: true },
  })
  return code.replace(/\.m?js'/g, "'").replace(/\.m?js"/g, '"')
}

const scriptOf = (text: string) => /<script[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? text

describe('JavaScript of init', () => {
  test.each(pairs)('is what a compiler makes of its TypeScript: $framework and $client', async (chosen) => {
    const typed = filesOf(chosen, { isTypeScript: true })
    for (const [at, { path, text }] of filesOf(chosen).entries()) {
      if (!/\.(m?jsx?|svelte)$/.test(path)) continue
      const ours = await plain(scriptOf(text), path.endsWith('x') ? 'jsx' : 'js')
      const theirs = await plain(scriptOf(typed[at]?.text ?? ''), path.endsWith('x') ? 'tsx' : 'ts')
      expect(ours, path).toBe(theirs)
      expect(text, path).not.toMatch(/\n\n\n|^\n|\n\n$|\binterface\b|lang="ts"/)
    }
  })
})

describe('the documents show the code of init', () => {
  const shown = (file: string, mark: string) =>
    blocksOf(file).find(({ code }) => code.includes(mark))?.code ?? `no block with ${mark}`

  test('the table and the page of the quickstart', () => {
    expect(shown('docs/quickstart.md', 'create table')).toBe(readTemplate('orders.sql').trimEnd())
    expect(shown('docs/quickstart.md', '<!doctype html>')).toBe(readTemplate('page.html').trimEnd())
  })

  test('the shop’s functions of the quickstart', () => {
    const functions = (text: string) => /^ {2}orders: \{\n[\s\S]*?^ {2}\},$/m.exec(text)?.[0]
    const [quickstart, ours] = [
      functions(shown('docs/quickstart.md', 'pgliteStore')),
      functions(textOf({ framework: 'node', client: 'pglite' }, 'merchant.mjs')),
    ]
    expect(ours).toBeDefined()
    expect(quickstart).toBe(ours)
  })

  test('the route of Next.js', () => {
    expect(shown('docs/running.md', 'toNext(async')).toBe(
      textOf({ framework: 'next', client: 'pg' }, 'app/pay/[...path]/route.js').trimEnd(),
    )
  })

  test.each([
    ['express', /^app\.use\(toNode[\s\S]*?express\.json\(\)\)$/m],
    ['fastify', /^const answer[\s\S]*?^\}\)$/m],
  ] as const)('how %s gets the checkout', (framework, part) => {
    const [ours] = part.exec(textOf({ framework, client: 'pg' }, 'shop.mjs')) ?? []
    const [theirs] = part.exec(shown('docs/running.md', `from '${framework}'`)) ?? []
    expect(ours).toBeDefined()
    expect(theirs).toBe(ours)
  })
})

test('the file of PGlite is that of pg with a store in a folder, which needs no address', () => {
  const text = textOf({ framework: 'node', client: 'pglite' }, 'merchant.mjs')
  expect(text).toContain(
    "import { pgliteStore } from 'payin-checkout/merchant/pglite'\nimport './environment.mjs'",
  )
  expect(text).toContain("const store = pgliteStore('data')\n")
  expect(text).toContain('The database is the folder data.')
  expect(text).not.toMatch(/postgres|database_?url/i)
})

test('a byte order mark in .env does not hide its first variable, and a variable that is set stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'payin-init-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const text = textOf({ framework: 'node', client: 'pglite' }, 'environment.mjs')
  writeFileSync(join(folder, 'environment.mjs'), `${text}console.log(process.env.FIRST, process.env.OWN)\n`)
  writeFileSync(join(folder, '.env'), '\uFEFFFIRST=1\nOWN=of the file\n')
  const env = { PATH: process.env.PATH, OWN: 'of the shell' }
  const said = execFileSync(process.execPath, ['environment.mjs'], { cwd: folder, env, encoding: 'utf8' })
  expect(said).toBe('1 of the shell\n')
})

describe('one rule of all clients', () => {
  const merchantOf = (client: Chosen['client']) => textOf({ framework: 'node', client }, 'merchant.mjs')
  /** What does not depend on the client: the order that is returned, its comments, and what follows a payment. */
  const commonIn = (text: string) =>
    text
      .slice(text.indexOf('await migrate(store)'))
      .replace(/^( {4}async find\(tx, id\) \{\n)[\s\S]*?(?=^ {6}if \(!order\))/m, '$1')
      .replace(/^( {4}async setPaid\(tx, id, payment\) \{\n)[\s\S]*?(?=^ {4}\},)/m, '$1')

  test.each(names.clients)('%s returns the same order and ships by the same id', (client) => {
    expect(commonIn(merchantOf(client))).toBe(commonIn(merchantOf('pg')))
  })

  test.each(names.clients)('%s locks the order that it finds', (client) => {
    expect(merchantOf(client)).toMatch(/for update|forUpdate\(\)|for\('update'\)/)
  })

  test.each(pairs)('$framework and $client show no key', (chosen) => {
    for (const { text } of filesOf(chosen)) expect(text).not.toMatch(/live_|secret_[a-z0-9]{8}/)
  })
})
