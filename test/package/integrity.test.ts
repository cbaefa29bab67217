// The hashes by which a page checks the script: a wrong one blocks the checkout on every page that uses it.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { isLongRun } from '../support/long-run.ts'
import { assertBuilt, dist, filesIn, manifest, readJson, root } from './built.ts'

// At the same depth as dist/, because source maps contain relative paths to the source.
const again = `${root}.second-build`

beforeAll(assertBuilt)

test('integrity.json names the hash of each script', () => {
  const { version, files } = readJson<{ version: string; files: Record<string, string> }>(
    'dist/integrity.json',
  )

  expect(version).toBe(manifest.version)
  const scripts = filesIn(dist).filter((path) => /^payin-checkout.*\.js$/.test(path))
  expect(Object.keys(files).sort()).toEqual(scripts)
  for (const [name, integrity] of Object.entries(files)) {
    const hash = createHash('sha384')
      .update(readFileSync(dist + name))
      .digest('base64')
    expect(integrity).toBe(`sha384-${hash}`)
  }
})

test('the versioned and the plain file name have the same script', () => {
  const versioned = `${dist}payin-checkout-${manifest.version}.js`

  expect(existsSync(versioned)).toBe(true)
  expect(readFileSync(versioned, 'utf8')).toBe(readFileSync(`${dist}payin-checkout.js`, 'utf8'))
})

// A release compares two builds, too.
test.runIf(isLongRun)('two builds of one source are equal, byte for byte', { timeout: 120_000 }, () => {
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', `--out=${again}`], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

  expect(filesIn(again)).toEqual(filesIn(dist))
  for (const path of filesIn(dist)) {
    expect(readFileSync(`${again}/${path}`).equals(readFileSync(dist + path)), path).toBe(true)
  }
  rmSync(again, { recursive: true, force: true })
})
