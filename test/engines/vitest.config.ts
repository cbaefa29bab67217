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
    // Each file starts a browser, a shop and a sandbox, so only two run at a time.
    maxWorkers: 2,
    // The drivers of these engines sometimes lose an event.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
