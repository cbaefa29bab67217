// The package as npm packs it, checked by publint and are-the-types-wrong.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packInto } from '../../scripts/release/pack.ts'
import { assertBuilt } from './built.ts'

const folder = mkdtempSync(join(tmpdir(), 'payin-pack-'))
let tarball: Uint8Array<ArrayBuffer>

beforeAll(() => {
  assertBuilt()
  tarball = new Uint8Array(readFileSync(packInto(folder)))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the package passes publint without a warning', async () => {
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true })

  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test('the package has correct types for Node and for bundlers', async () => {
  const result = await checkPackage(createPackageFromTarballData(tarball), {
    // Script and data: they have no types.
    excludeEntrypoints: [
      './payin-checkout.js',
      './integrity.json',
      './custom-elements.json',
      './web-types.json',
      './vscode.html-custom-data.json',
      './vscode.css-custom-data.json',
      './openapi.json',
      './package.json',
      './locales/*.json',
    ],
  })

  if (!result.types) throw new Error('The package has no types.')
  // The package has ECMAScript modules only, so `require` in Node before 20.19 is not supported.
  const problems = result.problems.filter(
    (problem) =>
      !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind ?? ''),
  )
  expect(problems).toEqual([])
})
