// The types of every entry in a merchant's compiler: code that must compile, and code that must not.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { assertBuilt, root } from './built.ts'

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

beforeAll(assertBuilt)

test.each([
  ['accept correct code and refuse mistakes', 'test/package/types'],
  ['accept the example pages', 'demo/examples'],
])('the built types %s', { timeout: 60_000 }, (_what, project) => {
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', project], {
    cwd: root,
    encoding: 'utf8',
  })

  expect(stdout).toBe('')
})
