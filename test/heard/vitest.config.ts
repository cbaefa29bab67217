import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: {
    alias: { 'payin-checkout/server': fileURLToPath(new URL('../../src/server/index.ts', import.meta.url)) },
  },
  test: {
    name: 'heard',
    include: ['test/heard/**/*.test.ts'],
    // One at a time: a machine that is busy talks late.
    fileParallelism: false,
    // What is waited for comes sooner or later, or says itself that it did not: a busy machine is no fault of the words.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
})
