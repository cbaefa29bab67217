// The types of every entry as a merchant's compiler sees them: what fits, and what must not compile.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { assertBuilt, root } from './built.ts'

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

beforeAll(assertBuilt)

test('the built types say what fits and what does not', { timeout: 60_000 }, () => {
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', 'test/package/types'], {
    cwd: root,
    encoding: 'utf8',
  })

  expect(stdout).toBe('')
})
