import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { whatIsMissing } from './support/programs.ts'

const missing = whatIsMissing()
if (missing) console.warn(missing)

export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    name: 'foreign',
    include: ['test/foreign/*.foreign.ts'],
    setupFiles: ['test/support/plain-output.ts'],
    // The tests mostly wait, for servers to start and for late webhooks.
    maxConcurrency: 4,
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
