// A comment that names a document leads to a heading that is there, and a fact names the tests that hold it.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { anchorsOf, readDocument } from '../../support/documents.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const code = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'src', 'demo', 'server-example', 'examples', 'scripts', 'test'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  // Its examples are of documents that are not there.
  .filter((file) => file !== 'test/package/contents.test.ts')
  .filter((file) => /\.(tsx?|js|go|php|sql|css|yaml)$/.test(file) && existsSync(root + file))

/** Each reference of a text to a heading of a document, such as `docs/protocol.md#outcomes`. */
const referencesIn = (text: string) => [...text.matchAll(/\b(docs\/[\w/-]+\.md)#([\w-]+)/g)]

describe('a comment that names a heading of a document', () => {
  test('names one that is there', () => {
    const lost = code.flatMap((file) =>
      referencesIn(readFileSync(root + file, 'utf8'))
        .filter(
          ([, document = '', anchor = '']) =>
            !existsSync(root + document) || !anchorsOf(readDocument(document)).includes(anchor),
        )
        .map(([reference]) => `${file}: ${reference}`),
    )
    expect(lost).toEqual([])
  })

  test('is found in the code at all', () => {
    const named = code.flatMap((file) => referencesIn(readFileSync(root + file, 'utf8')))
    expect(named.length).toBeGreaterThan(50)
  })
})

describe.each(['docs/internals/browser-facts.md', 'docs/internals/server-facts.md'])(
  'each fact of %s',
  (file) => {
    const facts = readDocument(file).split(/^### /m).slice(1)

    test.each(facts.map((fact) => [fact.split('\n')[0], fact]))(
      '%s has a rule, a source and tests that are there',
      (_, fact = '') => {
        const [, tests = ''] = /- \*\*Tests:\*\* ([\s\S]*?)\.\n/.exec(fact) ?? []
        const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
        expect(fact).toMatch(/- \*\*Rule:\*\* \S/)
        expect(fact).toMatch(/- \*\*Source:\*\* \S/)
        expect(named.length).toBeGreaterThan(0)
        expect(named.filter((path) => !existsSync(root + path))).toEqual([])
      },
    )
  },
)
