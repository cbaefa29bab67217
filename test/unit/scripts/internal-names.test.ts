// The script renames these properties. Renaming one that other code uses breaks it
// silently: a field that no server reads, a text that is not found, a property without effect.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { internalNames } from '../../../scripts/internal-names.ts'
import { elements } from '../../../src/elements/reference.ts'
import { en } from '../../../src/locales/en.ts'
import { documents, readDocument } from '../../support/documents.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const wordsIn = (text: string) => text.match(/[A-Za-z_$][\w$]*/g) ?? []

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => read(folder + name))

const widget = ['checkout/', 'elements/', 'locales/', 'platform/', 'protocol/', 'view/'].flatMap((folder) =>
  filesIn(`src/${folder}`, /(?<!reference|\.d)\.tsx?$/),
)
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')

/** All quoted names; a sentence is not a name. */
const quoted = (code: string) => [...code.matchAll(/(['"`])([\w$-]+)\1/g)].map(([, , word = '']) => word)

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return [...Object.keys(value), ...Object.values(value).flatMap(keysOf)]
}

/** Names of the reference, and code spans of its descriptions. */
function namesOf(value: unknown): string[] {
  if (typeof value === 'string') return /\s/.test(value) ? wordsIn(codeOf(value)) : wordsIn(value)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesOf) : []
}

/** Only fenced blocks and code spans: prose may use the same words. */
const codeOf = (document: string) => document.match(/```[\s\S]*?```|`[^`\n]+`/g)?.join('\n') ?? ''

const require = createRequire(import.meta.url)
const platform = createRequire(require.resolve('typescript/package.json')).resolve(
  `@typescript/typescript-${process.platform}-${process.arch}/package.json`,
)
const declared = (library: string) =>
  wordsIn(withoutComments(readFileSync(platform.replace('package.json', `lib/${library}`), 'utf8')))

describe('a property that gets a short name', () => {
  test.each<[string, () => Iterable<string>]>([
    ['an attribute, a property, a method, an event or a part', () => namesOf(elements)],
    ['a sentence', () => keysOf(en)],
    ['in a document', () => documents.flatMap((file) => wordsIn(codeOf(readDocument(file))))],
    ['in the interface of the service', () => wordsIn(read('src/sandbox/openapi/openapi.yaml'))],
    ['looked up by a string', () => widget.flatMap((code) => quoted(withoutComments(code)))],
    ['of the DOM', () => declared('lib.dom.d.ts')],
    [
      'of JavaScript',
      () => ['lib.es5.d.ts', 'lib.es2015.core.d.ts', 'lib.es2020.intl.d.ts'].flatMap(declared),
    ],
    ['of Preact', () => wordsIn(read('node_modules/preact/dist/preact.mjs'))],
    ['of its types', () => wordsIn(withoutComments(read('node_modules/preact/src/dom.d.ts')))],
    ['of signals', () => wordsIn(read('node_modules/@preact/signals/dist/signals.mjs'))],
    ['of their core', () => wordsIn(read('node_modules/@preact/signals-core/dist/signals-core.mjs'))],
  ])('is not %s', (_, publicNames) => {
    const known = new Set(publicNames())

    expect(known.size).toBeGreaterThan(10)
    expect(internalNames.filter((name) => known.has(name))).toEqual([])
  })

  test('is used somewhere', () => {
    const used = new Set(widget.flatMap((code) => wordsIn(withoutComments(code))))

    expect(internalNames.filter((name) => !used.has(name))).toEqual([])
  })

  test('is in the list once, in alphabetical order', () => {
    expect(internalNames).toEqual([...new Set(internalNames)].sort())
  })
})
