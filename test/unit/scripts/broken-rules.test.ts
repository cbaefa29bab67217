// The list of rules that are broken on purpose stays true while the code changes. `npm run test:broken-rules` runs it.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brokenRules } from '../../broken-rules/rules.ts'

const root = new URL('../../../', import.meta.url)

test.each(brokenRules)('$title: the change has one place in $file', ({ file, from, to, found }) => {
  expect(readFileSync(new URL(file, root), 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
  expect(existsSync(new URL(`test/${found}`, root))).toBe(true)
})

test('at least twenty rules are broken, several of each area', () => {
  expect(brokenRules.length).toBeGreaterThanOrEqual(20)
  for (const area of ['money', 'windows', 'languages', 'tools'])
    expect(brokenRules.filter((rule) => rule.area === area).length, area).toBeGreaterThanOrEqual(5)
})

test('each has a title of its own', () => {
  expect(new Set(brokenRules.map(({ title }) => title)).size).toBe(brokenRules.length)
})
