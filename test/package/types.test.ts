// The types of every entry as a merchant's compiler sees them: what fits, and what must not compile.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { assertBuilt, root } from './built.ts'

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

beforeAll(assertBuilt)

test.each([
  ['what fits and what does not', 'test/package/types'],
  ['that the example pages fit', 'demo/examples'],
])('the built types say %s', { timeout: 60_000 }, (_what, project) => {
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', project], {
    cwd: root,
    encoding: 'utf8',
  })

  expect(stdout).toBe('')
})
