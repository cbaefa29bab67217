import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: {
    alias: { 'payin-checkout/server': fileURLToPath(new URL('../../src/server/index.ts', import.meta.url)) },
  },
  test: {
    name: 'heard',
    include: ['test/screen-reader/**/*.test.ts'],
    // One at a time: a machine that is busy talks late.
    fileParallelism: false,
    // A word that a foreign screen reader loses on a busy machine is said again; one of ours that is wrong is wrong each time.
    retry: 2,
    // Longer than any journey may take: that limit says where it stopped.
    testTimeout: 400_000,
    hookTimeout: 180_000,
  },
})
