import { describe, expect, test } from 'vitest'
import { isQuick, sortTests } from '../../../scripts/quick-tests.ts'

describe('a test file is left out of the quick run', () => {
  test.each([
    ['test/unit/merchant/a.test.ts', "import { useWorld } from './harness.ts'"],
    ['test/unit/merchant/a.test.ts', "import { eachDatabase } from '../../support/each-database.ts'"],
    ['test/unit/merchant/a.test.ts', "import { openPglite } from '../../../src/merchant/store/pglite.ts'"],
    ['test/unit/cli/a.test.ts', "import { spawn } from 'node:child_process'"],
    ['test/unit/server/a.property.test.ts', ''],
  ])('%s with %s', (file, text) => expect(isQuick(file, text)).toBe(false))
})

test('a test file without database, program and long computing is quick', () => {
  expect(isQuick('test/unit/merchant/merge.test.ts', "import { merge } from '../merge.ts'")).toBe(true)
})

test('most of the unit tests are quick, those of the checkout among them', () => {
  const { quick, left } = sortTests('test/unit')
  expect(quick.length).toBeGreaterThan(left.length)
  expect(quick).toContain('test/unit/checkout/next-table.test.ts')
})
