// Chromium heeds the last `--disable-features` alone: ours takes the place of Playwright's.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { chromiumFlags, playwrightDisables } from '../../../scripts/find-chromium.ts'

test('our browser has every feature switched off that Playwright switches off', () => {
  const require = createRequire(import.meta.resolve('playwright'))
  const source = readFileSync(
    require.resolve('playwright-core').replace(/index\.js$/, 'lib/coreBundle.js'),
    'utf8',
  )
  const list = /disabledFeatures = \[([^\]]+)\]/.exec(source)?.[1] ?? ''
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)

  expect(theirs.length).toBeGreaterThan(5)
  expect(playwrightDisables).toEqual(theirs)
  expect(chromiumFlags.filter((flag) => flag.startsWith('--disable-features'))).toEqual([
    expect.stringContaining(theirs.join(',')),
  ])
})
