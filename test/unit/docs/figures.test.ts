// Figures in the documents equal measured ones.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { elements } from '../../../src/elements/reference.ts'
import { variableNames as merchantVariables } from '../../../src/merchant/settings/variables.ts'
import { variables } from '../../../src/sandbox/settings.ts'
import { allBlocks, codeIn, documents, readDocument, tableOf } from '../../support/documents.ts'

const root = new URL('../../../', import.meta.url)
const script = new URL('dist/payin-checkout.js', root)
const { version, engines } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const languages = readdirSync(new URL('src/locales/', root)).filter((name) => name.endsWith('.json')).length

/** Every figure in a document that matches a pattern. */
const figuresIn = (file: string, pattern: RegExp) =>
  [...readDocument(file).matchAll(pattern)].map(([, figure]) => Number(figure))

describe('README figures equal measured ones', () => {
  test.runIf(existsSync(script)).each(['README.md', 'docs/internals/decisions/script-size.md'])(
    '%s says what the script costs',
    (file) => {
      const kilobytes = Math.round(brotliCompressSync(readFileSync(script)).length / 500) / 2
      expect(figuresIn(file, /about ([\d.]+) kB as brotli/g)).toEqual([kilobytes])
    },
  )

  test.each([
    ['README.md', /\b(\d+) languages/g, languages + 1],
    ['docs/accessibility.md', /\b(\d+) languages/g, languages + 1],
    ['docs/integration.md', /built in; (\d+) more/g, languages],
  ])('%s says how many languages there are', (file, pattern, count) => {
    expect(figuresIn(file, pattern)).toEqual([count])
  })

  test('the list of languages has as many names', () => {
    const [, list = ''] =
      /checked by hash: ([\s\S]*?)\.\s\*\*/.exec(readDocument('docs/integration.md')) ?? []
    const names = list
      .replace(/\s+/g, ' ')
      .split(/, (?![^(]*\))| and\s/)
      .flatMap((name) => (/\(.*,.*\)/s.test(name) ? name.split(',') : [name]))
    expect(names).toHaveLength(languages)
  })

  test('the Node version is the required one', () => {
    expect(readDocument('README.md')).toContain(`Node ${engines.node.replace('>=', '')} or newer`)
  })

  test('the Python server is about as long as the document says', () => {
    const [proxy] = allBlocks('python')
    expect(proxy?.code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(44)
  })

  test('file names carry the version that is built', () => {
    const wrong = documents
      .flatMap((file) => [...readDocument(file).matchAll(/payin-checkout-(\d+\.\d+\.\d+)\.js/g)])
      .filter(([, said]) => said !== version)
    expect(wrong).toEqual([])
  })
})

describe('the tables of docs/integration.md and of the server', () => {
  test('have a row for every attribute, and for no other', () => {
    const named = tableOf(readDocument('docs/integration.md'), 'attribute').flatMap(([cell = '']) =>
      codeIn(cell),
    )
    const [checkout] = elements
    expect(named.sort()).toEqual(checkout?.attributes.map(({ name }) => name).sort())
  })

  test('have a row for every variable that the server reads, and for no other', () => {
    // Those of listening and of the example's database are read in places of their own.
    const elsewhere = ['src/merchant/node/serve.ts', 'server-example/open-store.ts'].flatMap((file) => {
      const text = readFileSync(new URL(file, root), 'utf8')
      const [, names = ''] = /(?:z\.object|openStore)\(\{([^}]*)\}/.exec(text) ?? []
      return [...names.matchAll(/\b[A-Z]+(?:_[A-Z]+)*\b(?=[:,\s])/g)].map(([name]) => name)
    })
    const read = [...new Set([...merchantVariables, ...elsewhere])]
    const named = tableOf(readDocument('docs/settings.md'), 'variable').flatMap(([cell = '']) => codeIn(cell))
    expect(named.sort()).toEqual(read.filter((name) => name !== 'NODE_ENV').sort())
  })

  test('have a row for every variable of the sandbox, and for no other', () => {
    const text = readDocument('src/sandbox/README.md').replace(/^\| variable +\|/m, '| variable |')
    const named = tableOf(text, 'variable').flatMap(([cell = '']) => codeIn(cell).slice(0, 2))
    expect(named.sort()).toEqual(Object.values(variables).sort())
  })
})

test('docs/security.md names exactly the keys that the browser stores', () => {
  const resume = readFileSync(new URL('src/checkout/resume.ts', root), 'utf8')
  const kept = [...resume.matchAll(/['`](payin-checkout:[a-z]+)/g)].map(([, key]) => key)
  const named = tableOf(readDocument('docs/security.md'), 'key').map(([cell = '']) => codeIn(cell)[0])
  expect(named.map((key) => key?.split(':').slice(0, 2).join(':')).sort()).toEqual(kept.sort())
})
