// Links, file names and npm scripts in the documents exist.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anchorsOf, codeIn, documents, linksOf, readDocument } from '../../support/documents.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const files = [...documents, 'CONTRIBUTING.md', 'CHANGELOG.md', '.changeset/README.md']
/** Commands of npm itself. */
const npmCommands = ['ci', 'install', 'publish', 'sbom']
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

/** The error of a link, or nothing. */
function breakIn(file: string, link: string): string | undefined {
  if (/^(https?|mailto):/.test(link)) return undefined
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : normalize(join(dirname(file), path))
  if (!existsSync(root + target)) return `${file}: ${link} is not there`
  if (anchor === undefined || !target.endsWith('.md')) return undefined
  return anchorsOf(readDocument(target)).includes(anchor) ? undefined : `${file}: ${link} has no such heading`
}

test.each(files)('every link of %s has a target', (file) => {
  const links = linksOf(readDocument(file))
  expect(links.map((link) => breakIn(file, link)).filter(Boolean)).toEqual([])
})

test.each(files)('every file that %s names exists', (file) => {
  const named = codeIn(readDocument(file)).filter((code) =>
    /^(src|test|docs|demo|server-example|examples|scripts)\/[\w./-]+$/.test(code),
  )
  expect(named.filter((path) => !existsSync(root + path))).toEqual([])
})

test.each(files)('every npm script that %s names exists', (file) => {
  const named = [...readDocument(file).matchAll(/\bnpm (?:run )?([a-z:-]+)/g)].map(([, name]) => name ?? '')
  expect(named.filter((name) => !(name in scripts) && !npmCommands.includes(name))).toEqual([])
})

test('a link to a missing file or heading is an error', () => {
  expect(breakIn('docs/security.md', 'nowhere.md')).toContain('is not there')
  expect(breakIn('docs/security.md', '#nothing')).toContain('has no such heading')
  expect(breakIn('docs/security.md', '../README.md#theming')).toBeUndefined()
  expect(linksOf(readDocument('README.md')).length).toBeGreaterThan(10)
})
