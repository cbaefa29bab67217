import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { chromiumFlags, findChromium } from './scripts/find-chromium.ts'
import { LongFilesFirst } from './scripts/test-order.ts'

const executablePath = findChromium()
const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))
const alias = [
  ['payin-checkout/server', 'server/index.ts'],
  ['payin-checkout/testing', 'testing/index.ts'],
  ['payin-checkout/merchant', 'merchant/index.ts'],
  ['payin-checkout/merchant/next', 'merchant/next.ts'],
  ['payin-checkout/merchant/node', 'merchant/node.ts'],
  ['payin-checkout/merchant/opentelemetry', 'merchant/opentelemetry.ts'],
  ['payin-checkout/merchant/pglite', 'merchant/pglite.ts'],
  ['payin-checkout/merchant/drizzle', 'merchant/drizzle.ts'],
  ['payin-checkout/merchant/kysely', 'merchant/kysely.ts'],
  ['payin-checkout/merchant/prisma', 'merchant/prisma.ts'],
  ['payin-checkout/merchant/knex', 'merchant/knex.ts'],
  ['payin-checkout/merchant/store-contract', 'merchant/store-contract.ts'],
  ['payin-checkout/merchant/postgres', 'merchant/postgres.ts'],
  ['payin-checkout/merchant/prometheus', 'merchant/prometheus.ts'],
].map(([name, path]) => ({ find: new RegExp(`^${name}$`), replacement: source(path ?? '') }))
const oxc = { jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment', development: false } } as const

/** In a browser. Another configuration runs them with the Preact of the script. */
export const componentTests = {
  plugins: [svelte()],
  oxc,
  resolve: { alias },
  // Bundled before the first test. Otherwise Vite would find them during a test, and reload its page.
  optimizeDeps: {
    include: [
      '@preact/signals',
      'axe-core',
      'preact',
      'preact/hooks',
      'preact/test-utils',
      '@testing-library/preact',
      'preact-render-to-string',
      'react',
      'react-dom/client',
      'react-dom/server',
      'vue',
      'vue/server-renderer',
    ],
  },
  test: {
    name: 'component',
    include: ['test/component/**/*.test.{ts,tsx}'],
    setupFiles: ['test/support/no-leaks.ts', 'test/support/no-left-out.ts'],
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumFlags },
        // While the height is eased, a button may be out of sight for 200 ms, and a press would miss it.
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
} satisfies TestProjectInlineConfiguration

export default defineConfig({
  test: {
    // The default is one worker less than cores. One more keeps all of them busy: many tests wait for a database.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/{unit,service,faults,crash,money,package,simulation}/**/*.test.ts'],
          globalSetup: ['test/support/empty-database.ts'],
          setupFiles: [
            'test/support/plain-output.ts',
            'test/support/no-leaks.ts',
            'test/support/no-open-servers.ts',
          ],
          // No module of ours has state: ports and clocks are parameters. So the test files of a worker can share the
          // imported modules. Importing them takes longer than running most files.
          isolate: false,
          // Node translates PGlite once, and not a second time for speed: no test uses it for long enough.
          execArgv: ['--liftoff-only'],
          // Long timeouts, so that a busy machine does not fail a test.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 45_000 } },
        },
      },
      componentTests,
    ],
  },
})
