// The files that npm packs: a licence and the documents for merchants, but no development files.
import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { editorData } from '../../scripts/editor-data.ts'
import { whatIsPacked } from '../../scripts/release/pack.ts'
import { installedFor } from '../../scripts/release/sbom.ts'
import { openApiDocument } from '../../src/contract/openapi.ts'
import { anchorsOf, linksOf, readDocument } from '../support/documents.ts'
import { assertBuilt, dist, filesIn, lockedPackages, manifest, readJson, root } from './built.ts'

let files: string[]

beforeAll(() => {
  assertBuilt()
  files = whatIsPacked().files.map(({ path }) => path)
})

/** Every `docs/page.md` and `docs/page.md#heading` in a text. */
const documentsIn = (text: string): string[] => text.match(/docs\/[\w/-]+\.md(#[\w-]+)?/g) ?? []

/** The error of such a name, or nothing. */
function breakIn(name: string): string | undefined {
  const [path = '', anchor] = name.split('#')
  if (!files.includes(path)) return `${path} is not packed`
  if (anchor === undefined || anchorsOf(readDocument(path)).includes(anchor)) return undefined
  return `${path} has no heading #${anchor}`
}

test('the sandbox’s YAML files are JSON with the same content, so that it starts fast', () => {
  const paths = filesIn(`${dist}sandbox`).filter((path) => path.endsWith('.yaml'))
  expect(paths).toContain('openapi/openapi.yaml')
  for (const path of paths) {
    const source = readFileSync(join(root, 'src/sandbox', path), 'utf8')
    expect(JSON.parse(readFileSync(`${dist}sandbox/${path}`, 'utf8')), path).toEqual(
      parse(source, { merge: true }),
    )
  }
})

test('openapi.json is made of the contract, with the version of the package', () => {
  const built = JSON.parse(readFileSync(`${dist}openapi.json`, 'utf8'))
  expect(built).toEqual(JSON.parse(JSON.stringify(openApiDocument(manifest.version))))
})

describe('the packed package', () => {
  test('has a licence, a changelog and a README', () => {
    for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md', 'llms.txt', 'package.json'])
      expect(files).toContain(file)
  })

  test('has the files that users need, and no development files', () => {
    const places = new Set(files.map((file) => file.split('/')[0]))
    expect([...places].filter((place) => !place?.includes('.') && place !== 'LICENSE').sort()).toEqual([
      'dist',
      'docs',
      'examples',
      'server-example',
      'src',
    ])
    expect(files.filter((file) => file.startsWith('src/'))).toEqual(['src/sandbox/README.md'])
    expect(files.filter((file) => /(^|\/)\.|\.test\.|\.tgz$/.test(file))).toEqual([])
  })

  test('contains what editors read, at the places that package.json and the documents name', () => {
    const named = [
      manifest.customElements,
      manifest['web-types'],
      ...[
        ...readDocument('docs/integration.md').matchAll(/node_modules\/payin-checkout\/([\w./-]+\.json)/g),
      ].map(([, path = '']) => path),
    ]
    expect(named).toHaveLength(4)
    expect(named.filter((path) => !files.includes(path))).toEqual([])
    for (const [name, data] of editorData())
      expect(readJson(`dist/${name}`), name).toEqual(JSON.parse(JSON.stringify(data)))
  })

  test('contains every document and heading that its code names', () => {
    const code = files.filter((file) => /^dist\/.*\.(js|json|d\.ts)$/.test(file))
    const named = code.flatMap((file) => documentsIn(readFileSync(join(root, file), 'utf8')))
    expect([...new Set(named)].length).toBeGreaterThan(10)
    expect([...new Set(named)].map(breakIn).filter(Boolean)).toEqual([])
  })

  test('contains every linked document, except how to contribute', () => {
    const shipped = files.filter((file) => /\.md$|^llms\.txt$/.test(file) && !file.startsWith('dist/'))
    const broken = shipped.flatMap((file) =>
      linksOf(readDocument(file))
        .filter((link) => /^[^:]+\.md(#|$)/.test(link))
        .map((link) => normalize(join(file, '..', link)))
        .filter((name) => name !== 'CONTRIBUTING.md' && breakIn(name))
        .map((name) => `${file}: ${breakIn(name)}`),
    )
    expect(broken).toEqual([])
  })

  test('the check finds a missing document and a missing heading', () => {
    expect(documentsIn('read: docs/nowhere.md#nothing, or docs/doctor.md.')).toEqual([
      'docs/nowhere.md#nothing',
      'docs/doctor.md',
    ])
    expect(breakIn('docs/nowhere.md')).toBe('docs/nowhere.md is not packed')
    expect(breakIn('docs/doctor.md#nothing')).toBe('docs/doctor.md has no heading #nothing')
  })
})

test('README.md has the number of packages that an empty project gets', () => {
  const others = installedFor(lockedPackages).length
  const [, all, besides] =
    /adds (\d+) packages to an empty project: itself and (\d+) others/.exec(readDocument('README.md')) ?? []
  expect([Number(all), Number(besides)]).toEqual([others + 1, others])
})
