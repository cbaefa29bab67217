// Chromium uses only the last `--disable-features`, so ours replaces Playwright's.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chromiumFlags, playwrightDisables } from '../../../scripts/find-chromium.ts'

test('our browser disables every feature that Playwright disables', () => {
  const bundle = new URL('../playwright-core/lib/coreBundle.js', import.meta.resolve('playwright'))
  const source = readFileSync(bundle, 'utf8')
  const list = /disabledFeatures = \[([^\]]+)\]/.exec(source)?.[1] ?? ''
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)

  expect(theirs.length).toBeGreaterThan(5)
  expect(playwrightDisables).toEqual(theirs)
  expect(chromiumFlags.filter((flag) => flag.startsWith('--disable-features'))).toEqual([
    expect.stringContaining(theirs.join(',')),
  ])
})
