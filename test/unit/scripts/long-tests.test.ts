import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longJourneys, longTests } from '../../../scripts/long-tests.ts'
import { brokenRules } from '../../broken-rules/rules.ts'

test.each([...longTests, ...longJourneys.map((name) => `test/journeys/${name}.journey.ts`)])(
  '%s exists',
  (path) => {
    expect(existsSync(path)).toBe(true)
  },
)

test('what finds a broken rule is left in the short form', () => {
  const found = new Set(brokenRules.map((rule) => `test/${rule.found}`))
  expect(longTests.filter((file) => found.has(file))).toEqual([])
})
