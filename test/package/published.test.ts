// The package as npm packs it, under the eyes of the two tools that know what breaks at other people's.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertBuilt, root } from './built.ts'

const folder = mkdtempSync(join(tmpdir(), 'payin-pack-'))
let tarball: Uint8Array<ArrayBuffer>

beforeAll(() => {
  assertBuilt()
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  tarball = new Uint8Array(readFileSync(join(folder, nameOf(JSON.parse(packed)))))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** npm 11 answers a list, later ones an object by package. */
function nameOf(packed: object): string {
  return (Object.values(packed)[0] as { filename: string }).filename
}

test('has nothing that publint would warn of', async () => {
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true })

  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test('has types that are right wherever modules are: Node, bundlers', async () => {
  const result = await checkPackage(createPackageFromTarballData(tarball), {
    // Script and data: nobody imports these for their types.
    excludeEntrypoints: [
      './payin-checkout.js',
      './integrity.json',
      './custom-elements.json',
      './package.json',
      './locales/*.json',
    ],
  })

  if (!result.types) throw new Error('The package has no types.')
  // ECMAScript modules only: `require` of a Node before 20.19 is left out on purpose.
  const problems = result.problems.filter(
    (problem) =>
      !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind ?? ''),
  )
  expect(problems).toEqual([])
})
