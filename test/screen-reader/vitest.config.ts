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
    // One at a time: on a busy machine the utterances come late.
    fileParallelism: false,
    // On a busy machine the screen reader may lose an utterance, so a journey is retried. Our own errors fail each time.
    retry: 2,
    // Longer than the limit of a journey, whose error names the step.
    testTimeout: 400_000,
    hookTimeout: 180_000,
  },
})
