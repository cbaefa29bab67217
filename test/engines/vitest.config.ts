import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  resolve: {
    alias: { 'payin-checkout/server': fileURLToPath(new URL('../../src/server/index.ts', import.meta.url)) },
  },
  test: {
    name: 'engines',
    include: ['test/engines/*.test.ts'],
    globalSetup: ['test/journeys/support/seeded-database.ts'],
    // Each file is a browser, its shop and its sandbox: two at a time are enough for two cores.
    maxWorkers: 2,
    // What drives a foreign engine loses an event now and then.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
