import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { differencesBetween, hashesIn, problemsOfBuilds } from '../../../../scripts/release/build-twice.ts'

/** The hashes of a build with these files. */
function builtWith(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'payin-same-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return hashesIn(folder)
}

const files = { 'index.js': 'pay()', 'cli/main.js': 'run()', 'empty.txt': '' }

test('two builds with the same files are the same, in any folder and at any time', () => {
  expect(differencesBetween(builtWith(files), builtWith(files))).toEqual([])
})

test('a build that differs by one byte is named by its file', () => {
  const other = builtWith({ ...files, 'cli/main.js': 'ran()' })
  expect(differencesBetween(builtWith(files), other)).toEqual(['cli/main.js differs'])
})

test('a file that only one build has is named, also an empty one', () => {
  const { 'empty.txt': _, ...fewer } = files
  expect(differencesBetween(builtWith(files), builtWith(fewer))).toEqual([
    'empty.txt is in the first build only',
  ])
  expect(differencesBetween(builtWith(fewer), builtWith(files))).toEqual([
    'empty.txt is in the second build only',
  ])
})

test('a moved file counts as removed and as new', () => {
  const moved = builtWith({ 'index.js': 'pay()', 'cli/index.js': 'run()', 'empty.txt': '' })
  expect(differencesBetween(builtWith(files), moved)).toEqual([
    'cli/index.js is in the second build only',
    'cli/main.js is in the first build only',
  ])
})

test('a build with many differences is reported in a few lines', () => {
  const [problem = ''] = problemsOfBuilds(Array.from({ length: 500 }, (_, at) => `${at}.js differs`))
  expect(problem.split('\n')).toHaveLength(12)
  expect(problem).toContain('and 490 more')
  expect(problemsOfBuilds([])).toEqual([])
})
