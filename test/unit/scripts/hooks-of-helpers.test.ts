// The files of a worker share what they import (`isolate: false`). A hook that a helper registers when it is imported belongs
// to the first file of tests that imports it, and the next file runs without it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folders = ['test/unit', 'test/support', 'test/service', 'test/crash', 'test/money', 'test/faults']
/** Vitest runs set-up files anew for each file of tests. */
const setUp = ['test/support/no-leaks.ts', 'test/support/no-open-servers.ts']
const registersHooks = /^(export )?(const|let) .*= use[A-Z]\w*\(|^(before|after)(Each|All)\(/m

const helpers = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !setUp.includes(file))

test('a helper of tests registers no hook when it is imported', () => {
  expect(helpers.filter((file) => registersHooks.test(readFileSync(file, 'utf8')))).toEqual([])
})

test.each(['export const world = useSandboxWorld()', 'beforeEach(() => {'])('%s would be found', (line) => {
  expect(registersHooks.test(`import x\n${line}\n`)).toBe(true)
})

test('a hook inside a function is allowed', () => {
  expect(registersHooks.test('export function useWorld() {\n  beforeEach(() => {\n')).toBe(false)
})
